// `compress` for PDF. The document's objects are stored smaller in place, the file is written, its changed pages are compared with the source, and
// what makes a page look too different is undone. When the result is not proved whole or not smaller, the source's bytes are returned.

import { PDFRawStream, type PDFRef } from 'pdf-lib';
import type { CompressQuality } from '#contract/params/compress-params.ts';
import type { Progress, Warning } from '#contract/processor.ts';
import { JobFailure } from '../../failure.ts';
import { PDF_BOUNDS } from '../../pdf/bounds.ts';
import { isImage } from '../../pdf/pictures/colour-space.ts';
import { collectFontUse, collectImagePlacements } from '../../pdf/content/collect.ts';
import { countFeatures, type FeatureCounts } from '../../pdf/pages/count-features.ts';
import { nameOf } from '../../pdf/syntax/dictionary.ts';
import { dropPrivateData, dropSignatures } from '../../pdf/pages/drop-extras.ts';
import { type BytesByCategory, measureBytes } from '../../pdf/streams/measure-bytes.ts';
import { mergeDuplicates } from '../../pdf/streams/merge-duplicates.ts';
import type { OpenedPdf } from '../../pdf/opened.ts';
import { openSource, SIGNATURE_REMOVED, type SourceOptions } from '../../open-source.ts';
import { openPdf } from '../../pdf/open.ts';
import { findPagesOfObjects } from '../../pdf/pages/pages-of-objects.ts';
import { recompressStream } from '../../pdf/streams/recompress-stream.ts';
import { savePacked } from '../../pdf/save-packed.ts';
import { samplePages } from '../../pdf/verify.ts';
import { checkPdfBytes, linearizePdf, type QpdfVerdict } from '../../tools/qpdf.ts';
import { judgePages, type PageVerdict } from './guard.ts';
import { type CompressedFont, compressFonts } from './font-programs.ts';
import { LEVELS, type Level } from './levels.ts';
import { readPdfaPart } from './pdfa.ts';
import { type CompressedContent, compressContents } from './page-contents.ts';
import { compressPictures, type CompressedPicture } from './pictures.ts';

export interface CompressOptions extends SourceOptions {
  readonly quality: CompressQuality;
  readonly linearize: boolean;
  readonly progress?: (progress: Progress) => void;
}

interface Kept {
  readonly what: string;
  readonly why: string;
  readonly count: number;
}

export interface CompressedPdf {
  readonly bytes: Uint8Array;
  readonly pages: number;
  /** False: `bytes` are the source's. */
  readonly changed: boolean;
  readonly categories: { readonly before: BytesByCategory; readonly after: BytesByCategory };
  readonly features: { readonly before: FeatureCounts; readonly after: FeatureCounts };
  readonly pictures: readonly CompressedPicture[];
  readonly fonts: readonly CompressedFont[];
  readonly ssim: {
    readonly pages_compared: number;
    readonly mean: number | null;
    readonly worst: number | null;
    readonly worst_page: number | null;
  };
  readonly kept: readonly Kept[];
  readonly merged: number;
  readonly verification: Record<string, unknown>;
  readonly notes: readonly Warning[];
}

/** @throws JobFailure as openPdf; internal when neither the result nor the source can be returned */
export async function compressPdf(source: Uint8Array, options: CompressOptions): Promise<CompressedPdf> {
  const opened = await openSource(source, 'modify', options);
  return new Compression(source, opened, options).run();
}

class Compression {
  private readonly source: Uint8Array;
  private readonly opened: OpenedPdf;
  private readonly options: CompressOptions;
  private readonly level: Level;
  private readonly notes: Warning[];
  private readonly kept = new Map<string, Kept>();
  private readonly verdicts = new Map<number, PageVerdict>();
  private pictures: readonly CompressedPicture[] = [];
  private fonts: readonly CompressedFont[] = [];
  private contents: readonly CompressedContent[] = [];

  constructor(source: Uint8Array, opened: OpenedPdf, options: CompressOptions) {
    this.source = source;
    this.opened = opened;
    this.options = options;
    this.level = LEVELS[options.quality];
    this.notes = [...opened.warnings];
  }

