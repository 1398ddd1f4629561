// Structured logs: one JSON line per event. Never a body, a key, a signed address or document text.

type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

export interface Log {
  readonly info: (event: string, fields?: LogFields) => void;
  readonly error: (event: string, cause: unknown, fields?: LogFields) => void;
}

export const log: Log = {
  info: (event, fields = {}) => write('info', event, fields),
  error: (event, cause, fields = {}) => write('error', event, { ...fields, ...describe(cause) }),
};

function describe(cause: unknown): LogFields {
  if (!(cause instanceof Error)) return { error: String(cause) };
  const inner = cause.cause instanceof Error ? cause.cause.message : undefined;
  const message = withoutParameters(cause.message);
  return { error: `${cause.name}: ${message}`, stack: cause.stack?.replace(cause.message, message), caused_by: inner };
}

/** The query builder's errors end with the values of the statement: what customers sent does not belong in a log. */
function withoutParameters(message: string): string {
  return message.replace(/\nparams: [\s\S]*$/, '');
}

function write(level: string, event: string, fields: LogFields): void {
  // oxlint-disable-next-line no-console -- the Workers runtime collects logs from the console
  console.log(JSON.stringify({ level, event, ...fields }));
}
