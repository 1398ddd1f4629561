// PDF → docx, html, txt: what the `convert` operation calls. Reads the document once into a model (model.ts) and writes it in one of three
// forms. Text only: a page without text must go through OCR first. No script, action or file reference of the source reaches a result.

import { join } from 'node:path';
import { PDFDict } from 'pdf-lib';
import type { ReflowedFormat } from '#contract/params/conversions.ts';
import type { Progress, Warning } from '#contract/processor.ts';
import { JobFailure } from '../../failure.ts';
import { lookup, textOf } from '../../pdf/syntax/dictionary.ts';
import type { OpenedPdf } from '../../pdf/opened.ts';
import { chooseStructure } from '../../document/choose-structure.ts';
import { type KeptPage, shrinkPictures } from '../../document/kept-page.ts';
import { type DocumentProperties, type ReadDocument, readDocument } from '../../document/read-document.ts';
import { PictureFiles } from '../../document/pictures/pictures.ts';
import type { DocumentPart } from '../../document/model.ts';
import { mapSequence, type Sequence } from '../../document/page-sequence.ts';
import { PageStore } from '../../document/page-store.ts';
import { PartStore } from '../../document/part-store.ts';
import type { PageWords } from '../../document/structure/page-words.ts';
import { ContentCounter } from './content-counter.ts';
import { drawDrawings } from './draw-drawings.ts';
import { usualSpaces } from '../../document/words/usual-spaces.ts';
import { withAlternates } from './layout/alternate-glyphs.ts';
import { readEmbeddedFonts } from './layout/embedded-fonts.ts';
import { fitDocument, LAID_OUT_PAGES_MAX, type WritePages } from './layout/fit-document.ts';
import type { Fitted, LayoutEvidence } from './layout/fit-layout.ts';
import { scaleLargePages } from '../../document/build/page-scale.ts';
import { withOutlineFonts } from './outline-fonts.ts';
import { readSource } from './read-source.ts';
import { isPlain, type Recognise } from './recognise.ts';
import { sourceFacts } from './source-facts.ts';
import { type StructureOptions, writerFor } from './writers/choose-writer.ts';
import { writeLayoutTxt } from './writers/layout-txt.ts';
import type { EmbeddedFont } from './writers/writer.ts';
import type { ContentCounts } from './content-counts.ts';

export interface FromPdfOptions extends StructureOptions {
  /** 1-based numbers in the order wanted; all pages when absent. */
  readonly pages?: readonly number[];
  /** txt only: columns keep their places, by spaces, instead of being read one after the other. */
  readonly layout?: boolean;
  /** docx only: the pages of what was written, as a PDF; undefined where that fails. Its pages are compared with the source's (fit-layout.ts). */
  readonly layOut?: ((path: string) => Promise<string | undefined>) | undefined;
  /** Reads pages without text; absent: they stay without. */
  readonly recognise?: Recognise | undefined;
}

/** The slice of OperationContext that is used here. */
interface FromPdfContext {
  readonly workDir: string;
  readonly limits: { readonly output_bytes: number; readonly processing_ms: number };
  readonly progress: (progress: Progress) => void;
}

/** For the job's report. */
interface FromPdfEvidence {
  /** `tags`: the result follows the structure tree of the document; `layout`: its geometry. */
  readonly order: 'tags' | 'layout';
  readonly pages: number;
  /** 1-based; pages without readable text. */
  readonly pages_without_text: readonly number[];
  /** Characters that the fonts of the document do not map to Unicode. */
  readonly characters_unmapped: number;
  /** Letters that are part of a picture now, because they label a drawing. */
  readonly characters_in_drawings: number;
  /** Words that the source's pages hold, the words of headers and footers counted once. */
  readonly words_in: number;
  /** Absent where it was not laid out. */
  readonly layout?: LayoutEvidence;
  /** About the pages that were read from their pictures. */
  readonly recognition?: Record<string, unknown>;
}

export interface ConvertedPdf {
  /** Inside `workDir`. */
  readonly path: string;
  /** The text with its pictures. */
  readonly isZip: boolean;
  readonly counts: ContentCounts;
  readonly warnings: readonly Warning[];
  readonly evidence: FromPdfEvidence;
}

const PERCENT = { read: 30, recognised: 80 } as const;