  async run(): Promise<CompressedPdf> {
    const { opened, source } = this;
    const before = { categories: measureBytes(opened.context, source.length), features: countFeatures(opened) };
    const pdfaPart = readPdfaPart(opened);
    if (dropSignatures(opened) > 0) this.notes.push(SIGNATURE_REMOVED);
    dropPrivateData(opened);
    this.recompressStreams(pdfaPart !== undefined);
    const merged = mergeDuplicates(opened.context);
    const pagesOf = findPagesOfObjects(opened.pages);
    this.pictures = await compressPictures({
      context: opened.context,
      level: this.level,
      dpis: this.findDpis(),
      judge: (picture) => this.judgePicture(picture, pagesOf),
      onPicture: (done, total) => this.tell('pictures', PERCENT.streams + (done / total) * (PERCENT.pictures - PERCENT.streams)),
    });
    this.tell('fonts', PERCENT.pictures);
    this.fonts = compressFonts(opened.context, collectFontUse(opened), this.level, pdfaPart);
    this.contents = compressContents(opened, this.level);
    for (const { told } of this.fonts) if (told.left) this.keep('font', told.left);
    for (const { before: told } of this.pictures) if (told.left) this.keep('image', told.left);
    const objectStreams = pdfaPart !== 1;
    const save = () => savePacked(opened.context, { objectStreams });
    const result = await this.settlePages(save);
    return this.conclude(result, before, merged);
  }

  /** Of the largest placement of each picture: the one that shows the most. */
  private findDpis(): Map<PDFRef, number> {
    const { images, unknown } = collectImagePlacements(this.opened);
    const dpis = new Map<PDFRef, number>();
    // Content that could not be followed may place a picture larger than what was found.
    if (unknown.size > 0) return dpis;
    for (const { ref, placements } of images.values()) {
      if (!ref || placements.length === 0) continue;
      const dpi = Math.min(...placements.map((placement) => placement.dpi));
      if (dpi > 0 && Number.isFinite(dpi)) dpis.set(ref, dpi);
    }
    return dpis;
  }

  private async judgePicture(picture: CompressedPicture, pagesOf: ReturnType<typeof findPagesOfObjects>): Promise<number> {
    const renderPageIndexes = (pagesOf.get(picture.ref) ?? []).slice(0, 1);
    const after = savePacked(this.opened.context, { objectStreams: true });
    const verdicts = await judgePages({ before: this.opened.bytes, after, renderPageIndexes, textPageIndexes: [], onPages: () => {} });
    return Math.max(0, ...[...verdicts.values()].map(({ ssim }) => this.level.pageSsimMin - (ssim ?? 0)));
  }

  private tell(stage: string, percent: number, pages?: { readonly done: number; readonly total: number }): void {
    this.options.progress?.({
      percent: Math.floor(percent),
      stage,
      ...(pages ? { pages_done: pages.done, pages_total: pages.total } : {}),
    });
  }

  private keep(what: string, why: string): void {
    const key = `${what} ${why}`;
    this.kept.set(key, { what, why, count: (this.kept.get(key)?.count ?? 0) + 1 });
  }

  /** Metadata of an archive document stays readable for programs that know no PDF (ISO 19005-1 6.7.2). */
  private recompressStreams(isArchive: boolean): void {
    this.tell('streams', PERCENT.opened);
    for (const [, object] of this.opened.context.enumerateIndirectObjects()) {
      if (!(object instanceof PDFRawStream)) continue;
      if (isArchive && nameOf(object.dict, 'Type') === 'Metadata') continue;
      recompressStream(object, isImage(object.dict) ? PDF_BOUNDS.imageBytesMax : PDF_BOUNDS.streamBytesMax);
    }
  }

  /** Writes, compares and undoes until every comparable page is like the source. */
  private async settlePages(save: () => Uint8Array): Promise<Uint8Array> {
    const changes = groupByPage(this.opened.pages, this.changes());
    let waiting = pagesToCompare(changes);
    let result = save();
    for (let round = 0; round < ROUNDS_MAX; round++) {
      const verdicts = await this.comparePages(result, waiting, round);
      const bad = this.badPages(waiting, verdicts);
      if (bad.length === 0) break;
      await this.takeBackOn(bad, verdicts, changes, round);
      waiting = bad.filter((index) => verdicts.has(index));
      result = save();
    }
    return result;
  }

  private changes(): Change[] {
    return [
      ...this.pictures
        .filter((picture) => picture.chosen())
        .map((picture) => ({
          ref: picture.ref,
          lossy: picture.chosen()?.ssim !== 1,
          takeBack: (shortfall: number, last: boolean) => this.saferPicture(picture, shortfall, last),
        })),
      ...this.fonts
        .filter((font) => font.isChanged())
        .map((font) => ({ ref: font.ref, lossy: false, takeBack: () => this.takeBack('font', font.restore) })),
      ...this.contents.map((content) => ({ ref: content.ref, lossy: false, takeBack: () => this.takeBack('content', content.restore) })),
    ];
  }

