// The operator's command line as a program of its own, against a running service.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ROOT } from '../../../scripts/local/edge.ts';
import type { TestEdge } from './edge.ts';

/** The program starts a hundred times (vitest.config.ts). */
const COMPILED = { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '' };

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export async function runOperator(edge: TestEdge, args: readonly string[], env: Record<string, string> = {}): Promise<Ran> {
  const service = { OPERATOR_BASE_URL: `${edge.url}/v1`, OPERATOR_KEY: edge.secrets.OPERATOR_KEY };
  const options = { cwd: ROOT, env: { ...COMPILED, PATH: process.env['PATH'] ?? '', LOCAL_DIR: '/nonexistent', ...service, ...env } };
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, ['scripts/operator.ts', ...args], options);
    return { code: 0, out: stdout, err: stderr };
  } catch (cause) {
    const failed = cause as { code: number; stdout: string; stderr: string };
    return { code: failed.code, out: failed.stdout, err: failed.stderr };
  }
}