/** @throws JobFailure no_text_found, output_limit, timeout, page_limit */
export async function reflowPdf(
  opened: OpenedPdf,
  target: ReflowedFormat,
  options: FromPdfOptions,
  context: FromPdfContext,
): Promise<ConvertedPdf> {
  const { withImages, withPlaces, isZip } = writerFor(target, options);
  const source = withImages ? await withOutlineFonts(opened, context.workDir) : opened;
  const pageIndexes = options.pages?.map((page) => page - 1) ?? source.pages.map((_, index) => index);
  const report = (percent: number, stage: string, done: number, total = pageIndexes.length) =>
    context.progress({ percent: Math.round(percent), stage, pages_done: done, pages_total: total });
  const isLaidOut = options.layOut !== undefined && pageIndexes.length <= LAID_OUT_PAGES_MAX;
  const files = new PictureFiles(context.workDir, withPlaces);
  using store = new PageStore(join(context.workDir, 'convert-pages'));
  using readStore = new PageStore(join(context.workDir, 'convert-read-pages'));
  const readWarnings = await readSource(source, {
    pageIndexes,
    withImages,
    files,
    store,
    keeping: { withDrawings: withImages, keepsContent: (facts) => isLaidOut || (options.recognise !== undefined && !isPlain(facts)) },
    onPages: (done) => report((PERCENT.read * done) / pageIndexes.length, 'reading', done),
  });
  const recognition = await options.recognise?.(source, store, {
    withDrawings: withImages,
    keepsContent: isLaidOut,
    // A picture that stays shows its text itself.
    readsPictures: !withImages,
    ...(withImages && { files }),
    onProgress: (done, total) => report(PERCENT.read + ((PERCENT.recognised - PERCENT.read) * done) / total, 'recognising', done, total),
  });
  await shrinkAll(store, files);
  const shown = countCharacters(store.pages);
  const withoutText = pageIndexes.filter((index) => !shown.pagesWithText.has(index));
  if (shown.pagesWithText.size === 0 && !(recognition && withImages && hasPictures(store))) throw noText(recognition);
  if (isLaidOut) for (const page of store.pages) readStore.add(page);
  const lost = withImages ? await drawDrawings(source, store, files) : [];
  const left = withImages ? countCharacters(store.pages) : shown;
  report(PERCENT.recognised, 'writing', pageIndexes.length);
  const { made, layout } = await writeFitted({ source, files, pages: store.pages, read: readStore.pages }, target, options, context);
  const unchecked = options.layOut && (layout?.pages_source ?? 0) < pageIndexes.length ? [NOT_LAID_OUT] : [];
  const groundLostOn = withImages ? made.groundLostOn : undefined;
  const losses = warnOfLosses({ groundLostOn, withoutText, isRecognised: options.recognise !== undefined, unmapped: left.unmapped });
  return {
    path: made.path,
    isZip,
    counts: made.counts,
    warnings: [...readWarnings, ...lost, ...losses, ...unchecked],
    evidence: {
      order: made.order,
      pages: pageIndexes.length,
      pages_without_text: withoutText.map((index) => index + 1),
      characters_unmapped: left.unmapped,
      characters_in_drawings: shown.count - left.count,
      words_in: made.wordsIn,
      ...(layout && { layout }),
      ...(recognition && { recognition }),
    },
  };
}

interface PagesToWrite {
  readonly source: OpenedPdf;
  readonly files: PictureFiles;
  /** As they flow. */
  readonly pages: Sequence<KeptPage>;
  /** The same with their content, where they may keep their places. */
  readonly read: Sequence<KeptPage>;
}

async function writeFitted(
  { source, files, pages, read }: PagesToWrite,
  target: ReflowedFormat,
  options: FromPdfOptions,
  context: FromPdfContext,
): Promise<Pick<Fitted<Written>, 'made' | 'layout'>> {
  const structure = chooseStructure(source, [...mapSequence(pages, ({ words }) => words.pageIndex)]);
  const { fonts, whole } = await readFonts(source, read, context);
  const write = writerOf({ source, files, fonts }, target, options, context);
  const document = { source, files, whole, pages, structure };
  return options.layOut && whole.length > 0 ? fitDocument(document, write, options.layOut, context) : { made: await write(document, {}) };
}

async function readFonts(
  source: OpenedPdf,
  read: Sequence<KeptPage>,
  { workDir }: FromPdfContext,
): Promise<{ readonly fonts: readonly EmbeddedFont[]; readonly whole: Sequence<KeptPage> }> {
  if (read.length === 0) return { fonts: [], whole: [] };
  const spaces = usualSpaces(mapSequence(read, ({ words }) => words.words));
  const pageIndexes = [...mapSequence(read, ({ words }) => words.pageIndex)];
  const { fonts, alternates } = await readEmbeddedFonts(source, pageIndexes, spaces, workDir);
  return { fonts, whole: mapSequence(read, (page) => withAlternates(page, alternates)) };
}

interface Materials {
  readonly source: OpenedPdf;
  readonly files: PictureFiles;
  readonly fonts: readonly EmbeddedFont[];
}

