// The commonest mistakes of callers, and what each answer teaches: which field, what is possible, what was probably meant, where to read on.

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ErrorCode } from '#contract/errors.ts';
import { pdfBytes } from '../support/service/api-client.ts';
import { openEdge } from '../support/service/edge.ts';
import { expectError } from '../support/expectations.ts';
import { INTRODUCTION } from '../support/service/introduction.ts';

const edge = await openEdge();
afterAll(edge.close);
const { api, issueKey } = await edge.createAccount();
const reader = await issueKey({ scopes: ['files:read'] });
const ids = { pdf: '', docx: '', txt: '', png: '', job: '' };
const GONE = `file_${'0'.repeat(22)}`;
const JSON_TYPE = { 'content-type': 'application/json' };

beforeAll(async () => {
  const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  ids.pdf = await api.upload();
  ids.docx = await api.upload(Buffer.from('PK\x03\x04'), { filename: 'a.docx', content_type: DOCX });
  ids.txt = await api.upload(Buffer.from('text'), { filename: 'a.txt', content_type: 'text/plain' });
  ids.png = await api.upload(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), { filename: 'a.png', content_type: 'image/png' });
  ids.job = (await api.createJob()).job_id;
  await edge.processor.succeed(await edge.processor.nextRun(ids.job));
});

type Call = () => Promise<Response>;
/** What was done, the answer's code, and what it says; a text is looked for in the message. */
type Mistake = readonly [what: string, call: Call, code: ErrorCode, ...says: (string | RegExp)[]];

const send = (method: string, path: string, headers: Record<string, string> = {}, body?: string): Call => {
  return async () =>
    fetch(edge.url + path, { method, headers: { connection: 'close', ...headers }, ...(body === undefined ? {} : { body }) });
};
const get =
  (path: string): Call =>
  async () =>
    api.get(path);
const post =
  (path: string, json: unknown = {}): Call =>
  async () =>
    api.post(path, json);
const raw = (path: string, body: string, headers: Record<string, string> = JSON_TYPE): Call => {
  return async () => api.request('POST', path, { body: Buffer.from(body), headers });
};
const job = (operation: string, params: Record<string, unknown>, file: keyof typeof ids = 'pdf'): Call => {
  return async () => api.post(`/jobs/${operation}`, { file_id: ids[file], ...params });
};
const form = (path: string, parts: Readonly<Record<string, string | Blob>>, filename?: string): Call => {
  return async () => {
    const body = new FormData();
    for (const [name, part] of Object.entries(parts)) {
      if (typeof part === 'string') body.append(name, part);
      else body.append(name, part, filename);
    }
    const sent = new Response(body);
    const headers = { 'content-type': sent.headers.get('content-type') ?? '' };
    return api.request('POST', path, { body: new Uint8Array(await sent.arrayBuffer()), headers });
  };
};
const file = { filename: 'a.pdf', content_type: 'application/pdf', size_bytes: 10 };
const pdf = new Blob([pdfBytes()]);
const plan = (operation: object) => ({ plan: { version: '1', operations: [{ id: 'op1', because: 'said', ...operation }] } });

