// login, logout, whoami, doctor.

import { readFileSync } from 'node:fs';
import type { Capabilities } from '../generated/api.ts';
import { ApiError, AuthenticationError } from '../http/errors.ts';
import { Pdf } from '../pdf.ts';
import type { Arguments } from './arguments.ts';
import { credentialsPath, findCredentials, removeCredentials, storeCredentials } from './credentials.ts';
import { EXIT_CODES, exitCodeOf, NoKeyError, UsageError } from './exit-codes.ts';
import { askSecret, dim, green, print, red, say, yellow } from './terminal.ts';

type Own = Arguments['own'];

export async function login(own: Own, signal: AbortSignal): Promise<number> {
  const baseUrl = own.get('url')?.at(-1) ?? findCredentials().base_url;
  if (baseUrl === undefined) throw new UsageError('Name the service: pdf-api login --url https://…/v1');
  const apiKey = (process.stdin.isTTY ? await askSecret(`API key for ${baseUrl}: `) : readFileSync(0, 'utf8')).trim();
  if (apiKey === '') throw new UsageError('No key was given.');
  await tryKey(new Pdf({ apiKey, baseUrl }), signal);
  storeCredentials({ api_key: apiKey, base_url: baseUrl });
  say(`${green('✓')} The key is stored in ${credentialsPath()}, readable by you alone.`);
  const shadowing = ['PDF_API_KEY', 'PDF_API_URL'].filter((name) => process.env[name]);
  if (shadowing.length > 0) say(yellow(`${shadowing.join(' and ')} of the environment is used instead while it is set.`));
  return 0;
}

/** A key that may do something else than this is a key. @throws AuthenticationError */
async function tryKey(pdf: Pdf, signal: AbortSignal): Promise<void> {
  await pdf.jobs
    .list({ limit: 1 }, { signal })
    .page()
    .catch((failure: unknown) => {
      if (!(failure instanceof ApiError) || failure.status !== 403) throw failure;
    });
}

export async function logout(): Promise<number> {
  removeCredentials();
  say(`${green('✓')} ${credentialsPath()} is removed.`);
  return 0;
}

export async function whoami(own: Own, signal: AbortSignal): Promise<number> {
  const { api_key, base_url, from } = findCredentials();
  if (api_key === undefined || base_url === undefined) throw new NoKeyError('No key is known: run `pdf-api login`.');
  const pdf = new Pdf({ apiKey: api_key, baseUrl: base_url });
  await tryKey(pdf, signal);
  const last4 = api_key.slice(-4);
  // Only a key that manages keys may read of itself.
  const keys = await pdf.keys
    .list({ limit: 100 }, { signal })
    .all()
    .catch(() => []);
  const record = keys.find((key) => key.last4 === last4 && key.status === 'active');
  const told = {
    service: base_url,
    key: `${api_key.slice(0, 10)}…${last4}`,
    from,
    ...(record ? { key_id: record.key_id, name: record.name, scopes: record.scopes, expires_at: record.expires_at } : {}),
  };
  if (own.has('json')) await print(`${JSON.stringify(told)}\n`);
  else {
    await print(`service  ${told.service}  ${dim(`(${from?.base_url})`)}\nkey      ${told.key}  ${dim(`(${from?.api_key})`)}\n`);
    if (record)
      await print(
        `name     ${record.name}\nscopes   ${record.scopes.join(', ')}\n${record.expires_at ? `expires  ${record.expires_at}\n` : ''}`,
      );
  }
  return 0;
}

interface Finding {
  readonly name: string;
  readonly isGood: boolean;
  readonly told: string;
  readonly failure?: unknown;
}

const CLOCK_SECONDS_MAX = 60;

