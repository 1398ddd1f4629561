// Finds the operator's service and credential: options first, then the environment, then what `npm start` wrote.

import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ServiceFile } from '../local/settings.ts';
import { OperatorError } from './client.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

interface FoundService {
  readonly baseUrl: string;
  readonly operatorKey: string;
}

/** @throws OperatorError saying what is missing. */
export function findService(values: { 'base-url'?: string; 'operator-key'?: string }, env: NodeJS.ProcessEnv): FoundService {
  const named = values['base-url'] ?? env['OPERATOR_BASE_URL'];
  const local = readLocal(resolve(ROOT, env['LOCAL_DIR'] ?? '.local'));
  const baseUrl = (named ?? local?.base_url)?.replace(/\/$/, '');
  // The key of the local service is not sent to another one.
  const operatorKey = values['operator-key'] ?? env['OPERATOR_KEY'] ?? (named === undefined ? local?.operator_key : undefined);
  if (baseUrl === undefined) throw new OperatorError('Which service? --base-url, OPERATOR_BASE_URL, or a running `npm start`.');
  if (!URL.canParse(baseUrl)) throw new OperatorError(`${baseUrl} is not an address.`);
  if (operatorKey === undefined) throw new OperatorError('Which credential? OPERATOR_KEY or --operator-key.');
  return { baseUrl, operatorKey };
}

function readLocal(dir: string): ServiceFile | undefined {
  const path = join(dir, 'service.json');
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as ServiceFile) : undefined;
}
