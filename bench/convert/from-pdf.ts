// Question: how much of a Word document survives PDF and back, and what does it cost? Real documents (and our own of known structure) are
// rendered by LibreOffice, plainly and tagged; ours, LibreOffice's import, pdftotext and pdftohtml read the PDFs, interleaved.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endPdfium, warmUpPdfium } from '../../processor/pdf/pdfium/pdfium-thread.ts';
import { openPdf } from '../../processor/pdf/open.ts';
import { convertFromPdf } from '../../support/run/read-pdf-document.ts';
import { convertWithSoffice } from '../../support/judges/soffice.ts';
import { makeStructured } from '../../support/documents/structured-docx.ts';
import { median, round } from '../measure.ts';
import { type Outline, wordsOf } from '../../support/judges/quality/outline.ts';
import { readDocxOutline } from '../../support/judges/quality/read-docx.ts';
import { readHtmlOutline } from '../../support/judges/quality/read-html.ts';
import { meanScores, scoreOutline, type Scores, sequenceRatio, wordsOfOutline } from '../../support/judges/quality/score.ts';
import { scoreSet } from './score-set.ts';
import { type Files, readCorpus, renderDocuments, showsItsText, withoutLostLinks } from './round-trip-set.ts';

const named = (extension: string, files: Files): Files =>
  Object.fromEntries(Object.entries(files).map(([name, bytes]) => [`${name}.${extension}`, bytes]));

export async function benchFromPdf(): Promise<object> {
  await warmUpPdfium();
  const own = await makeStructured();
  const real = readCorpus();
  const documents = { ...real, ...own };
  const plain = renderDocuments(documents, 'pdf');
  const tagged = renderDocuments(documents, 'tagged-pdf');
  const truths = Object.fromEntries(Object.entries(documents).map(([name, bytes]) => [name, readDocxOutline(bytes)]));
  const clock = new Clock();
  // LibreOffice takes all files in one run, or each would pay for its start.
  const imported = await clock.time('soffice import, one run', () =>
    convertWithSoffice({ files: named('pdf', plain), to: 'docx', infilter: 'writer_pdf_import', timeMsMax: 900_000 }),
  );
  const usable = Object.keys(plain).filter((name) => truths[name] !== undefined && truths[name].paragraphs.length > 0);

  const rows: Record<string, Record<string, Scores>> = {};
  const order: Record<string, number[]> = {};
  for (const name of usable) {
    const pdf = plain[name] ?? new Uint8Array();
    const truth = withoutLostLinks(truths[name] ?? readDocxOutline(pdf), pdf);
    clock.pages += (await openPdf(pdf, { needs: 'read', pagesMax: 5000 })).pages.length;
    const score = async (contestant: string, from: Uint8Array | undefined, to: 'docx' | 'html', read: (bytes: Uint8Array) => Outline) => {
      // A page that shows only pictures has no text to score.
      const bytes = from && (await clock.time(`ours: ${contestant}`, async () => convert(to, from)).catch(() => undefined));
      return bytes ? { [contestant]: scoreOutline(truth, read(bytes)) } : {};
    };
    rows[name] = {
      ...(await score('docx', pdf, 'docx', readDocxOutline)),
      ...(await score('html', pdf, 'html', (bytes) => readHtmlOutline(Buffer.from(bytes).toString('utf8')))),
      ...(await score('docx from tagged', tagged[name], 'docx', readDocxOutline)),
      ...(imported[name] ? { 'soffice import': scoreOutline(truth, readDocxOutline(imported[name])) } : {}),
    };
    for (const [kind, bytes] of [
      ['plain', pdf],
      ['tagged', tagged[name]],
    ] as const)
      if (bytes) await scoreOrder(kind, bytes, truth, order, clock);
  }
  const kinds: Record<string, object> = {};
  for (const set of ['corpus', 'seen', 'unseen'])
    for (const tags of [false, true]) kinds[`${set}, ${tags ? 'tagged' : 'plain'}`] = await scoreSet(set, tags);
  await endPdfium();
  const realNames = usable.filter((name) => real[name] !== undefined);
  const whole = realNames.filter((name) => showsItsText(real[name] ?? new Uint8Array()));
  return {
    documents: { real: realNames.length, 'real, all text in the body': whole.length, own: Object.keys(own).length },
    'mean of real documents': means(rows, realNames),
    'mean of real documents whose text is all in the body': means(rows, whole),
    'mean of own documents': means(rows, Object.keys(own)),
    text_order: Object.fromEntries(
      Object.entries(order).map(([contestant, values]) => [contestant, { mean: round(mean(values)), lowest: round(Math.min(...values)) }]),
    ),
    'sets, also as seen': kinds,
    speed: clock.summary(),
    per_document: rows,
  };
}

async function convert(to: 'docx' | 'html' | 'txt', pdf: Uint8Array): Promise<Uint8Array> {
  return (await convertFromPdf(to, pdf)).bytes;
}

function means(rows: Readonly<Record<string, Record<string, Scores>>>, names: readonly string[]): object {
  const contestants = new Set(names.flatMap((name) => Object.keys(rows[name] ?? {})));
  return Object.fromEntries(
    [...contestants].map((contestant) => {
      const { counted, ...scores } = meanScores(names.flatMap((name) => rows[name]?.[contestant] ?? []));
      return [contestant, { ...Object.fromEntries(Object.entries(scores).map(([key, value]) => [key, round(value)])), counted }];
    }),
  );
}

/** Milliseconds of each contestant per document; they take turns within a document. */
class Clock {
  readonly #times = new Map<string, number[]>();
  pages = 0;

  async time<T>(contestant: string, run: () => T | Promise<T>): Promise<T> {
    const start = performance.now();
    try {
      return await run();
    } finally {
      this.#times.set(contestant, [...(this.#times.get(contestant) ?? []), performance.now() - start]);
    }
  }

  summary(): object {
    const rows = [...this.#times].map(([contestant, values]) => {
      const total = values.reduce((sum, value) => sum + value, 0);
      return [
        contestant,
        { total_ms: Math.round(total), median_ms: Math.round(median(values)), ms_per_page: round(total / this.pages, 1) },
      ];
    });
    return { pages: this.pages, ...Object.fromEntries(rows) };
  }
}

/** The order of words in a text, compared with the document's own. */
async function scoreOrder(kind: string, pdf: Uint8Array, truth: Outline, order: Record<string, number[]>, clock: Clock): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-convert-'));
  try {
    const [path, out] = [join(folder, 'in.pdf'), join(folder, 'out.txt')];
    writeFileSync(path, pdf);
    const words = wordsOfOutline(truth);
    const note = (contestant: string, text: Uint8Array) =>
      (order[`${contestant}, ${kind}`] ??= []).push(sequenceRatio(words, wordsOf(Buffer.from(text).toString('utf8'))));
    const ours = await clock.time('ours: txt', async () => convert('txt', pdf)).catch(() => undefined);
    await clock.time('pdftotext', () => spawnSync('pdftotext', [path, out]));
    await clock.time('pdftohtml', () => spawnSync('pdftohtml', ['-s', '-i', '-noframes', path, join(folder, 'out.html')]));
    if (!ours || !existsSync(out)) return;
    note('ours', ours);
    note('pdftotext', readFileSync(out));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
