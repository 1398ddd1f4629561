// A valid request for every route of the contract's table, so that what must hold for all routes is tested on all of them.

import { BASE_PATH, type Route, type RouteName, ROUTES, takesIdempotencyKey } from '#contract/api.ts';
import { OPERATION_NAMES, type OperationName } from '#contract/operations.ts';
import { pdfBytes } from './api-client.ts';

export const ALL_ROUTES = Object.entries(ROUTES) as [RouteName, Route][];
export const BEARER_ROUTES = ALL_ROUTES.filter(([, route]) => route.auth === 'bearer');
export const POST_ROUTES = ALL_ROUTES.filter(([, route]) => takesIdempotencyKey(route));

/** Parameters of a valid job of each operation; the compiler keeps the list. */
export const VALID_PARAMS: { readonly [N in OperationName]: Record<string, unknown> } = {
  ai_edit: { instruction: 'Delete the last page' },
  metadata: { action: 'remove' },
  convert: { target_format: 'pdf' },
  ocr: { languages: ['eng'] },
  compress: {},
  split: { every: 1 },
  merge: {},
  pages: { steps: [{ op: 'rotate', degrees: 90 }] },
  flatten: {},
  stamp: { marks: [{ kind: 'page_numbers' }] },
  protect: { user_password: 'open sesame' },
  unlock: {},
  pipeline: { steps: [{ operation: 'metadata', params: { action: 'remove' } }] },
};

export const VALID_ACCESS_REQUEST = {
  company_name: 'Example Limited',
  contact_email: 'ada@example.com',
  website: 'https://example.com/',
  use_case: 'Removing metadata from what our customers send to courts.',
  monthly_volume: 20_000,
  file_types: ['application/pdf', 'DOCX'],
  average_file_bytes: 800_000,
  needs_dpa: true,
};

export const UNKNOWN_FILE = `file_${'0'.repeat(22)}`;
export const UNKNOWN_WEBHOOK = `whk_${'0'.repeat(22)}`;
export const UNKNOWN_DELIVERY = `dlv_${'0'.repeat(32)}`;
export const UNKNOWN_JOB = `job_${'0'.repeat(22)}`;
export const UNKNOWN_BATCH = `batch_${'0'.repeat(22)}`;
export const UNKNOWN_KEY = `key_${'0'.repeat(22)}`;

export interface Names {
  readonly fileId?: string;
  readonly jobId?: string;
  readonly batchId?: string;
  readonly webhookId?: string;
  readonly deliveryId?: string;
  readonly keyId?: string;
  readonly token?: string;
}

/** The path with its parameters filled in, base path included. */
export function pathOf(route: Route, names: Names = {}): string {
  const path = route.path
    .replace('{file_id}', names.fileId ?? UNKNOWN_FILE)
    .replace('{job_id}', names.jobId ?? UNKNOWN_JOB)
    .replace('{batch_id}', names.batchId ?? UNKNOWN_BATCH)
    .replace('{webhook_id}', names.webhookId ?? UNKNOWN_WEBHOOK)
    .replace('{delivery_id}', names.deliveryId ?? UNKNOWN_DELIVERY)
    .replace('{key_id}', names.keyId ?? UNKNOWN_KEY)
    .replace('{operation}', 'metadata')
    .replace('{number}', '1')
    .replace('{token}', names.token ?? 'no.token');
  return BASE_PATH + path;
}

/** A form of `POST /run/{operation}` with as many files as named. */
export function runForm(params: object, files: readonly Uint8Array[] = [pdfBytes()], fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ params: JSON.stringify(params), ...fields })) form.append(name, value);
  for (const [i, bytes] of files.entries()) form.append('file', new File([bytes.slice()], `source-${i}.pdf`, { type: 'application/pdf' }));
  return form;
}

/** A run that does not wait for its job, in one piece. */
const RUN: RequestInit = {
  method: 'POST',
  headers: { prefer: 'wait=0', 'content-type': 'multipart/form-data; boundary=b' },
  body: [
    '--b\r\nContent-Disposition: form-data; name="params"\r\n\r\n{"action":"remove"}\r\n',
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.7\n\r\n--b--\r\n',
  ].join(''),
};

/** What fetch needs for a request that is valid but for the names in it. */
export function requestOf(name: RouteName, route: Route, names: Names = {}): RequestInit {
  const json = route.bytes === 'parts' ? undefined : jsonOf(name, route, names.fileId ?? UNKNOWN_FILE);
  if (json) return { method: route.method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) };
  if (route.bytes === 'parts') return RUN;
  if (route.bytes === 'raw') return { method: route.method, headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.7\n' };
  return { method: route.method };
}

/** The body of a job of one file: a job that lists its files names this one twice. */
export function jobBody(name: OperationName, params: object, fileId: unknown): Record<string, unknown> {
  if (name === 'merge') return { files: [{ file_id: fileId }, { file_id: fileId }], ...params };
  if (name === 'pipeline') return { files: [{ file_id: fileId }], ...params };
  return { file_id: fileId, ...params };
}

function jsonOf(name: RouteName, route: Route, fileId: string): object | undefined {
  if (route.operation) return jobBody(route.operation, VALID_PARAMS[route.operation], fileId);
  if (name === 'createBatch') return { operation: 'metadata', params: VALID_PARAMS.metadata, items: [{ file_id: fileId }] };
  if (name === 'createFile') return { filename: 'a.pdf', content_type: 'application/pdf', size_bytes: 9 };
  if (name === 'fetchFile') return { filename: 'a.pdf', content_type: 'application/pdf', source_url: 'https://example.com/a.pdf' };
  if (name === 'requestAccess') return VALID_ACCESS_REQUEST;
  if (name === 'createKey') return { name: 'A key', scopes: ['keys:manage'] };
  if (name === 'rotateKey') return {};
  return WEBHOOK_BODIES[name];
}

const WEBHOOK_BODIES: Partial<Record<RouteName, object>> = {
  createWebhook: { url: 'https://example.com/hook', events: ['*'] },
  changeWebhook: { description: 'changed' },
  rotateWebhookSecret: { grace_seconds: 0 },
  recoverDeliveries: { since: '2020-01-01T00:00:00Z' },
};

export const JOB_ROUTES = OPERATION_NAMES.map((name) => ({ name, path: ROUTES[`create_${name}`].path, params: VALID_PARAMS[name] }));
