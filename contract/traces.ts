// Traces: what a request and its job took, in spans that every part of the service records, and the form in which they leave (OpenTelemetry protocol
// 1.x, JSON). A span holds names of our own, identifiers, sizes and times: never a word of a document, an instruction or a file's name.

/** Trace Context (W3C), version 00. */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  readonly isSampled: boolean;
}

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const SAMPLED = 1;

/** @returns undefined for a malformed value, which is ignored (Trace Context, section 3.2) */
export function parseTraceparent(value: string | null | undefined): TraceContext | undefined {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(value ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags ?? '0', 16) & SAMPLED) === SAMPLED };
}

export function printTraceparent({ traceId, spanId, isSampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
}

type RandomBytes = (length: number) => Uint8Array;

function hex(randomBytes: RandomBytes, length: number): string {
  return Array.from(randomBytes(length), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** @param parent undefined: it begins a trace */
export function childOf(parent: TraceContext | undefined, randomBytes: RandomBytes): TraceContext {
  return { traceId: parent?.traceId ?? hex(randomBytes, 16), spanId: hex(randomBytes, 8), isSampled: parent?.isSampled ?? true };
}

/** SpanKind of the protocol. */
const KINDS = { internal: 1, server: 2, client: 3, producer: 4, consumer: 5 } as const;

/** Everything that a span may say; names of the semantic conventions where there are any. */
export interface SpanAttributes {
  readonly 'http.request.method'?: string | undefined;
  readonly 'http.route'?: string | undefined;
  readonly 'http.response.status_code'?: number | undefined;
  readonly 'job.id'?: string | undefined;
  readonly 'job.type'?: string | undefined;
  readonly 'job.attempt'?: number | undefined;
  readonly 'job.outcome'?: string | undefined;
  readonly 'job.reason'?: string | undefined;
  readonly 'job.stage'?: string | undefined;
  readonly 'job.pages'?: number | undefined;
  readonly 'job.input_bytes'?: number | undefined;
  readonly 'job.output_bytes'?: number | undefined;
  readonly 'delivery.id'?: string | undefined;
  readonly 'delivery.attempt'?: number | undefined;
  readonly 'delivery.outcome'?: string | undefined;
  readonly 'cloud.region'?: string | undefined;
}

export interface Span {
  readonly name: string;
  readonly kind: keyof typeof KINDS;
  readonly context: TraceContext;
  readonly parentId: string | undefined;
  /** Of the clock, in milliseconds. */
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: SpanAttributes;
  readonly isError?: boolean;
}

/** What is no name or identifier does not leave, whoever put it there. */
const TOKEN = /^[\w.:/{}-]{1,120}$/;
const STATUS_ERROR = 2;
const NANOSECONDS_A_MS = 1_000_000n;

function nanoseconds(ms: number): string {
  return String(BigInt(Math.round(ms)) * NANOSECONDS_A_MS);
}

function otlpAttributes(attributes: object): object[] {
  const known: object[] = [];
  for (const [key, value] of Object.entries(attributes as Record<string, string | number | undefined>)) {
    if (typeof value === 'number') known.push({ key, value: { intValue: String(Math.round(value)) } });
    else if (value !== undefined && TOKEN.test(value)) known.push({ key, value: { stringValue: value } });
  }
  return known;
}

function otlpSpan({ name, kind, context, parentId, startMs, endMs, attributes, isError }: Span): object {
  return {
    traceId: context.traceId,
    spanId: context.spanId,
    ...(parentId === undefined ? {} : { parentSpanId: parentId }),
    name: name.split(' ').every((word) => TOKEN.test(word)) ? name : 'unnamed',
    kind: KINDS[kind],
    startTimeUnixNano: nanoseconds(startMs),
    endTimeUnixNano: nanoseconds(Math.max(startMs, endMs)),
    attributes: otlpAttributes(attributes),
    status: isError ? { code: STATUS_ERROR } : {},
  };
}

/** ExportTraceServiceRequest. */
function otlpRequest(service: ServiceName, spans: readonly Span[]): object {
  const resource = { attributes: otlpAttributes({ 'service.name': service.name, 'service.version': service.version }) };
  return { resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'pdf-api' }, spans: spans.map(otlpSpan) }] }] };
}

interface ServiceName {
  readonly name: string;
  readonly version?: string;
}

/** Of one part of the service, until they are sent. */
export interface SpanQueue {
  readonly add: (span: Span) => void;
  /** Sends what is there. What cannot be sent is lost: a trace is no record. */
  readonly flush: () => Promise<void>;
}

const WAITING_MAX = 2000;
const SENT_AT_ONCE = 500;

/** @param send takes one request of the protocol as JSON */
export function makeSpanQueue(service: ServiceName, send: (body: string) => Promise<void>, onLost: (count: number) => void): SpanQueue {
  let waiting: Span[] = [];
  return {
    add: (span) => {
      if (waiting.length < WAITING_MAX) waiting.push(span);
      else onLost(1);
    },
    flush: async () => {
      while (waiting.length > 0) {
        const some = waiting.slice(0, SENT_AT_ONCE);
        waiting = waiting.slice(SENT_AT_ONCE);
        try {
          await send(JSON.stringify(otlpRequest(service, some)));
        } catch {
          onLost(some.length);
        }
      }
    },
  };
}

/** Where the requests go: `/v1/traces` of the collector. */
export function tracesAddress(endpoint: string): string {
  return `${endpoint.replace(/\/$/, '')}/v1/traces`;
}

/** `authorization=Bearer x,other=y`, as OTEL_EXPORTER_OTLP_HEADERS. */
export function readOtlpHeaders(text: string | undefined): Record<string, string> {
  const pairs = (text ?? '').split(',').map((pair) => pair.split('='));
  return {
    'content-type': 'application/json',
    ...Object.fromEntries(pairs.flatMap(([name, ...value]) => (name && value.length > 0 ? [[name.trim(), value.join('=').trim()]] : []))),
  };
}
