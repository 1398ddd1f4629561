// Writes the searchable PDF and proves it: the content of the source is still there byte for byte, pages look the same, and the text can be read
// back. A result that is not proved is not returned.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFDict, PDFName } from 'pdf-lib';
import type { Warning } from '#contract/processor.ts';
import { JobFailure } from '../../failure.ts';
import { lookup } from '../../pdf/syntax/dictionary.ts';
import { type ByteSource, fileSource } from '../../pdf/byte-source.ts';
import type { OpenedPdf } from '../../pdf/opened.ts';
import { SIGNATURE_REMOVED } from '../../open-source.ts';
import { makePdfa } from '../../pdf/pdfa/make-pdfa.ts';
import { proveLikeness } from '../../pdf/pdfa/prove-likeness.ts';
import { type EngineInput, engineInput } from '../../pdf/pdfium/pdfium.ts';
import { comparePagesBounded, surveyTextBounded } from '../../pdf/pdfium/pdfium-thread.ts';
import { savePackedFile } from '../../pdf/save-packed.ts';
import { digestStreams, openResult, samplePages, type StreamDigests } from '../../pdf/verify.ts';
import { walkLive } from '../../pdf/syntax/walk.ts';
import { checkPdf } from '../../tools/check-pdf.ts';
import { addLayers, type PreparedLayer } from './add-layer.ts';
import { removeEarlierLayers } from './earlier-layers.ts';
import type { LayerCodes } from './glyphless-font.ts';
import { hideTexts } from './hide-texts.ts';

export interface WrittenPdf {
  readonly path: string;
  readonly verification: Record<string, unknown>;
  readonly notes: readonly Warning[];
}

const RENDERED_MAX = 3;
const TEXT_MAX = 6;
const READ_BACK_MAX = 6;
const COMPARE_MS_MAX = 8000;
/** Extractors sometimes join or break words that touch. */
const READ_BACK_MIN = 0.9;

export interface PageLayer {
  /** 0-based. */
  readonly pageIndex: number;
  readonly layer: PreparedLayer;
  /** The words repeat the page's own text, which stays visible but is no longer found. */
  readonly hidesText: boolean;
}

export interface WriteOptions {
  readonly workDir: string;
  readonly outputBytesMax: number;
  /** Earlier layers are removed from the pages that get a new one. */
  readonly replace: boolean;
  /** The document already conforms to PDF/A-2b and must still do so. */
  readonly pdfa: { readonly hasSubstitutes: boolean } | undefined;
}

/** @throws JobFailure output_limit; internal when the result is not proved */
export async function writeSearchablePdf(
  opened: OpenedPdf,
  layers: readonly PageLayer[],
  codes: LayerCodes,
  options: WriteOptions,
): Promise<WrittenPdf> {
  const notes: Warning[] = [];
  const before = digestStreams(opened.description.streams);
  if (dropSignatures(opened) > 0 && !options.pdfa) notes.push(SIGNATURE_REMOVED);
  let replaced = 0;
  const placed = layers.flatMap(({ pageIndex, layer }): [PDFDict, PreparedLayer][] => {
    const page = opened.pages[pageIndex]?.dict;
    if (!page) return [];
    if (options.replace && removeEarlierLayers(page)) replaced++;
    return [[page, layer]];
  });
  const hidden = await hideTexts(
    opened,
    layers.filter(({ hidesText }) => hidesText).map(({ pageIndex }) => pageIndex),
    options.workDir,
  );
  for (const pageIndex of hidden.kept)
    notes.push({
      code: 'text_kept',
      message:
        'The page’s own text can still be found beside the recognised text: it could not be hidden without changing how the page looks.',
      page: pageIndex + 1,
    });
  addLayers(opened.context, placed, codes);
  // Losses by PDF/A were reported when the document was prepared for it.
  const path = join(options.workDir, 'ocr-result.pdf');
  if (options.pdfa) await writeFile(path, (await makePdfa(opened)).bytes);
  else savePackedFile(opened.context, path, { objectStreams: true });
  const result = fileSource(path);
  if (result.size > options.outputBytesMax) throw new JobFailure('output_limit');
  const expected = { layers, kept: replaced + hidden.hidden.length === 0 && !options.pdfa ? before : undefined, pdfa: options.pdfa };
  // PDFium's thread, qpdf and the reading here run in parallel.
  const [verification, qpdf] = await Promise.all([verify(opened, result, expected), checkPdf(path, options.workDir)]);
  if (!verification['pages_compared_in_time'])
    notes.push({
      code: 'pages_not_compared',
      message: 'The pages could not be drawn in time to compare them; their streams were compared instead.',
    });
  return {
    path,
    verification: {
      ...verification,
      ...(replaced > 0 && { layers_replaced: replaced }),
      ...(hidden.hidden.length > 0 && { pages_with_hidden_text: hidden.hidden.length }),
      qpdf_check: qpdf,
    },
    notes,
  };
}

