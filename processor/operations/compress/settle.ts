// The middle of a compression: the objects of an opened document are stored smaller in place, the file is written, its changed pages are compared with
// the source, and what makes a page look too different is undone. What it gives back holds no object, so that the document can be let go.

import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFRawStream, type PDFRef } from 'pdf-lib';
import type { CompressQuality } from '#contract/params/compress-params.ts';
import type { Progress, Warning } from '#contract/processor.ts';
import { PDF_BOUNDS } from '../../pdf/bounds.ts';
import { type ByteSource, fileSource } from '../../pdf/byte-source.ts';
import { isImage } from '../../pdf/pictures/colour-space.ts';
import { collectFontUse, collectImagePlacements } from '../../pdf/content/collect.ts';
import { countFeatures, type FeatureCounts } from '../../pdf/pages/count-features.ts';
import { nameOf } from '../../pdf/syntax/dictionary.ts';
import { dropPrivateData, dropSignatures } from '../../pdf/pages/drop-extras.ts';
import { type BytesByCategory, measureBytes } from '../../pdf/streams/measure-bytes.ts';
import { mergeDuplicates } from '../../pdf/streams/merge-duplicates.ts';
import type { OpenedPdf } from '../../pdf/opened.ts';
import { engineInput } from '../../pdf/pdfium/pdfium.ts';
import { SIGNATURE_REMOVED, type SourceOptions } from '../../open-source.ts';
import { findPagesOfObjects } from '../../pdf/pages/pages-of-objects.ts';
import { isLargeStream, recompressLargeStream } from '../../pdf/streams/recompress-large.ts';
import { recompressStream } from '../../pdf/streams/recompress-stream.ts';
import { savePackedFile } from '../../pdf/save-packed.ts';
import { type KeepBytes, keepInScratch } from '../../pdf/scratch-file.ts';
import { samplePages } from '../../pdf/verify.ts';
import type { FontOutcome, Kept, PictureOutcome } from './compressed.ts';
import { judgePages, type PageVerdict } from './guard.ts';
import { type CompressedFont, compressFonts } from './font-programs.ts';
import { LEVELS, type Level } from './levels.ts';
import { readPdfaPart } from '../../pdf/pages/pdfa-part.ts';
import { type CompressedContent, compressContents } from './page-contents.ts';
import { compressPictures, type CompressedPicture } from './pictures.ts';

export interface CompressOptions extends SourceOptions {
  readonly quality: CompressQuality;
  readonly linearize: boolean;
  readonly progress?: (progress: Progress) => void;
}

/** A document as it was written and compared, not yet read again. */
export interface Settled {
  readonly path: string;
  /** What it is compared with. */
  readonly source: ByteSource;
  readonly before: { readonly categories: BytesByCategory; readonly features: FeatureCounts };
  readonly pages: number;
  readonly pictures: readonly PictureOutcome[];
  readonly fonts: readonly FontOutcome[];
  /** By 0-based page index. */
  readonly verdicts: ReadonlyMap<number, PageVerdict>;
  readonly kept: readonly Kept[];
  /** Objects merged into another that is the same. */
  readonly merged: number;
  readonly notes: readonly Warning[];
}

/** Changes the opened document. @param fileBytes of the customer's file */
export function settle(opened: OpenedPdf, fileBytes: number, options: CompressOptions): Promise<Settled> {
  return new Compression(opened, options).run(fileBytes);
}

export function tellProgress(
  { progress }: CompressOptions,
  stage: string,
  percent: number,
  pages?: { readonly done: number; readonly total: number },
): void {
  progress?.({ percent: Math.floor(percent), stage, ...(pages ? { pages_done: pages.done, pages_total: pages.total } : {}) });
}

class Compression {
  private readonly opened: OpenedPdf;
  private readonly options: CompressOptions;
  private readonly level: Level;
  private readonly notes: Warning[];
  private readonly kept = new Map<string, Kept>();
  private readonly verdicts = new Map<number, PageVerdict>();
  private pictures: readonly CompressedPicture[] = [];
  private fonts: readonly CompressedFont[] = [];
  private contents: readonly CompressedContent[] = [];
  private readonly keep: KeepBytes;

  constructor(opened: OpenedPdf, options: CompressOptions) {
    this.opened = opened;
    this.options = options;
    this.level = LEVELS[options.quality];
    this.notes = [...opened.warnings];
    this.keep = keepInScratch(options.workDir);
  }

