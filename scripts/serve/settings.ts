// The settings of `npm run serve`, from the environment; a secret may also be in a file (`KEY_PEPPER_FILE`), as systemd's LoadCredential= and
// Compose's secrets give it.

import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Secrets } from '../local/edge.ts';
import { SECRET_NAMES } from '../../worker/settings.ts';

const REGION = /^PROCESSOR_URL_([A-Z]+)$/;

const Settings = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(1).max(65_535).default(8787),
  /** Where D1, R2 and the Durable Objects lie. */
  STATE_DIR: z.string().min(1),
  /** How customers reach it, for the addresses in answers; without it as they asked. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** How processors and the courier reach it. */
  INTERNAL_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  COURIER_URL: z.url({ protocol: /^https?$/ }).optional(),
});

export interface ServeSettings extends z.infer<typeof Settings> {
  readonly secrets: Secrets;
  /** Region → addresses of its processors. */
  readonly processorUrls: Readonly<Record<string, string>>;
}

/** @throws Error that names what is missing or wrong. */
export function readServeSettings(env: NodeJS.ProcessEnv): ServeSettings {
  const settings = Settings.safeParse(env);
  if (!settings.success) throw new Error(z.prettifyError(settings.error));
  const processorUrls = Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => {
      const region = REGION.exec(name)?.[1];
      return region !== undefined && value ? [[region.toLowerCase(), value]] : [];
    }),
  );
  if (Object.keys(processorUrls).length === 0)
    throw new Error('PROCESSOR_URL_<REGION> names no processor, as in PROCESSOR_URL_EU=http://127.0.0.1:8788');
  const secrets = Object.fromEntries(SECRET_NAMES.map((name) => [name, readSecret(env, name)])) as unknown as Secrets;
  return { ...settings.data, secrets, processorUrls };
}

function readSecret(env: NodeJS.ProcessEnv, name: string): string {
  const path = env[`${name}_FILE`] ?? (env['CREDENTIALS_DIRECTORY'] === undefined ? undefined : `${env['CREDENTIALS_DIRECTORY']}/${name}`);
  const value = env[name] ?? (path === undefined ? undefined : readFileSync(path, 'utf8').trim());
  if (!value) throw new Error(`${name} is not set, and neither is ${name}_FILE`);
  return value;
}
