// GET /capabilities.

import { afterAll, describe, expect, test } from 'vitest';
import { Capabilities } from '#contract/capabilities.ts';
import { UPLOAD_TYPES } from '#contract/files.ts';
import { OPERATION_NAMES } from '#contract/operations.ts';
import { bodyOf } from '../support/api-client.ts';
import { openEdge } from '../support/edge.ts';
import { expectJsonHeaders } from '../support/expectations.ts';

const edge = await openEdge({ regions: ['eu', 'us'] });
afterAll(edge.close);

async function read(): Promise<Capabilities> {
  const response = await fetch(`${edge.url}/v1/capabilities`);
  expectJsonHeaders(response);
  return Capabilities.parse(await bodyOf(response, 200));
}

describe('capabilities 200', () => {
  test('names every operation, every upload type and what each region’s processor said', async () => {
    const us = edge.processors['us'];
    if (!us) throw new Error('the region us is configured');
    us.ready = false;
    const capabilities = await read();
    expect(Object.keys(capabilities.operations)).toEqual(OPERATION_NAMES);
    expect(capabilities.upload_types).toEqual(UPLOAD_TYPES);
    expect(capabilities.operations.metadata).toMatchObject({ path: '/jobs/metadata', processing_ms_max: 120_000 });
    expect(capabilities.regions).toMatchObject({ eu: { available: true, programs: { qpdf: true } }, us: { available: false } });
  });

  test('a processor that stops answering is told of as it was before', async () => {
    edge.processor.ready = false;
    expect((await read()).regions['eu']).toMatchObject({ available: true });
    edge.processor.ready = true;
  });
});
