// A customer converts through the real service: a text becomes a PDF, the PDF pictures in a ZIP, a Word document a PDF; an impossible pair is refused
// before anything runs, and a document that its program cannot open ends in a reason.

import { describe, expect, test } from 'vitest';
import { unzipSync, zipSync } from 'fflate';
import { findChromium } from '../../processor/tools/chromium.ts';
import { findLibreOffice } from '../../processor/tools/libreoffice.ts';
import { makeLetter } from '../../support/documents/letter.ts';
import { makeDocx, plainFiles } from '../../support/documents/make-docx.ts';
import { useService } from '../support/service/journey.ts';
import { isPresent } from '../../support/judges/present.ts';

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const hasOffice = isPresent('soffice', (await findLibreOffice()) !== undefined);

const hasChromium = isPresent('chromium', (await findChromium()) !== undefined);

const journey = useService();
async function convert(fileId: string, params: Record<string, unknown>) {
  return journey.client.waitForEnd((await journey.client.createJob('convert', fileId, params)).job_id);
}

describe('convert', () => {
  test('a text becomes a PDF, and that PDF pictures', async () => {
    const text = await journey.client.upload(Buffer.from('First page\n\fSecond page\n'), 'notes.txt', 'text/plain');
    const made = await convert(text.file_id, { target_format: 'pdf', page_size: 'letter' });
    expect(made).toMatchObject({ status: 'succeeded', metrics: { pages: 2 }, report: { engine: 'own', verification: { qpdf: 'clean' } } });
    expect(made.result_files).toMatchObject([{ filename: 'notes.pdf', content_type: 'application/pdf' }]);

    const pdf = await journey.client.upload(await journey.client.download(made.result_file_id ?? ''), 'notes.pdf');
    const drawn = await convert(pdf.file_id, { target_format: 'jpg', dpi: 72, quality: 70 });
    expect(drawn.result_files).toMatchObject([{ filename: 'notes.zip', content_type: 'application/zip' }]);
    const files = unzipSync(await journey.client.download(drawn.result_file_id ?? ''));
    expect(Object.keys(files)).toEqual(['page-001.jpg', 'page-002.jpg']);
    const single = await convert(pdf.file_id, { target_format: 'png', pages: 'last' });
    expect(single.result_files).toMatchObject([{ filename: 'notes.png', content_type: 'image/png' }]);
  });

  test.runIf(hasOffice)('a Word document becomes a PDF, twice by the same warm program', async () => {
    const file = await journey.client.upload(makeDocx(plainFiles()), 'brief.docx', DOCX);
    for (const _ of [1, 2]) {
      const job = await convert(file.file_id, { target_format: 'pdf' });
      expect(job).toMatchObject({ status: 'succeeded', attempts: 1, report: { engine: 'libreoffice', words_in: 2 } });
    }
  });

  test.runIf(hasChromium)(
    'Markdown and a ZIP with index.html become PDFs, and an option that does not apply is refused',
    { tags: 'long' },
    async () => {
      const notes = await journey.client.upload(Buffer.from('# Notes\n\ntext'), 'notes.md', 'text/markdown');
      const made = await convert(notes.file_id, {
        target_format: 'pdf',
        page_size: '100mm x 150mm',
        margins: '10mm',
        footer_html: '<p>x</p>',
      });
      expect(made).toMatchObject({ status: 'succeeded', metrics: { pages: 1 }, report: { engine: 'chromium' } });
      const site = zipSync({ 'index.html': Buffer.from('<link rel=stylesheet href=a.css><p>text'), 'a.css': Buffer.from('p{}') });
      const page = await journey.client.upload(site, 'site.zip', 'application/zip');
      expect(await convert(page.file_id, { target_format: 'pdf' })).toMatchObject({ status: 'succeeded', report: { files: 2 } });
      const answer = await journey.client.call('POST', '/jobs/convert', { file_id: notes.file_id, target_format: 'pdf', password: 'x' });
      expect(answer).toMatchObject({ status: 400, body: { error: { details: [{ field: 'password', issue: 'not_applicable' }] } } });
    },
  );

  test('an impossible pair is refused before anything runs', async () => {
    const file = await journey.client.upload(Buffer.from('text'), 'a.txt', 'text/plain');
    const answer = await journey.client.call('POST', '/jobs/convert', { file_id: file.file_id, target_format: 'png' });
    expect(answer).toMatchObject({ status: 415, body: { error: { code: 'unsupported_file_type' } } });
    expect(JSON.stringify(answer.body)).toContain('they can be converted to pdf');
  });

  test('a package that is no document ends in a reason, and the next job works', async () => {
    const file = await journey.client.upload(makeDocx({ 'a.txt': 'nothing of a document' }), 'a.docx', DOCX);
    expect(await convert(file.file_id, { target_format: 'pdf' })).toMatchObject({ status: 'failed', error: { reason: 'corrupt_file' } });
    const next = await journey.client.upload(await makeLetter('Next'));
    expect((await convert(next.file_id, { target_format: 'pdf' })).status).toBe('succeeded');
  });
});
