// The state of a local service: its folder, its generated secrets, and the accounts it made. Secrets are made once per state
// directory and begin with `dev-`, which production refuses.

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeSecrets, ROOT, type Secrets } from './edge.ts';

export interface LocalSettings {
  readonly port: number;
  readonly dir: string;
  readonly demo: boolean;
  /** Endpoints on this machine may be registered and are called. */
  readonly allowLocalWebhooks: boolean;
  readonly secrets: Secrets;
}

/** What `npm start` writes for programs that want to use the service. */
export interface ServiceFile {
  readonly base_url: string;
  readonly api_key: string;
  readonly beta_api_key: string;
  readonly operator_key: string;
  readonly docs_url: string;
}

/** @throws Error with a sentence for the user. */
export function readSettings(args: readonly string[], env: NodeJS.ProcessEnv): LocalSettings {
  const known = ['--fresh', '--no-demo', '--allow-local-webhooks', '--help'];
  const unknown = args.find((arg) => !known.includes(arg));
  if (unknown !== undefined) throw new Error(`There is no option ${unknown}; the options are ${known.join(', ')}.`);
  const port = Number(env['PORT'] ?? 8787);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error(`PORT is ${env['PORT']}, which is not a port number.`);
  const dir = resolve(ROOT, env['LOCAL_DIR'] ?? '.local');
  if (args.includes('--fresh')) rmSync(dir, { recursive: true, force: true });
  mkdirSync(join(dir, 'logs'), { recursive: true });
  return {
    port,
    dir,
    demo: !args.includes('--no-demo'),
    allowLocalWebhooks: args.includes('--allow-local-webhooks'),
    secrets: readSecrets(join(dir, 'secrets.json')),
  };
}

function readSecrets(path: string): Secrets {
  const known = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Partial<Secrets>) : {};
  // The state of an earlier version keeps its values.
  const secrets: Secrets = { ...makeSecrets(), ...known };
  writeFileSync(path, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  return secrets;
}

export function readServiceFile(dir: string): ServiceFile | undefined {
  const path = join(dir, 'service.json');
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as ServiceFile) : undefined;
}

export function writeServiceFile(dir: string, file: ServiceFile): void {
  writeFileSync(join(dir, 'service.json'), `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 });
}
