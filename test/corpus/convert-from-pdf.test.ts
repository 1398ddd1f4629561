// Real PDFs become docx, html, txt and md, or there is a clear reason, in bounded time; nothing that runs comes through. Tagged and known documents
// keep the order of their text. Runs only where the corpus is.

import { HtmlValidate } from 'html-validate';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readDocxOutline } from '../../support/judges/quality/read-docx.ts';
import { sequenceRatio, without, wordsOfOutline } from '../../support/judges/quality/score.ts';
import { readMarkdownOutline } from '../../support/judges/quality/read-md.ts';
import { wordsOf } from '../../support/judges/quality/outline.ts';
import type { ReflowedFormat } from '#contract/params/conversions.ts';
import { JobFailure } from '../../processor/failure.ts';
import { endPdfium, warmUpPdfium } from '../../processor/pdf/pdfium/pdfium-thread.ts';
import { listFolder, readCorpus, readGroundTruth, readText, sampleCorpus } from '../../support/corpus.ts';
import { onBusyMachine } from '../support/busy-machine.ts';
import { describeCorpus } from '../support/describe-corpus.ts';
import { convertFromPdf, textOfResult } from '../../support/run/read-pdf-document.ts';

const MS_MAX = onBusyMachine(30_000);
const names = listFolder('pdf', ['.pdf']);
const validator = new HtmlValidate({ extends: ['html-validate:standard'] });
const outcomes = new Map<string, number>();

beforeAll(warmUpPdfium);
afterAll(async () => {
  console.log([...outcomes].map(([outcome, count]) => `${outcome} ${count}`).join(', '));
  await endPdfium();
});

function textOfMarkup(part: Uint8Array): string {
  return [
    ...Buffer.from(part)
      .toString('utf8')
      .matchAll(/<w:t[^>]*>([^<]*)</g),
  ]
    .map(([, text]) => text)
    .join(' ');
}

async function attempt(to: ReflowedFormat, bytes: Uint8Array) {
  const start = performance.now();
  try {
    const converted = await convertFromPdf(to, bytes);
    outcomes.set(to, (outcomes.get(to) ?? 0) + 1);
    return converted;
  } catch (error) {
    if (!(error instanceof JobFailure) || error.reason === 'internal') throw error;
    outcomes.set(error.reason, (outcomes.get(error.reason) ?? 0) + 1);
    return undefined;
  } finally {
    expect(performance.now() - start).toBeLessThan(MS_MAX);
  }
}

describeCorpus('PDFs of the corpus', names, true, () => {
  test.for(sampleCorpus(names, 5))('%s: each form holds the same words, and nothing that runs', { timeout: 2 * MS_MAX }, async (name) => {
    const bytes = new Uint8Array(readCorpus(`pdf/${name}`));
    const docx = await attempt('docx', bytes);
    if (!docx) return;
    const html = textOfResult((await attempt('html', bytes))!);
    const text = textOfResult((await attempt('txt', bytes))!);
    const markdown = readMarkdownOutline(textOfResult((await attempt('md', bytes))!));
    const outline = readDocxOutline(docx.bytes);
    const parts = Object.entries(unzipSync(docx.bytes)).filter(([part]) => /\.(?:xml|rels)$/.test(part));
    for (const [, part] of parts) expect(Buffer.from(part).toString('utf8')).not.toMatch(/txbxContent|Target="(?:javascript|file):/i);
    expect(html).not.toMatch(/<script|\son\w+=|href="(?:javascript|file):/i);
    const report = await validator.validateString(html);
    expect(report.results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`)).slice(0, 5)).toEqual(
      [],
    );
    // Labels and marks of notes are text in one form and numbering in the other.
    const running = parts.filter(([part]) => /(?:header|footer)\d*\.xml$/.test(part)).map(([, part]) => textOfMarkup(part));
    // Signs that stand for letters which nothing tells are no words.
    const words = wordsOf(text).filter((word) => !word.includes('\uFFFD'));
    const lost = without(words, [...wordsOfOutline(outline), ...wordsOf(running.join(' '))]).join('').length;
    // A program that knows nothing of the source reads in the Markdown what the text has, but for running heads and notes.
    const read = without(words, [...wordsOfOutline(markdown), ...wordsOf(running.join(' '))]).join('').length;
    if (docx.counts.words > 40) expect(read).toBeLessThan(text.length * 0.2);
    if (docx.counts.words > 40) expect(lost - docx.evidence.characters_in_drawings).toBeLessThan(text.length * 0.2);
  });

  test.for(
    sampleCorpus(
      names.filter((name) => name.startsWith('udhr-')),
      6,
    ),
  )('%s: a tagged text keeps its order', async (name) => {
    const known = readGroundTruth(`pdf/${name}`) ?? readText(`office/${name.replace(/\.pdf$/, '.txt')}`);
    const { bytes, evidence } = await convertFromPdf('txt', new Uint8Array(readCorpus(`pdf/${name}`)));
    expect(evidence.order).toBe('tags');
    if (known === undefined) return;
    const words = wordsOf(Buffer.from(bytes).toString('utf8'));
    const all = wordsOf(known);
    // The page is the beginning of the text, or part of it.
    const start = all.findIndex((_, index) => words.slice(0, 4).every((word, at) => all[index + at] === word));
    if (start >= 0) expect(sequenceRatio(all.slice(start, start + words.length), words)).toBeGreaterThan(0.95);
  });
});