const MISTAKES: readonly Mistake[] = [
  // Who is calling.
  ['no key', send('GET', '/v1/files'), 'unauthorized', 'Authorization: Bearer pdfk_live_'],
  ['the key in X-API-Key', send('GET', '/v1/files', { 'x-api-key': 'pdfk_live_x' }), 'unauthorized', 'from no other header'],
  ['the key in the address', send('GET', '/v1/files?api_key=pdfk_live_x'), 'unauthorized', 'not from the address'],
  ['the key without Bearer', send('GET', '/v1/files', { authorization: 'pdfk_live_x' }), 'unauthorized', 'Bearer pdfk_live_'],
  ['the key as a user name', send('GET', '/v1/files', { authorization: 'Basic cGRmazo=' }), 'unauthorized', 'not as a user name'],
  ['a shortened key', send('GET', '/v1/files', { authorization: 'Bearer pdfk_live_abc' }), 'unauthorized', 'neither been revoked'],
  ['a scope that the key has not', async () => reader.api.post('/files', file), 'forbidden', 'files:write', 'it has files:read'],
  ['a job by a key that reads', async () => reader.api.post('/jobs/compress', {}), 'forbidden', 'jobs:write or jobs:compress'],
  // Where to.
  ['no base path', get('/../files'), 'not_found', 'Did you mean /v1/files?'],
  ['another version', get('/../v2/files'), 'not_found', 'Did you mean /v1/files?'],
  ['a path below /api', get('/../api/jobs'), 'not_found', 'Did you mean /v1/jobs?'],
  ['the singular', get('/file'), 'not_found', 'Did you mean /v1/files?'],
  ['a slash at the end', get('/files/'), 'not_found', 'Did you mean /v1/files?'],
  ['another word', get('/documents'), 'not_found', 'Paths begin with /v1: /files'],
  ['a misspelt path', get('/webhoks'), 'not_found', 'Did you mean /v1/webhooks?'],
  ['an upload by another word', post('/upload', file), 'not_found', 'Paths begin with /v1'],
  ['an unknown operation', post('/jobs/shrink'), 'not_found', 'The operations are ai-edit, metadata, convert', 'unlock'],
  ['a misspelt operation', post('/jobs/comprss'), 'not_found', 'Did you mean compress?'],
  ['an operation with an underscore', post('/jobs/ai_edit'), 'not_found', 'Did you mean ai-edit?'],
  ['an unknown operation in one call', form('/run/rotate', { file: pdf }), 'not_found', 'The operations are ai-edit'],
  ['an operation in the plural', post('/jobs/merges'), 'not_found', 'Did you mean merge?'],
  ['a job at the list of jobs', post('/jobs', { type: 'ocr' }), 'method_not_allowed', 'possible: GET', '/v1/jobs/{operation}', 'ocr'],
  ['PUT for a file', async () => api.request('PUT', `/files/${GONE}`), 'method_not_allowed', 'possible: GET, HEAD, DELETE'],
  ['GET for cancel', async () => api.get(`/jobs/${ids.job}/cancel`), 'method_not_allowed', 'possible: POST'],
  ['an operation read as a job', get('/jobs/ocr'), 'not_found', 'no such job', 'job_'],
  // What is named.
  ['a file that is not there', get(`/files/${GONE}`), 'not_found', 'There is no such file.'],
  ['a job as a file', async () => api.get(`/files/${ids.job}`), 'not_found', 'identifier of a job'],
  ['a file as a job', async () => api.get(`/jobs/${ids.pdf}`), 'not_found', 'identifier of a file'],
  ['a shortened identifier', get('/files/file_abc'), 'not_found', '22 letters and digits'],
  [
    'a job on a job',
    post('/jobs/compress', { file_id: `job_${'0'.repeat(22)}` }),
    'invalid_request',
    'file_id: is not a file identifier',
    'file_',
  ],
  ['a job on a name', post('/jobs/compress', { file_id: 'a.pdf' }), 'invalid_request', '`file_` and 22 letters'],
  ['a job on a deleted file', post('/jobs/compress', { file_id: GONE }), 'not_found', 'no such file'],
  ['no mode of split', post('/jobs/split', { file_id: GONE }), 'invalid_request', 'Exactly one of `ranges`, `every`'],
  [
    'two modes of split',
    post('/jobs/split', { file_id: GONE, every: 1, pages: 'each' }),
    'invalid_request',
    'Exactly one of `ranges`, `every`',
  ],
  [
    'no password for protect',
    post('/jobs/protect', { file_id: GONE }),
    'invalid_request',
    'One of `user_password` and `owner_password` is needed',
  ],
  ['a stamp without its file', post('/jobs/stamp', { file_id: GONE, marks: [{ kind: 'image' }] }), 'invalid_request', 'and `files` has 0'],
  [
    'a colour by name',
    post('/jobs/stamp', { file_id: GONE, marks: [{ kind: 'text', text: 'x', color: 'red' }] }),
    'invalid_request',
    'such as `#ff0000`',
  ],
  [
    'a turn by 45',
    post('/jobs/pages', { file_id: GONE, steps: [{ op: 'rotate', degrees: 45 }] }),
    'invalid_request',
    'is 45, but must be one of 90',
  ],
  ['no file_id', post('/jobs/compress'), 'invalid_request', 'file_id: is missing'],
  ['fileId', post('/jobs/compress', { fileId: GONE }), 'invalid_request', 'file_id: is missing', 'Did you mean `file_id`?'],
  ['file', post('/jobs/ocr', { file: GONE }), 'invalid_request', 'Did you mean `file_id`?'],
  ['an ended job cancelled', async () => api.cancel(ids.job), 'job_not_cancellable', 'The job is succeeded'],
  // How the body is sent.
  ['no Content-Type', raw('/files', '{}', {}), 'unsupported_media_type', 'application/json', 'no Content-Type'],
  [
    'curl -d without a header',
    raw('/jobs/ocr', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }),
    'unsupported_media_type',
    'urlencoded',
  ],
  ['JSON as text', raw('/jobs/ocr', '{}', { 'content-type': 'text/plain' }), 'unsupported_media_type', 'application/json', 'text/plain'],
  ['the PDF as the body', raw('/files', '%PDF-1.7', { 'content-type': 'application/pdf' }), 'unsupported_media_type', 'application/pdf'],
  ['a form for a job', form('/jobs/ocr', { file: pdf }), 'unsupported_media_type', 'application/json', 'multipart/form-data'],
  ['JSON for one call', post('/run/ocr'), 'unsupported_media_type', 'multipart/form-data', 'application/json'],
  ['an empty body', raw('/files', ''), 'invalid_request', 'not valid JSON: it is empty'],
  ['single quotes', raw('/files', `{'filename':'a.pdf'}`), 'invalid_request', 'position 1'],
  ['a comma too many', raw('/files', '{"filename":"a.pdf",}'), 'invalid_request', 'position 20'],
  ['half a body', raw('/files', '{"filename":'), 'invalid_request', 'ends too early'],
  ['a list', raw('/files', '[]'), 'invalid_request', 'must be an object, not a list'],
  ['a field twice', raw('/files', '{"filename":"a","filename":"b"}'), 'invalid_request', '"filename" occurs twice'],
  ['a parameter within params', job('compress', { params: {} }), 'invalid_request', 'params: There is no such field'],
  // Uploads.
  ['no size', post('/files', { filename: 'a.pdf', content_type: 'application/pdf' }), 'invalid_request', 'size_bytes: is missing'],
  ['size', post('/files', { ...file, size_bytes: undefined, size: 10 }), 'invalid_request', 'Did you mean `size_bytes`?'],
  ['fileName', post('/files', { ...file, fileName: 'a.pdf' }), 'invalid_request', 'Did you mean `filename`?'],
  [
    'mime_type',
    post('/files', { ...file, content_type: undefined, mime_type: 'application/pdf' }),
    'invalid_request',
    'Did you mean `content_type`?',
  ],
  ['a size in quotation marks', post('/files', { ...file, size_bytes: '10' }), 'invalid_request', 'without quotation marks'],
  ['a size of nothing', post('/files', { ...file, size_bytes: 0 }), 'invalid_request', 'must be at least 1, and is 0'],
  ['a size with decimals', post('/files', { ...file, size_bytes: 1.5 }), 'invalid_request', 'whole number'],
  ['a path as the name', post('/files', { ...file, filename: '/tmp/a.pdf' }), 'invalid_request', 'path separator'],
  ['an ending as the type', post('/files', { ...file, content_type: 'pdf' }), 'unsupported_file_type', 'Did you mean application/pdf?'],
  ['the older Word', post('/files', { ...file, content_type: 'application/msword' }), 'unsupported_file_type', 'wordprocessingml'],
  [
    'no type in JSON',
    post('/files', { ...file, content_type: 'application/octet-stream' }),
    'unsupported_file_type',
    'Did you mean application/pdf?',
  ],
  ['an unknown region', post('/files', { ...file, region: 'mars' }), 'invalid_request', 'the regions are auto, eu'],
  ['a hash in capitals', post('/files', { ...file, sha256: 'A'.repeat(64) }), 'invalid_request', '64 lowercase hexadecimal'],
  ['metadata of numbers', post('/files', { ...file, metadata: { order: 7 } }), 'invalid_request', 'metadata.order: must be a text'],
  ['a form without a file', form('/files', { filename: 'a.pdf' }), 'invalid_request', 'no part `file`', 'curl -F file=@'],
  ['a form with another part', form('/files', { document: pdf }, 'a.pdf'), 'invalid_request', 'Did you mean `file`?'],
  ['a program', form('/files', { file: new Blob([Buffer.from('\x7fELF\x02')]) }, 'a.exe'), 'unsupported_file_type', 'application/pdf'],
  [
    'a text called PDF',
    form('/files', { file: new Blob(['text'], { type: 'application/pdf' }) }, 'a.pdf'),
    'unsupported_file_type',
    'look like text/plain',
  ],
  ['an empty file', form('/files', { file: new Blob([]) }, 'a.pdf'), 'size_mismatch', 'The file is empty'],
  ['a form with a key for repeats', keyedForm(), 'invalid_request', 'multipart/form-data'],
  ['a lifetime that is too long', async () => api.get(`/files/${ids.pdf}/download?expires_in=99999`), 'invalid_request', 'at most 3600'],
  ['a lifetime by another name', async () => api.get(`/files/${ids.pdf}/download?ttl=60`), 'invalid_request', 'Did you mean `expires_in`?'],
  // Parameters.
  [
    'format',
    job('convert', { format: 'docx' }),
    'invalid_request',
    'target_format: is missing',
    'one of pdf, docx',
    'Did you mean `target_format`?',
  ],
  ['to', job('convert', { to: 'docx' }), 'invalid_request', 'Did you mean `target_format`?'],
  ['targetFormat', job('convert', { targetFormat: 'docx' }), 'invalid_request', 'Did you mean `target_format`?'],
  ['an unknown format', job('convert', { target_format: 'doc' }), 'invalid_request', 'is "doc"', 'one of pdf, docx', 'Did you mean docx?'],
  ['a format that is none', job('convert', { target_format: 'word' }), 'invalid_request', 'one of pdf, docx, html'],
  [
    'a pair that is impossible',
    job('convert', { target_format: 'xlsx' }, 'docx'),
    'unsupported_file_type',
    'can be converted to pdf, html, txt',
  ],
  [
    'an option of another format',
    job('convert', { target_format: 'txt', dpi: 150 }),
    'invalid_request',
    'applies only to the target formats jpg and png',
  ],
  ['too many dots', job('convert', { target_format: 'png', dpi: 1200 }), 'invalid_request', 'dpi: must be at most 600, and is 1200'],
  [
    'a number in quotation marks',
    job('convert', { target_format: 'png', dpi: '150' }),
    'invalid_request',
    'dpi',
    'without quotation marks',
  ],
  ['pages as a list', job('convert', { target_format: 'txt', pages: [1, 2] }), 'invalid_request', 'pages: must be a text, not a list'],
  ['pages that are no range', job('convert', { target_format: 'txt', pages: '1..3' }), 'invalid_request', '`1-3,5,8-end,last,-2`'],
  ['page 0', job('convert', { target_format: 'txt', pages: '0' }), 'invalid_request', 'is not a list of pages'],
  ['one language as a text', job('ocr', { languages: 'en' }), 'invalid_request', 'languages: must be a list, not a text', '[…]'],
  ['language', job('ocr', { language: ['en'] }), 'invalid_request', 'Did you mean `languages`?'],
  ['a language by its English name', job('ocr', { languages: ['English'] }), 'invalid_request', 'language code such as `eng`'],
  ['a language twice', job('ocr', { languages: ['en', 'eng'] }), 'invalid_request', 'names a language twice'],
  ['an unknown mode', job('ocr', { mode: 'all' }), 'invalid_request', 'one of skip_text, force, redo'],
  ['an output by another name', job('ocr', { output_format: 'pdf' }), 'invalid_request', 'Did you mean searchable_pdf?'],
  ['OCR of a text', job('ocr', {}, 'txt'), 'unsupported_file_type', 'it accepts application/pdf, image/jpeg'],
  ['a picture compressed', job('compress', {}, 'png'), 'unsupported_file_type', 'it accepts application/pdf'],
  ['an unknown profile', job('compress', { quality: 'low' }), 'invalid_request', 'one of high, balanced, maximum'],
  ['no action', job('metadata', {}), 'invalid_request', 'action: is missing', 'remove'],
  ['an unknown action', job('metadata', { action: 'strip' }), 'invalid_request', 'is "strip"', 'one of remove, read, set'],
  ['no instruction', job('ai-edit', {}), 'invalid_instruction', /instruction/],
  ['prompt', job('ai-edit', { prompt: 'Delete page 2' }), 'invalid_request', 'Did you mean `instruction`?'],
  ['a plan with an unknown operation', job('ai-edit', plan({ op: 'remove_text' })), 'invalid_request', 'delete_text'],
  [
    'merge of one file',
    async () => api.post('/jobs/merge', { files: [{ file_id: ids.pdf }] }),
    'invalid_request',
    'must list at least 2, and lists 1',
  ],
  [
    'merge of identifiers alone',
    async () => api.post('/jobs/merge', { files: [ids.pdf, ids.pdf] }),
    'invalid_request',
    'files.0: must be an object, not a text',
  ],
  [
    'merge of one file by the name that other operations have',
    job('merge', {}),
    'invalid_request',
    'file_id: merge reads several files, and lists all of them in `files`',
    '"files": [{"file_id": "…"}, {"file_id": "…"}]',
  ],
  [
    'merge of `file_ids`',
    async () => api.post('/jobs/merge', { file_ids: [ids.pdf, ids.pdf] }),
    'invalid_request',
    'file_ids: merge reads several files',
  ],
  ['a pipeline on `file_id`', job('pipeline', { steps: [{ operation: 'compress' }] }), 'invalid_request', 'lists all of them in `files`'],
  ['split by nothing', job('split', {}), 'invalid_request', 'ranges'],
  ['a rotation by 45 degrees', job('pages', { steps: [{ op: 'rotate', pages: '1', degrees: 45 }] }), 'invalid_request', 'degrees', '90'],
  ['an unknown step', job('pages', { steps: [{ op: 'remove', pages: '1' }] }), 'invalid_request', 'steps.0.op', 'delete'],
  ['rotation by another name', job('pages', { steps: [{ op: 'rotate', pages: '1', angle: 90 }] }), 'invalid_request', 'degrees'],
  ['protect without a password', job('protect', {}), 'invalid_request', 'password'],
  [
    'permissions that nobody can lift',
    job('protect', { user_password: 'abc', permissions: { print: 'none' } }),
    'invalid_request',
    'owner_password',
  ],
  // Lists, webhooks, keys.
  ['an unknown status', get('/jobs?status=done'), 'invalid_request', 'one of queued, running, succeeded'],
  ['a page number', get('/jobs?page=2'), 'invalid_request', 'Did you mean `cursor`?'],
  ['a long page', get('/files?limit=1000'), 'invalid_request', 'limit: must be at most 100, and is 1000'],
  ['a long wait', async () => api.get(`/jobs/${ids.job}?wait=600`), 'invalid_request', 'wait: must be at most 25'],
  ['a cursor from elsewhere', get('/jobs?cursor=2'), 'invalid_request', 'does not come from this API'],
  ['a webhook over http', post('/webhooks', { url: 'http://example.com', events: ['*'] }), 'invalid_request', 'https'],
  ['an unknown event', post('/webhooks', { url: 'https://example.com', events: ['job.done'] }), 'invalid_request', 'one of *, job.queued'],
  ['an unknown scope', post('/keys', { name: 'a', scopes: ['files:red'] }), 'invalid_request', 'Did you mean files:read?'],
  ['a date alone', get('/files?created_after=2026-11-01'), 'invalid_request', '2026-11-01T00:00:00Z'],
];

function keyedForm(): Call {
  const body = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\r\n--x--\r\n';
  return raw('/files', body, { 'content-type': 'multipart/form-data; boundary=x', 'idempotency-key': 'a' });
}

const SECTIONS = [...INTRODUCTION.matchAll(/^# (.+)$/gm)].map(([, title = '']) => title.toLowerCase().replaceAll(' ', '-'));

test('the table has the commonest 47 and 60 more', () => {
  expect(new Set(MISTAKES.map(([what]) => what)).size).toBe(MISTAKES.length);
  expect(MISTAKES.length).toBeGreaterThanOrEqual(107);
});

test.each(MISTAKES.map((mistake) => [mistake[0], mistake] as const))('%s', async (_, [, call, code, ...says]) => {
  const error = await expectError(await call(), code);
  for (const said of says) expect(error.message).toMatch(typeof said === 'string' ? new RegExp(RegExp.escape(said), 'i') : said);
  expect(new URL(error.docs).origin).toBe(edge.url);
  expect(SECTIONS).toContain(/^\/docs\/guides\/(.+)$/.exec(error.docs.slice(edge.url.length))?.[1]);
});