  /** The pages that still need it; in the first round also a sample of all, and the text of many. */
  private async comparePages(result: Uint8Array, waiting: readonly number[], round: number): Promise<ReadonlyMap<number, PageVerdict>> {
    const pageCount = this.opened.pages.length;
    const verdicts = await judgePages({
      before: this.opened.bytes,
      after: result,
      renderPageIndexes: round === 0 ? mergeSorted(waiting, samplePages(pageCount, SAMPLE_PAGES_MAX)) : waiting,
      textPageIndexes: round === 0 ? samplePages(pageCount, TEXT_PAGES_MAX) : waiting,
      onPages: (done, total) =>
        this.tell('comparing', PERCENT.settled + round * PERCENT.perRound + (done / total) * PERCENT.perRound, { done, total }),
    });
    for (const [index, verdict] of verdicts) this.verdicts.set(index, verdict);
    return verdicts;
  }

  private badPages(waiting: readonly number[], verdicts: ReadonlyMap<number, PageVerdict>): number[] {
    const otherText = [...verdicts].flatMap(([index, { textSame }]) => (textSame === false ? [index] : []));
    return mergeSorted(
      waiting.filter((index) => !this.isGood(verdicts.get(index))),
      otherText,
    );
  }

  private async takeBackOn(
    bad: readonly number[],
    verdicts: ReadonlyMap<number, PageVerdict>,
    changes: ReadonlyMap<number, readonly Change[]>,
    round: number,
  ): Promise<void> {
    const isLast = round >= ROUNDS_MAX - 2;
    // What the engine cannot draw in time now, it will not draw in time later: all of it is undone and not compared again.
    const undrawn = bad.filter((index) => !verdicts.has(index));
    for (const change of new Set(undrawn.flatMap((index) => changes.get(index) ?? []))) await change.takeBack(0, true);
    const suspects = new Set(bad.filter((index) => verdicts.has(index)).flatMap((index) => changes.get(index) ?? []));
    // Pictures first: they are meant to differ. Invisible changes are undone when that does not help, or when the text differs.
    const exactOnly = bad.some(
      (index) => verdicts.get(index)?.textSame === false || !(changes.get(index) ?? []).some((change) => change.lossy),
    );
    const shortfallOn = (index: number) => Math.max(0, this.level.pageSsimMin - (verdicts.get(index)?.ssim ?? 0));
    const pagesOf = (change: Change) => bad.filter((index) => changes.get(index)?.includes(change));
    for (const change of suspects) {
      if (!change.lossy && !exactOnly && round < LOSSY_ROUNDS) continue;
      await change.takeBack(Math.min(SHORTFALL_MAX, Math.max(...pagesOf(change).map(shortfallOn))), isLast);
    }
  }

  private async saferPicture(picture: CompressedPicture, shortfall: number, last: boolean): Promise<void> {
    if (!picture.chosen()) return;
    if (last) picture.restore();
    else await picture.makeSafer(shortfall);
    if (!picture.chosen()) this.keep('image', 'page_would_look_different');
  }

  private takeBack(what: string, restore: () => void): void {
    restore();
    this.keep(what, 'page_would_look_different');
  }

  private isGood(verdict: PageVerdict | undefined): boolean {
    return verdict?.ssim !== undefined && verdict.ssim >= this.level.pageSsimMin && verdict.textSame !== false;
  }

  private async conclude(
    packed: Uint8Array,
    before: { readonly categories: BytesByCategory; readonly features: FeatureCounts },
    merged: number,
  ): Promise<CompressedPdf> {
    const { opened, options, source } = this;
    this.tell('verifying', PERCENT.compared);
    const result = options.linearize ? ((await linearizePdf(packed, { workDir: options.workDir })) ?? packed) : packed;
    const base = { pages: opened.pages.length, pictures: this.pictures, fonts: this.fonts, merged, notes: this.notes };
    const verified = result.length < source.length ? await this.verify(result, before.features) : 'not_smaller';
    if (typeof verified === 'string') {
      this.keep('document', verified);
      if (verified !== 'not_smaller')
        this.notes.push({
          code: 'kept_as_it_was',
          message: 'The compressed file could not be proved complete; the source is returned unchanged.',
        });
      const same = { before: before.categories, after: before.categories };
      const ssim = { pages_compared: 0, mean: null, worst: null, worst_page: null };
      const verification = { result: verified, identical_to_source: true };
      return {
        ...base,
        pictures: [],
        bytes: source,
        changed: false,
        categories: same,
        features: { before: before.features, after: before.features },
        ssim,
        kept: [...this.kept.values()],
        verification,
      };
    }
    const { reopened, qpdf } = verified;
    return {
      ...base,
      bytes: result,
      changed: true,
      categories: { before: before.categories, after: measureBytes(reopened.context, result.length) },
      features: { before: before.features, after: countFeatures(reopened) },
      ssim: this.tellSsim(),
      kept: [...this.kept.values()],
      verification: this.tellVerification(qpdf),
    };
  }

