// The key and the address: of the environment, or as `login` stored them, readable by their owner alone.

import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { Pdf } from '../pdf.ts';
import { NoKeyError } from './exit-codes.ts';

export interface Credentials {
  readonly api_key: string;
  readonly base_url: string;
}

export interface FoundCredentials extends Credentials {
  /** Where each comes from. */
  readonly from: { readonly api_key: string; readonly base_url: string };
}

export function credentialsPath(): string {
  const { XDG_CONFIG_HOME: configured, APPDATA: appData } = process.env;
  const home = configured ?? (process.platform === 'win32' && appData !== undefined ? appData : join(homedir(), '.config'));
  return join(home, 'pdf-api', 'credentials.json');
}

export function storeCredentials(credentials: Credentials): void {
  const path = credentialsPath();
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
  // The mode above is that of a new file only.
  chmodSync(path, 0o600);
}

export function removeCredentials(): void {
  rmSync(credentialsPath(), { force: true });
}

function readStored(): Partial<Credentials> {
  try {
    return JSON.parse(readFileSync(credentialsPath(), 'utf8')) as Partial<Credentials>;
  } catch {
    return {};
  }
}

/** The environment wins. */
export function findCredentials(): Partial<FoundCredentials> {
  const stored = readStored();
  const { PDF_API_KEY: key, PDF_API_URL: url } = process.env;
  const api_key = key?.trim() || stored.api_key;
  const base_url = url?.trim() || stored.base_url;
  const from = { api_key: key?.trim() ? 'PDF_API_KEY' : credentialsPath(), base_url: url?.trim() ? 'PDF_API_URL' : credentialsPath() };
  return { ...(api_key ? { api_key } : {}), ...(base_url ? { base_url } : {}), from };
}

/** @throws NoKeyError */
export function connect(): Pdf {
  const { api_key, base_url } = findCredentials();
  if (!api_key || !base_url) {
    const missing = [...(api_key ? [] : ['PDF_API_KEY']), ...(base_url ? [] : ['PDF_API_URL'])].join(' and ');
    throw new NoKeyError(`No ${api_key ? 'address' : 'key'} is known: run \`pdf-api login\`, or set ${missing}.`);
  }
  return new Pdf({ apiKey: api_key, baseUrl: base_url });
}
