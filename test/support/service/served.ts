// The service without the platform, for tests: its programs as its units start them, with secrets in a folder.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../scripts/local/edge.ts';
import { eventually } from '../../../support/run/processor-under-test.ts';
import { SECRET_NAMES } from '../../../worker/settings.ts';
import { bodyOf } from './api-client.ts';

export interface StartedProgram {
  readonly url: string;
  readonly log: () => string;
  /** @returns its exit code */
  readonly stop: () => Promise<unknown>;
}

export interface ProgramOptions {
  readonly port: number;
  readonly env: Readonly<Record<string, string>>;
  /** Of another version of the project. */
  readonly cwd?: string;
}

/** @throws Error with all that it wrote, when it ends before it answers */
export async function startProgram(args: readonly string[], { port, env, cwd = ROOT }: ProgramOptions): Promise<StartedProgram> {
  const child = spawn(process.execPath, args, { cwd, env: { PATH: process.env['PATH'], ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    return (await ended)[0] as unknown;
  };
  const url = `http://127.0.0.1:${port}`;
  await eventually(`${args[0]} answers`, 120_000, async () => {
    if (child.exitCode !== null) throw new Error(output);
    return (await fetch(`${url}/healthz`).catch(() => undefined))?.ok === true;
  });
  return { url, log: () => output, stop };
}

export interface Secrets {
  readonly folder: string;
  readonly of: (name: string) => string;
}

export function writeSecrets(folder: string): Secrets {
  mkdirSync(folder);
  for (const name of SECRET_NAMES) writeFileSync(join(folder, name), `${name.toLowerCase()}-0123456789abcdef\n`);
  return { folder, of: (name) => readFileSync(join(folder, name), 'utf8').trim() };
}

/** @returns a key of a new account */
export async function openAccount(url: string, secrets: Secrets): Promise<string> {
  const operate = async <T>(path: string, json: object) => {
    const headers = { authorization: `Bearer ${secrets.of('OPERATOR_KEY')}`, 'content-type': 'application/json' };
    return bodyOf<T>(await fetch(`${url}/v1/operator${path}`, { method: 'POST', headers, body: JSON.stringify(json) }), 201);
  };
  const { account_id } = await operate<{ account_id: string }>('/accounts', { name: 'Company', plan: 'business' });
  return (await operate<{ key: string }>(`/accounts/${account_id}/keys`, { name: 'first' })).key;
}
