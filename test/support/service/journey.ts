// The set-up of a journey: the real service for the file's tests, a client with a key, and at the end a check that nothing remains.

import { afterAll, beforeAll } from 'vitest';
import { expectRestingInvariants } from './invariants.ts';
import { Client, type Service, type ServiceOptions, startService } from './service.ts';

export interface Journey {
  readonly service: Service;
  readonly client: Client;
}

/** Call once, at the top of a test file; the fields are there when its tests run. */
export function useService(options: () => ServiceOptions = () => ({})): Journey {
  const journey = {} as { service: Service; client: Client };
  beforeAll(async () => {
    journey.service = await startService(options());
    journey.client = new Client(journey.service, journey.service.key);
  });
  afterAll(async () => {
    await expectRestingInvariants(journey.service);
    await journey.service.stop();
  });
  return journey;
}
