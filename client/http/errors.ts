// What the client throws. Decide by class, `code` or `reason`; messages are for people. An aborted call throws its signal's reason.

import type { ApiError as ApiErrorBody, Job, RefusedField } from '../generated/api.ts';

export type ErrorCode = ApiErrorBody['error']['code'];

/** Everything that this package throws, but for what a caller's AbortSignal throws. */
export class PdfError extends Error {
  override readonly name: string = 'PdfError';
}

/** No answer came: the network, the name, the certificate, a connection that was cut. */
export class ConnectionError extends PdfError {
  override readonly name: string = 'ConnectionError';
}

/** No answer came within `timeout`. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError';
}

/** The service refused the request. */
export class ApiError extends PdfError {
  override readonly name: string = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode;
  /** Quote it when you ask for help. */
  readonly requestId: string | undefined;
  /** Where to read on. */
  readonly docs: string | undefined;
  /** Whether the same request can succeed later. */
  readonly retryable: boolean;
  /** The fields that are at fault, with what was probably meant. */
  readonly details: readonly RefusedField[];
  readonly headers: Headers;

  constructor(status: number, headers: Headers, body: ApiErrorBody['error']) {
    super(describe(body));
    this.status = status;
    this.headers = headers;
    this.code = body.code;
    this.requestId = body.request_id || headers.get('x-request-id') || undefined;
    this.docs = body.docs;
    this.retryable = body.retryable;
    this.details = body.details ?? [];
  }
}

/** 400, 411, 415, 422: something about the request is wrong; `details` say what. */
export class InvalidRequestError extends ApiError {
  override readonly name = 'InvalidRequestError';
}
/** 401: there is no such key. */
export class AuthenticationError extends ApiError {
  override readonly name = 'AuthenticationError';
}
/** 403: the key may not do this. */
export class PermissionError extends ApiError {
  override readonly name = 'PermissionError';
}
/** 403: acceptable use forbids it. */
export class PolicyViolationError extends ApiError {
  override readonly name = 'PolicyViolationError';
}
/** 404, 405. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError';
}
/** 409: not in the present state. */
export class ConflictError extends ApiError {
  override readonly name = 'ConflictError';
}
/** 410: expired or deleted. */
export class ExpiredError extends ApiError {
  override readonly name = 'ExpiredError';
}
/** 413. */
export class TooLargeError extends ApiError {
  override readonly name = 'TooLargeError';
}
/** 429: too many requests, or too many jobs waiting. */
export class RateLimitError extends ApiError {
  override readonly name = 'RateLimitError';
}
/** 429: the quota of the month is used up. */
export class QuotaExceededError extends ApiError {
  override readonly name = 'QuotaExceededError';
}
/** 5xx. */
export class ServerError extends ApiError {
  override readonly name = 'ServerError';
}

/** A job that did not succeed: it failed, was cancelled, or expired. */
export class JobFailedError extends PdfError {
  override readonly name = 'JobFailedError';
  readonly job: Job;
  /** Why it failed; of other states the state. */
  readonly reason: string;
  /** Whether the same job can succeed later. */
  readonly retryable: boolean;
  readonly page: number | undefined;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(job: Job) {
    const { error, status, job_id } = job;
    super(error ? `${error.reason}: ${error.message} (${job_id})` : `The job ${job_id} is ${status}.`);
    this.job = job;
    this.reason = error?.reason ?? status;
    this.retryable = error?.retryable ?? false;
    this.page = error?.page;
    this.details = error?.details ?? {};
  }
}

/** The bytes that arrived are not those that the service has. */
export class IntegrityError extends PdfError {
  override readonly name = 'IntegrityError';
}

/** A request that is not a webhook of this secret, or is too old. */
export class WebhookSignatureError extends PdfError {
  override readonly name = 'WebhookSignatureError';
}

type ErrorClass = new (status: number, headers: Headers, body: ApiErrorBody['error']) => ApiError;

const OF_CODE: Readonly<Record<string, ErrorClass>> = { policy_violation: PolicyViolationError, quota_exceeded: QuotaExceededError };
const OF_STATUS: Readonly<Record<number, ErrorClass>> = {
  400: InvalidRequestError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  405: NotFoundError,
  409: ConflictError,
  410: ExpiredError,
  411: InvalidRequestError,
  413: TooLargeError,
  415: InvalidRequestError,
  422: InvalidRequestError,
  429: RateLimitError,
};

/** @param text the body of the answer, which may come from something between here and the service */
export function errorOf(status: number, headers: Headers, text: string): ApiError {
  const body = readBody(text) ?? {
    code: status === 429 ? 'rate_limited' : status >= 500 ? 'unavailable' : 'unknown',
    message: `The answer was ${status}${text === '' ? '' : `: ${text.slice(0, 200)}`}`,
    request_id: headers.get('x-request-id') ?? '',
    retryable: status === 429 || status >= 500,
    docs: '',
  };
  const Class = OF_CODE[body.code] ?? OF_STATUS[status] ?? (status >= 500 ? ServerError : ApiError);
  return new Class(status, headers, body);
}

function readBody(text: string): ApiErrorBody['error'] | undefined {
  try {
    const { error } = JSON.parse(text) as Partial<ApiErrorBody>;
    return typeof error?.code === 'string' ? error : undefined;
  } catch {
    return undefined;
  }
}

/** The message says of itself which field and what was meant, in most cases: what it does not say is added. */
function describe({ code, message, request_id, docs, details = [] }: ApiErrorBody['error']): string {
  const hints = details.flatMap(({ suggestions = [] }) => suggestions).filter((hint) => !message.includes(hint));
  return [
    `${code}: ${message}`,
    ...details.filter((field) => !message.includes(field.message)).map((field) => `  ${field.field}: ${field.message}`),
    ...(hints.length > 0 ? [`  Did you mean ${hints.join(' or ')}?`] : []),
    `  ${[request_id, docs].filter(Boolean).join('  ')}`,
  ]
    .join('\n')
    .trimEnd();
}