/** Each thing that is needed, in the order in which one needs the other. */
export async function doctor(own: Own, signal: AbortSignal): Promise<number> {
  const findings: Finding[] = [];
  const look = async (name: string, act: () => Promise<string>): Promise<boolean> => {
    const found = await act().then(
      (told): Finding => ({ name, isGood: true, told }),
      (failure: unknown): Finding => ({ name, isGood: false, told: (failure as Error).message, failure }),
    );
    findings.push(found);
    if (!own.has('json')) say(`${found.isGood ? green('✓') : red('✗')} ${name.padEnd(13)} ${found.told}`);
    return found.isGood;
  };
  const known = findCredentials();
  const base_url = own.get('url')?.at(-1) ?? known.base_url;
  const { api_key } = known;
  await look('node', async () => `${process.version} ${process.platform}`);
  const hasAddress = await look('address', async () => {
    if (base_url === undefined) throw new NoKeyError('none: run `pdf-api login --url …`, or set PDF_API_URL');
    return `${base_url} (${known.from?.base_url})`;
  });
  // Without a key the rest of it can be looked at all the same.
  const pdf = hasAddress ? new Pdf({ apiKey: api_key ?? 'none', baseUrl: base_url ?? '', maxRetries: 1, timeout: 10_000 }) : undefined;
  if (pdf && base_url !== undefined && (await look('service', async () => lookAtService(base_url, signal)))) {
    await look('clock', async () => lookAtClock(base_url, signal));
    await look('key', async () => {
      if (api_key === undefined) throw new NoKeyError('none: run `pdf-api login`, or set PDF_API_KEY');
      await tryKey(pdf, signal);
      return `${api_key.slice(0, 10)}…${api_key.slice(-4)} (${known.from?.api_key})`;
    });
    await look('capabilities', async () => describe(await pdf.capabilities({ signal })));
  }
  if (own.has('json')) await print(`${JSON.stringify(findings.map(({ name, isGood, told }) => ({ name, ok: isGood, told })))}\n`);
  const bad = findings.find(({ isGood }) => !isGood);
  return bad ? codeOf(bad) : EXIT_CODES.done[0];
}

function codeOf({ name, failure }: Finding): number {
  if (failure instanceof AuthenticationError || failure instanceof NoKeyError) return EXIT_CODES.access[0];
  return name === 'service' ? EXIT_CODES.unreachable[0] : exitCodeOf(failure);
}

async function ask(url: string, signal: AbortSignal): Promise<Response> {
  return fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(10_000)]) }).catch((cause: unknown) => {
    const { cause: inner } = cause as { cause?: Error };
    throw new Error(`${new URL(url).origin} does not answer: ${inner?.message ?? String(cause)}`, { cause });
  });
}

async function lookAtService(baseUrl: string, signal: AbortSignal): Promise<string> {
  const before = Date.now();
  const response = await ask(`${new URL(baseUrl).origin}/readyz`, signal);
  const { status, checks = {} } = (await response.json().catch(() => ({}))) as { status?: string; checks?: Record<string, boolean> };
  const down = Object.entries(checks).filter(([, isUp]) => !isUp);
  if (status === undefined) throw new Error(`there is another program at ${new URL(baseUrl).origin} (it answered ${response.status})`);
  if (!response.ok) throw new Error(`is not ready: ${down.map(([name]) => name).join(', ')}`);
  return `ready, answered in ${Date.now() - before} ms`;
}

/** Signed addresses and webhooks go by the clock. */
async function lookAtClock(baseUrl: string, signal: AbortSignal): Promise<string> {
  const { headers } = await ask(`${new URL(baseUrl).origin}/healthz`, signal);
  const date = headers.get('date');
  if (date === null) return 'the service does not say the time';
  const off = Math.round((Date.now() - Date.parse(date)) / 1000);
  if (Math.abs(off) > CLOCK_SECONDS_MAX)
    throw new Error(`${Math.abs(off)} s ${off > 0 ? 'ahead of' : 'behind'} the service’s: webhooks would be refused`);
  return `within ${Math.abs(off) + 1} s of the service’s`;
}

function describe({ operations, regions }: Capabilities): string {
  const places = Array.isArray(regions) ? regions.length : Object.keys(regions).length;
  return `${Object.keys(operations).length} operations, ${places} ${places === 1 ? 'region' : 'regions'}`;
}