  /** @param fileBytes of the customer's file */
  async run(fileBytes: number): Promise<Settled> {
    const { opened } = this;
    const before = { categories: measureBytes(opened.context, fileBytes), features: countFeatures(opened) };
    const pdfaPart = readPdfaPart(opened);
    if (dropSignatures(opened) > 0) this.notes.push(SIGNATURE_REMOVED);
    dropPrivateData(opened);
    await this.recompressStreams(pdfaPart !== undefined);
    const merged = mergeDuplicates(opened.context);
    await this.compressObjects(pdfaPart);
    const path = await this.settlePages(pdfaPart !== 1);
    return {
      path,
      source: opened.source,
      before,
      pages: opened.pages.length,
      pictures: this.pictures.map((picture) => ({ before: picture.before, after: picture.chosen() })),
      fonts: this.fonts.map(({ told, isChanged }) => ({ told, changed: isChanged() })),
      verdicts: this.verdicts,
      kept: [...this.kept.values()],
      merged,
      notes: this.notes,
    };
  }

  private async compressObjects(archivePart: number | undefined): Promise<void> {
    const { opened, level, keep } = this;
    const pagesOf = findPagesOfObjects(opened.pages);
    this.pictures = await compressPictures({
      context: opened.context,
      level,
      dpis: this.findDpis(),
      judge: (picture) => this.judgePicture(picture, pagesOf),
      keep,
      onPicture: (done, total) => this.tell('pictures', PERCENT.streams + (done / total) * (PERCENT.pictures - PERCENT.streams)),
    });
    this.tell('fonts', PERCENT.pictures);
    this.fonts = compressFonts(opened.context, { use: collectFontUse(opened), level, archivePart, keep });
    this.contents = compressContents(opened, level, keep);
    for (const { told } of this.fonts) if (told.left) this.keepAsItWas('font', told.left);
    for (const { before: told } of this.pictures) if (told.left) this.keepAsItWas('image', told.left);
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
    const path = this.write(true);
    const [before, after] = [engineInput(this.opened.source), engineInput(fileSource(path))];
    const verdicts = await judgePages({ before, after, renderPageIndexes, textPageIndexes: [], onPages: () => {} });
    await rm(path);
    return Math.max(0, ...[...verdicts.values()].map(({ ssim }) => this.level.pageSsimMin - (ssim ?? 0)));
  }

  private tell(stage: string, percent: number, pages?: { readonly done: number; readonly total: number }): void {
    tellProgress(this.options, stage, percent, pages);
  }

  private keepAsItWas(what: string, why: string): void {
    const key = `${what} ${why}`;
    this.kept.set(key, { what, why, count: (this.kept.get(key)?.count ?? 0) + 1 });
  }

  /** Metadata of an archive document stays readable for programs that know no PDF (ISO 19005-1 6.7.2). */
  private async recompressStreams(isArchive: boolean): Promise<void> {
    this.tell('streams', PERCENT.opened);
    for (const [, object] of this.opened.context.enumerateIndirectObjects()) {
      if (!(object instanceof PDFRawStream)) continue;
      if (isArchive && nameOf(object.dict, 'Type') === 'Metadata') continue;
      const bytesMax = isImage(object.dict) ? PDF_BOUNDS.imageBytesMax : PDF_BOUNDS.streamBytesMax;
      if (isLargeStream(object)) await recompressLargeStream(object, bytesMax, this.options.workDir);
      else recompressStream(object, bytesMax, this.keep);
    }
  }

  private write(objectStreams: boolean): string {
    const path = join(this.options.workDir, `compress-${randomUUID()}.pdf`);
    savePackedFile(this.opened.context, path, { objectStreams });
    return path;
  }

  /** Writes, compares and undoes until every comparable page is like the source. @returns the path of what was written last */
  private async settlePages(objectStreams: boolean): Promise<string> {
    const changes = groupByPage(this.opened.pages, this.changes());
    let waiting = pagesToCompare(changes);
    let path = this.write(objectStreams);
    for (let round = 0; round < ROUNDS_MAX; round++) {
      const verdicts = await this.comparePages(path, waiting, round);
      const bad = this.badPages(waiting, verdicts);
      if (bad.length === 0) break;
      await this.takeBackOn(bad, verdicts, changes, round);
      waiting = bad.filter((index) => verdicts.has(index));
      await rm(path);
      path = this.write(objectStreams);
    }
    return path;
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
  private async comparePages(path: string, waiting: readonly number[], round: number): Promise<ReadonlyMap<number, PageVerdict>> {
    const pageCount = this.opened.pages.length;
    const verdicts = await judgePages({
      before: engineInput(this.opened.source),
      after: engineInput(fileSource(path)),
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
    if (!picture.chosen()) this.keepAsItWas('image', 'page_would_look_different');
  }

  private takeBack(what: string, restore: () => void): void {
    restore();
    this.keepAsItWas(what, 'page_would_look_different');
  }

  private isGood(verdict: PageVerdict | undefined): boolean {
    return verdict?.ssim !== undefined && verdict.ssim >= this.level.pageSsimMin && verdict.textSame !== false;
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
export const PERCENT = { opened: 1, streams: 5, pictures: 60, settled: 65, perRound: 5, compared: 92 } as const;
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