  /** A string names what is wrong with the result. */
  private async verify(
    result: Uint8Array,
    features: FeatureCounts,
  ): Promise<{ readonly reopened: OpenedPdf; readonly qpdf: QpdfVerdict } | string> {
    const verdicts = [...this.verdicts.values()];
    if (verdicts.some(({ textSame }) => textSame === false)) return 'text_differs';
    if (verdicts.some(({ ssim }) => ssim !== undefined && ssim < this.level.pageSsimMin)) return 'pages_look_different';
    let reopened: OpenedPdf;
    try {
      reopened = await openPdf(result, { needs: 'read', pagesMax: Number.MAX_SAFE_INTEGER, strict: true });
    } catch (error) {
      if (error instanceof JobFailure) return 'not_readable';
      throw error;
    }
    const after = countFeatures(reopened);
    const lost = Object.entries(features).filter(([name, count]) => after[name as keyof FeatureCounts] !== count);
    if (lost.length > 0) return `features_differ: ${lost.map(([name]) => name).join(', ')}`;
    const qpdf = await checkPdfBytes(result, { workDir: this.options.workDir });
    if (qpdf === 'errors' && (await checkPdfBytes(this.opened.bytes, { workDir: this.options.workDir })) !== 'errors') return 'not_sound';
    return { reopened, qpdf };
  }

  private tellSsim(): CompressedPdf['ssim'] {
    const compared = [...this.verdicts].flatMap(([index, { ssim }]) => (ssim === undefined ? [] : [{ page: index + 1, ssim }]));
    const worst = compared.reduce<{ page: number; ssim: number } | undefined>(
      (low, one) => (!low || one.ssim < low.ssim ? one : low),
      undefined,
    );
    const mean = compared.length === 0 ? null : compared.reduce((sum, { ssim }) => sum + ssim, 0) / compared.length;
    return { pages_compared: compared.length, mean: round(mean), worst: round(worst?.ssim ?? null), worst_page: worst?.page ?? null };
  }

  private tellVerification(qpdf: QpdfVerdict): Record<string, unknown> {
    const texts = [...this.verdicts.values()].filter(({ textSame }) => textSame !== undefined);
    return {
      result: 'verified',
      page_count_same: true,
      text_pages_compared: texts.length,
      text_identical: texts.length > 0 ? true : null,
      features_identical: true,
      qpdf_check: qpdf,
    };
  }
}

interface Change {
  readonly ref: PDFRef;
  /** Meant to look a little different. */
  readonly lossy: boolean;
  /** @param shortfall by how much its worst page is not like enough. */
  readonly takeBack: (shortfall: number, last: boolean) => void | Promise<void>;
}

/** By 0-based page index. */
function groupByPage(pages: OpenedPdf['pages'], changes: readonly Change[]): Map<number, Change[]> {
  const pagesOf = findPagesOfObjects(pages);
  const byPage = new Map<number, Change[]>();
  for (const change of changes) {
    for (const index of pagesOf.get(change.ref) ?? []) {
      const list = byPage.get(index);
      if (list) list.push(change);
      else byPage.set(index, [change]);
    }
  }
  return byPage;
}

/** The job's progress after each; `settled` is when the comparison begins. */
const PERCENT = { opened: 1, streams: 5, pictures: 60, settled: 65, perRound: 5, compared: 92 } as const;
const ROUNDS_MAX = 5;
/** In the first so many rounds only what is meant to differ is undone. */
const LOSSY_ROUNDS = 2;
/** A larger shortfall of a page is not due to picture quality: no picture is made that much safer at once. */
const SHORTFALL_MAX = 0.05;
/** Pages with changes that must be invisible: a sample is enough, as all are made in one way. */
const EXACT_PAGES_MAX = 24;
const TEXT_PAGES_MAX = 300;
const SAMPLE_PAGES_MAX = 3;

/** All with visible changes, and a sample of the others. */
function pagesToCompare(changes: ReadonlyMap<number, readonly Change[]>): number[] {
  const lossy = [...changes].filter(([, list]) => list.some((change) => change.lossy)).map(([index]) => index);
  const exact = [...changes.keys()].filter((index) => !lossy.includes(index)).toSorted((a, b) => a - b);
  return mergeSorted(
    lossy,
    samplePages(exact.length, EXACT_PAGES_MAX).map((at) => exact[at] ?? 0),
  );
}

function mergeSorted(one: readonly number[], two: readonly number[]): number[] {
  return [...new Set([...one, ...two])].toSorted((a, b) => a - b);
}

function round(value: number | null): number | null {
  return value === null ? null : Math.round(value * 10_000) / 10_000;
}
