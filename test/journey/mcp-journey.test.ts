// An agent's way through the real service, by the official client of both revisions of the protocol: bring a document in, read it, find, edit,
// redact, convert and divide it, and take the results out.

import { PDFDocument } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { textOfPdf } from '../../support/judges/judge-pdf.ts';
import { makeLetter } from '../../support/documents/letter.ts';
import { makeDocx, plainFiles } from '../../support/documents/make-docx.ts';
import { makeScan, makeScanPdf } from '../../support/documents/make-scan.ts';
import { useService } from '../support/service/journey.ts';
import { type Agent, connectAgent, REVISIONS } from '../support/service/mcp-client.ts';

const journey = useService();
const origin = () => new URL(journey.service.baseUrl).origin;

interface Done {
  readonly job_id: string;
  readonly status: string;
  readonly report: string;
  readonly files: readonly { readonly file_id: string; readonly filename: string; readonly size_bytes: number }[];
}

async function put(agent: Agent, bytes: Uint8Array, filename: string): Promise<string> {
  const created = await agent.call<{ file_id: string; upload_url: string; upload_headers: Record<string, string> }>('create_upload', {
    filename,
    size_bytes: bytes.length,
  });
  const { 'Content-Length': _, ...headers } = created.upload_headers;
  const sent = await fetch(created.upload_url, { method: 'PUT', body: bytes.slice(), headers });
  expect(sent.status).toBe(200);
  return created.file_id;
}

async function fetchResult(agent: Agent, { files }: Done, index = 0): Promise<Buffer> {
  const { download_url } = await agent.call<{ download_url: string }>('download_link', { file_id: files[index]?.file_id ?? '' });
  return Buffer.from(await (await fetch(download_url)).arrayBuffer());
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

describe.each(REVISIONS)('with revision %s', (revision, mode) => {
  test('a letter is read, searched, edited by a plan, redacted and converted; every report is a resource', async () => {
    await using agent = await connectAgent(origin(), journey.service.key, mode);
    expect(agent.client.getNegotiatedProtocolVersion()).toBe(revision);
    const file_id = await put(agent, await makeLetter('The Author'), 'letter.pdf');
    const read = await agent.call<{ markdown: string }>('read_document', { file_id });
    expect(read.markdown).toContain('This is line 2 of the letter.');
    expect(read.markdown).toContain('page 1');

    const found = await agent.call('find_text', { file_id, text: 'LINE 2' });
    expect(found).toMatchObject({ total: 1, matches: [{ page: 1, text: 'line 2' }] });
    expect(await agent.call('find_text', { file_id, text: 'LINE 2', match_case: true })).toMatchObject({ total: 0, matches: [] });

    const planned = await agent.call<{ plan_id: string }>('edit_document', { file_id, instruction: 'Replace "line 2" with "row 2"' });
    expect(planned).toMatchObject({ status: 'succeeded', operations: [{ op: 'replace_text' }], matches: [{ page: 1 }] });
    const edited = await agent.call<Done>('apply_plan', { file_id, plan_id: planned.plan_id });
    expect(textOfPdf(await fetchResult(agent, edited))).toContain('This is row 2 of the letter.');

    const redacted = await agent.call<Done>('redact', { file_id, texts: ['line 3'] });
    const text = textOfPdf(await fetchResult(agent, redacted));
    expect([text.includes('line 1'), text.includes('line 3')]).toEqual([true, false]);

    const docx = await agent.call<Done>('convert', { file_id, target_format: 'docx' });
    expect(docx.files).toMatchObject([{ filename: 'letter.docx' }]);
    const { contents } = await agent.client.readResource({ uri: docx.report });
    expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({ status: 'succeeded', report: { target_format: 'docx' } });
    const { resources } = await agent.client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain(docx.report);
  }, 60_000);
});

test('files are merged, divided and made smaller, and further parameters are those of the API', async () => {
  await using agent = await connectAgent(origin(), journey.service.key);
  const letters = await Promise.all(['One', 'Two'].map(async (author) => makeLetter(author)));
  const ids = await Promise.all(
    letters.map(async (bytes, i) => {
      const stored = await agent.call<{ file_id: string }>('create_upload', { filename: `${i}.pdf`, content_base64: base64(bytes) });
      return stored.file_id;
    }),
  );
  const merged = await agent.call<Done>('merge', { file_ids: ids, options: { toc: true } });
  expect((await PDFDocument.load(await fetchResult(agent, merged))).getPageCount()).toBe(3);
  const file_id = merged.files[0]?.file_id ?? '';
  const divided = await agent.call<Done>('split', { file_id, ranges: ['1', '2-end'] });
  const counts = await Promise.all(
    divided.files.map(async (_, i) => (await PDFDocument.load(await fetchResult(agent, divided, i))).getPageCount()),
  );
  expect(counts).toEqual([1, 2]);
  expect(await agent.call('compress', { file_id, quality: 'maximum' })).toMatchObject({ status: 'succeeded' });
}, 60_000);

test('a scan is recognised, and a Word document is read by way of a PDF', { tags: 'long', timeout: 60_000 }, async () => {
  await using agent = await connectAgent(origin(), journey.service.key);
  const raster = await makeScan({ columns: ['A short text to be recognised.'], widthPoints: 260, heightPoints: 80 });
  const scan = await put(agent, await makeScanPdf([{ raster, coding: 'jpeg' as const }]), 'scan.pdf');
  const searchable = await agent.call<Done>('ocr', { file_id: scan, languages: ['en'] });
  expect(searchable).toMatchObject({ status: 'succeeded', files: [{ content_type: 'application/pdf' }] });
  const docx = await put(agent, makeDocx(plainFiles()), 'hello.docx');
  expect((await agent.call<{ markdown: string }>('read_document', { file_id: docx })).markdown).toContain('Hello world');
});

test('a long document comes in parts that join to the whole, and no character is cut', async () => {
  await using agent = await connectAgent(origin(), journey.service.key);
  const text = Array.from({ length: 400 }, (_, i) => `Zeile ${i}: Größe, 東京, 🙂`).join('\n');
  const stored = await agent.call<{ file_id: string }>('create_upload', {
    filename: 'long.txt',
    content_base64: base64(Buffer.from(text)),
  });
  let args: Record<string, unknown> = { file_id: stored.file_id };
  const parts: string[] = [];
  for (;;) {
    const part = await agent.call<{ markdown: string; next_cursor?: string }>('read_document', { ...args, max_chars: 1000 });
    expect(part.markdown.length).toBeLessThanOrEqual(1000);
    parts.push(part.markdown);
    if (part.next_cursor === undefined) break;
    args = { cursor: part.next_cursor };
  }
  expect(parts.length).toBeGreaterThan(8);
  expect(parts.join('')).toBe(text);
});

test('what fails says why, and what to do', async () => {
  await using agent = await connectAgent(origin(), journey.service.key);
  const file_id = await put(agent, await makeLetter('The Author'), 'letter.pdf');
  expect(await agent.refused('edit_document', { file_id, instruction: 'Replace "line 9" with "line 10"' })).toMatch(
    /^job_failed: text_not_found: /,
  );
  expect(await agent.refused('convert', { file_id, target_format: 'txt', options: { dpi: 100 } })).toMatch(/^invalid_request: .*\n- dpi: /);
  expect(await agent.refused('split', { file_id, every: 1, options: { evry: 2 } })).toContain('every');
}, 60_000);