/** Writes documents, each time into a file of its own. */
function writerOf(
  { source, files, fonts }: Materials,
  target: ReflowedFormat,
  options: FromPdfOptions,
  context: FromPdfContext,
): WritePages<Written> {
  const properties = readProperties(source);
  const embedded = new Map(fonts.map(({ family, space }) => [family, space]));
  let written = 0;
  return async ({ pages, structure }, { only, ...wanted }) => {
    using parts = new PartStore(join(context.workDir, 'convert-parts'));
    const { document, ...found } = await readDocument(pages, { files, structure, properties, parts, embedded, ...wanted });
    const path = join(context.workDir, `convert-result-${written++}.${target}`);
    const file = { path, bytesMax: context.limits.output_bytes, fonts };
    const counter = new ContentCounter();
    const { head, parts: all } = document;
    const counted = counter.count(only ? onlyPages(all, only) : all);
    if (options.layout && target === 'txt') writeLayoutTxt(wordsOf(pages), file);
    else
      await writerFor(target, options).write(sourceFacts(source, pages, found.order))(
        { head, parts: target === 'docx' ? scaleLargePages(counted) : counted },
        file,
      );
    // What the writer had no use for counts too.
    for await (const _ of counted);
    return { ...found, path, counts: counter.counts };
  };
}

async function* onlyPages(parts: AsyncIterable<DocumentPart>, pages: ReadonlySet<number>): AsyncGenerator<DocumentPart, void, void> {
  let isWanted = false;
  for await (const part of parts) {
    if (part.kind === 'section') isWanted = part.section.placedPage !== undefined && pages.has(part.section.placedPage);
    if (isWanted && part.kind !== 'footnote') yield part;
  }
}

type Written = Omit<ReadDocument, 'document'> & Pick<ConvertedPdf, 'path' | 'counts'>;

const NOT_LAID_OUT: Warning = {
  code: 'layout_not_checked',
  message: `The document could not be laid out in time, or has more than ${LAID_OUT_PAGES_MAX} pages: what all of it looks like was not compared with the source.`,
};

/** Recognition has taken away the pictures that it needed. */
async function shrinkAll(store: PageStore, files: PictureFiles): Promise<void> {
  let place = 0;
  for (const page of store.pages) {
    const images = page.content?.images ?? page.words.images;
    if (images.some(({ jpeg, bgra }) => jpeg ?? bgra)) store.replace(place, await shrinkPictures(page, files));
    place++;
  }
}

function hasPictures({ pages }: PageStore): boolean {
  for (const { words } of pages) if (words.images.length > 0) return true;
  return false;
}

function* wordsOf(pages: Iterable<KeptPage>): Generator<PageWords, void, void> {
  for (const { words } of pages) yield words;
}

interface CountedCharacters {
  readonly count: number;
  readonly unmapped: number;
  /** 0-based. */
  readonly pagesWithText: ReadonlySet<number>;
}

function countCharacters(pages: Iterable<KeptPage>): CountedCharacters {
  let [count, unmapped] = [0, 0];
  const pagesWithText = new Set<number>();
  for (const { facts, words } of pages) {
    count += facts.count;
    unmapped += facts.unmapped;
    if (facts.hasText) pagesWithText.add(words.pageIndex);
  }
  return { count, unmapped, pagesWithText };
}

interface Losses {
  /** 0-based. */
  readonly groundLostOn: number | undefined;
  /** 0-based. */
  readonly withoutText: readonly number[];
  /** Pictures were read. */
  readonly isRecognised: boolean;
  /** Characters. */
  readonly unmapped: number;
}

function warnOfLosses({ groundLostOn, withoutText, isRecognised, unmapped }: Losses): Warning[] {
  const warnings: Warning[] = [];
  if (groundLostOn !== undefined)
    warnings.push({
      code: 'backgrounds_left_out',
      message: 'Pictures or colours that fill pages behind their text were left out.',
      page: groundLostOn + 1,
    });
  if (withoutText.length > 0) {
    warnings.push({
      code: 'pages_without_text',
      message: isRecognised
        ? 'Some pages have no text, and none was taken from their pictures.'
        : 'Some pages have no text that can be read; pass `ocr` to have their pictures read.',
      page: (withoutText[0] ?? 0) + 1,
    });
  }
  if (unmapped > 0)
    warnings.push({
      code: 'characters_unmapped',
      message: 'Some fonts of the document do not map their glyphs to letters; that text is lost. OCR can read it.',
    });
  return warnings;
}

const LANGUAGE = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8}){0,3}$/;

function readProperties({ context, catalog }: OpenedPdf): DocumentProperties {
  const info = context.lookup(context.trailerInfo.Info);
  const title = info instanceof PDFDict ? textOf(lookup(info, 'Title'))?.trim() : undefined;
  const language = textOf(lookup(catalog, 'Lang'))?.trim();
  return { ...(title ? { title } : {}), ...(language !== undefined && LANGUAGE.test(language) ? { language } : {}) };
}

function noText(recognition: Record<string, unknown> | undefined): JobFailure {
  if (!recognition) return new JobFailure('no_text_found');
  return new JobFailure('no_text_found', { message: 'No page has text, and none was recognised in their pictures.' });
}
