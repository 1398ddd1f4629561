// Calls the operator's routes by their names in contract/operator.ts. A refusal becomes an error with the service's own words.

import { OPERATOR_PATH, OPERATOR_ROUTES, type OperatorRoute, type OperatorRouteName } from '#contract/operator.ts';
import type { z } from 'zod';

/** An error that the operator can act on; printed without a stack. */
export class OperatorError extends Error {}

export interface OperatorClient {
  readonly baseUrl: string;
  readonly call: <N extends OperatorRouteName>(
    name: N,
    options?: { ids?: Record<string, string>; body?: object; query?: Record<string, string | undefined> },
  ) => Promise<z.output<(typeof OPERATOR_ROUTES)[N]['success']['body']>>;
}

const TIMEOUT_MS = 30_000;

export function makeClient(baseUrl: string, operatorKey: string): OperatorClient {
  return {
    baseUrl,
    call: async (name, { ids = {}, body, query = {} } = {}) => {
      const route: OperatorRoute = OPERATOR_ROUTES[name];
      const path = route.path.replace(/\{(\w+)\}/g, (_, parameter: string) => encodeURIComponent(ids[parameter] ?? ''));
      const search = new URLSearchParams(
        Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined),
      ).toString();
      const json = route.body ? (body ?? {}) : body;
      const response = await send(`${baseUrl}${OPERATOR_PATH}${path}${search === '' ? '' : `?${search}`}`, {
        method: route.method,
        headers: { Authorization: `Bearer ${operatorKey}`, ...(json ? { 'Content-Type': 'application/json' } : {}) },
        ...(json ? { body: JSON.stringify(json) } : {}),
      });
      const text = await response.text();
      if (response.status !== route.success.status) throw new OperatorError(describe(response.status, text));
      return JSON.parse(text) as never;
    },
  };
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (cause) {
    const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause.message : String(cause);
    throw new OperatorError(`Nothing answers at ${new URL(url).origin}: ${inner}. Is the service running? --base-url names another.`, {
      cause,
    });
  }
}

function describe(status: number, text: string): string {
  let error: { code?: string; message?: string; request_id?: string } | undefined;
  try {
    error = (JSON.parse(text) as { error?: typeof error }).error;
  } catch {
    error = undefined;
  }
  if (!error) return `The service answered ${status} without an error body: is this its base address?`;
  if (error.code === 'unauthorized') return 'The service does not know this operator key (--operator-key, OPERATOR_KEY or service.json).';
  return `${error.message ?? ''} [${error.code ?? status}, ${error.request_id ?? 'no request id'}]`;
}
