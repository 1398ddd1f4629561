// The log: one JSON line per event, with the ids that lead from a request to its job.
// It never holds a body, a key, a signed address or document text; so an error is described by its type, code and stack, not by its
// message, which foreign code may have made from the bytes of a document or from an address.

export type LogFields = Readonly<Record<string, unknown>>;

export interface Log {
  readonly info: (event: string, fields?: LogFields) => void;
  readonly error: (event: string, fields?: LogFields) => void;
  /** A log whose lines also carry `fields`. */
  readonly with: (fields: LogFields) => Log;
}

/** @param write takes one line without a line break. */
export function makeLog(write: (line: string) => void, now: () => number, bound: LogFields = {}): Log {
  const line = (level: string, event: string, fields: LogFields = {}): void =>
    write(JSON.stringify({ time: new Date(now()).toISOString(), level, event, ...bound, ...fields }));
  return {
    info: (event, fields) => line('info', event, fields),
    error: (event, fields) => line('error', event, fields),
    with: (fields) => makeLog(write, now, { ...bound, ...fields }),
  };
}

export interface ErrorDescription {
  readonly name: string;
  readonly code?: string;
  readonly at?: readonly string[];
  readonly cause?: ErrorDescription;
}

const FRAMES_MAX = 6;
const CAUSES_MAX = 4;

/** What the log may say about a thrown value: name, code, the innermost frames, and the same of its causes. */
export function describeError(error: unknown, depth = 0): ErrorDescription {
  if (!(error instanceof Error)) return { name: typeof error };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const at = framesOf(error);
  return {
    name: error.name.slice(0, 100),
    ...(code !== undefined && { code: code.slice(0, 100) }),
    ...(at.length > 0 && { at }),
    ...(error.cause !== undefined && depth < CAUSES_MAX && { cause: describeError(error.cause, depth + 1) }),
  };
}

function framesOf(error: Error): string[] {
  const stack = error.stack ?? '';
  // The frames follow the message, and the message may span lines that look like frames.
  const messageStart = stack.indexOf(error.message);
  if (messageStart < 0) return [];
  return stack
    .slice(messageStart + error.message.length)
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, FRAMES_MAX)
    .map((line) => line.trim().slice(0, 300));
}