interface Expected {
  readonly layers: readonly PageLayer[];
  /** Streams that must all be there; absent where content was removed from pages. */
  readonly kept: StreamDigests | undefined;
  readonly pdfa: WriteOptions['pdfa'];
}

async function verify(opened: OpenedPdf, result: ByteSource, { layers, kept, pdfa }: Expected): Promise<Record<string, unknown>> {
  const touched = layers.map(({ pageIndex }) => pageIndex);
  const isTouched = new Set(touched);
  const untouched = opened.pages.flatMap((_, index) => (isTouched.has(index) ? [] : [index]));
  const [before, after] = [engineInput(opened.source), engineInput(result)];
  const comparing = comparePagesBounded(
    {
      before,
      after,
      // Pages of PDF/A may have other fonts: they are compared by likeness.
      textPageIndexes: pdfa ? [] : pick(untouched, TEXT_MAX),
      renderPageIndexes: pdfa ? [] : pick(touched, RENDERED_MAX),
    },
    COMPARE_MS_MAX,
  );
  const readingBack = readCharactersBack(after, layers);
  const reopened = await openResult(result);
  const written = digestStreams(reopened.description.streams);
  const streamsKept = kept === undefined ? null : [...kept].every(([digest, count]) => (written.get(digest) ?? 0) >= count);
  const imagesKept = sameImages(opened, reopened);
  const compared = await comparing;
  const comparable = compared?.pagesBefore === opened.pages.length ? compared : undefined;
  const readBack = await readingBack;
  const likeness = pdfa && (await proveLikeness({ before, after, pages: opened.pages.length, ...pdfa, written: isTouched }));
  const same =
    reopened.pages.length === opened.pages.length &&
    streamsKept !== false &&
    imagesKept &&
    (comparable === undefined || comparable.textPagesDifferent.length + comparable.renderedPagesDifferent.length === 0) &&
    (readBack === undefined || readBack.found >= readBack.expected * READ_BACK_MIN);
  const told = {
    pages_before: opened.pages.length,
    pages_after: reopened.pages.length,
    ...(likeness && { pdfa: { conformance: 'PDF/A-2b', violations: 0, ...likeness } }),
    streams_kept: streamsKept,
    images_identical: imagesKept,
    pages_compared_in_time: comparable !== undefined,
    text_pages_compared: comparable?.textPagesCompared ?? 0,
    rendered_pages_compared: comparable?.renderedPagesCompared ?? 0,
    rendered_pages_different: comparable?.renderedPagesDifferent ?? [],
    characters_read_back: readBack?.found ?? null,
    characters_expected: readBack?.expected ?? null,
  };
  if (!same) throw new JobFailure('internal', { cause: new Error(`the result is not the same document: ${JSON.stringify(told)}`) });
  return told;
}

function sameImages(before: OpenedPdf, after: OpenedPdf): boolean {
  const images = ({ description }: OpenedPdf) =>
    digestStreams(Iterator.from(description.streams).filter(({ dict }) => dict.lookup(PDFName.of('Subtype')) === PDFName.of('Image')));
  const kept = images(after);
  return [...images(before)].every(([digest, count]) => kept.get(digest) === count);
}

/** Characters of a sample of the pages as PDFium reads them from the result; undefined when it does not finish in time. */
async function readCharactersBack(
  input: EngineInput,
  layers: readonly PageLayer[],
): Promise<{ readonly found: number; readonly expected: number } | undefined> {
  const sample = pick(
    layers.map((_, index) => index),
    READ_BACK_MAX,
  ).flatMap((index) => layers[index] ?? []);
  if (sample.length === 0) return undefined;
  const surveys = await surveyTextBounded(
    { input, pageIndexes: sample.map(({ pageIndex }) => pageIndex), withWords: false },
    COMPARE_MS_MAX,
  );
  if (!surveys) return undefined;
  const expected = sample.reduce((sum, { layer }) => sum + layer.characters, 0);
  return {
    found: Math.min(
      expected,
      surveys.reduce((sum, survey) => sum + survey.invisible, 0),
    ),
    expected,
  };
}

function pick(indexes: readonly number[], max: number): number[] {
  return samplePages(indexes.length, max).flatMap((at) => indexes[at] ?? []);
}

/** Removes the values of signature fields, and the permissions based on them. @returns how many signatures there were */
function dropSignatures({ context, catalog, description }: OpenedPdf): number {
  const signatures = new Set<unknown>(description.signatures);
  if (signatures.size === 0) return 0;
  walkLive(context, ({ dict }) => {
    for (const key of ['V', 'DocMDP']) if (signatures.has(lookup(dict, key))) dict.delete(PDFName.of(key));
  });
  const form = lookup(catalog, 'AcroForm');
  if (form instanceof PDFDict) form.delete(PDFName.of('SigFlags'));
  return signatures.size;
}
