// Takes away what lies under areas of pages: glyphs, image pixels, marks inside, annotations, what readers are told in its place; and a text
// from every string of the document that says it. Covering is not removal: the box drawn at the end is only there to be seen.

import { PDFArray, PDFDict, PDFName, type PDFRef, type PDFStream } from 'pdf-lib';
import { glyphQuad, type ContentEvent, type ContentSource, type ImageEvent, type PathEvent } from '../content/events.ts';
import { boxIn, interpretPage } from '../content/interpret.ts';
import { boundsOf, contains, intersect, isEmpty, type Box } from '../box.ts';
import type { ContentEdit } from '../content/operations.ts';
import { arrayOf, lookup } from '../dictionary.ts';
import { numbersIn } from '../fonts/dictionaries.ts';
import type { OpenedPdf } from '../open.ts';
import { collectImagePlacements } from '../content/collect.ts';
import { writeActualText } from './actual-text.ts';
import { blankImage, pixelsUnder } from './blank-image.ts';
import type { Color } from './color.ts';
import { overlayPage } from './page-overlay.ts';
import { readPageTextEvents, type PlacedGlyph } from './page-text.ts';
import { rewriteText, writeName, writeNumber } from './rewrite-text.ts';
import { freeName, subDictionary, writeSource } from './write-source.ts';

export interface RedactionReport {
  readonly pageIndex: number;
  readonly glyphs: number;
  /** The removed characters, in the order of the page. */
  readonly text: string;
  readonly imagesBlanked: number;
  /** Images that could not be decoded, taken away whole. */
  readonly imagesRemoved: number;
  readonly marks: number;
  /** Lines and fills that go beyond an area: covered, not cut. */
  readonly marksCovered: number;
  readonly annotations: number;
  /** Something under the areas could not be followed: do not call the page redacted. */
  readonly isIncomplete: boolean;
}

export interface RedactOptions {
  /** Of the boxes that show where something was; undefined draws none. Default black. */
  readonly fill?: Color | undefined;
}

/** More passes than a page has contents mean that something does not go away. */
const PASSES_MAX = 200;

/** @throws JobFailure decompression_limit, pixel_limit */
export async function redactPage(
  opened: Pick<OpenedPdf, 'context' | 'pages'>,
  pageIndex: number,
  areas: readonly Box[],
  options: RedactOptions = {},
): Promise<RedactionReport> {
  const page = opened.pages[pageIndex]?.dict;
  const report = {
    pageIndex,
    glyphs: 0,
    text: '',
    imagesBlanked: 0,
    imagesRemoved: 0,
    marks: 0,
    marksCovered: 0,
    annotations: 0,
    isIncomplete: false,
  };
  if (!page || areas.length === 0) return report;
  const touches = (box: Box) => areas.some((area) => !isEmpty(intersect(area, box)));
  const done = new Set<PDFRef>();
  report.annotations = removeAnnotations(page, touches);
  for (let pass = 0; ; pass++) {
    if (pass === PASSES_MAX) {
      report.isIncomplete = true;
      break;
    }
    if (!removeText(opened, page, touches, report) && !(await removeMarks(opened, page, areas, report, done))) break;
  }
  const fill = 'fill' in options ? options.fill : { red: 0, green: 0, blue: 0 };
  if (fill) {
    const boxes = areas.map(([left, bottom, right, top]) => `${[left, bottom, right - left, top - bottom].map(writeNumber).join(' ')} re`);
    overlayPage(opened.context, page, `q ${[fill.red, fill.green, fill.blue].map(writeNumber).join(' ')} rg ${boxes.join(' ')} f Q`);
  }
  return report;
}

type Counts = { -readonly [K in keyof RedactionReport]: RedactionReport[K] };

/** One content at a time: a copied form changes what its parents are. @returns whether something changed */
function removeText(opened: Pick<OpenedPdf, 'context' | 'pages'>, page: PDFDict, touches: (box: Box) => boolean, report: Counts): boolean {
  const text = readPageTextEvents(page);
  if (
    text.gaps.has('damaged_stream') ||
    text.gaps.has('operations') ||
    text.gaps.has('glyphs') ||
    text.gaps.has('entries') ||
    text.gaps.has('depth')
  )
    report.isIncomplete = true;
  const hit = text.glyphs.filter((glyph) => touches(innerBox(glyph)));
  const source = hit[0]?.event.source;
  if (!source) return false;
  const removed = new Set(hit.filter(({ event }) => event.source === source));
  const edits = rewriteText(text, { source, removed, shiftOf: () => 0 });
  if (edits.length === 0) {
    report.isIncomplete = true;
    return false;
  }
  const spoken = writeActualText([...removed]);
  if (spoken === 'shared') {
    for (const { event } of removed)
      for (const { properties } of event.marks) for (const key of SPOKEN) properties?.delete(PDFName.of(key));
  }
  report.glyphs += removed.size;
  for (const { shown } of removed) report.text += shown.glyph.unicode;
  writeSource(opened, page, source, [...edits, ...(spoken === 'shared' ? [] : spoken)]);
  return true;
}

const SPOKEN = ['ActualText', 'Alt', 'E'];

/** A glyph's box reaches from ascent to descent; a hair of the line above or below is not a hit. */
function innerBox({ box: [left, bottom, right, top] }: PlacedGlyph): Box {
  const inset = (top - bottom) * 0.05;
  // Nor is what kerning lets one glyph reach into the next.
  const side = Math.min(inset, (right - left) * 0.2);
  return [left + side, bottom + inset, Math.max(right - side, left + side + 0.01), top - inset];
}

/** Images and marks of one content. @returns whether something changed */
async function removeMarks(
  opened: Pick<OpenedPdf, 'context' | 'pages'>,
  page: PDFDict,
  areas: readonly Box[],
  report: Counts,
  done: Set<PDFRef>,
): Promise<boolean> {
  const found: (ImageEvent | PathEvent)[] = [];
  let covered = 0;
  interpretPage(page, (event) => {
    // Text and pictures inside patterns, soft masks and glyphs are not taken out: whoever asks must know.
    if (event.kind === 'text' && !isEditable(event.source))
      report.isIncomplete ||= event.glyphs.some((shown) =>
        areas.some((area) => !isEmpty(intersect(area, boundsOf(glyphQuad(event, shown))))),
      );
    if (event.kind === 'image' && !isEditable(event.source))
      report.isIncomplete ||= areas.some((area) => !isEmpty(intersect(area, event.box)));
    // Images that are blanked already still lie under the area.
    if (!isDrawnHere(event) || (event.kind === 'image' && event.ref && done.has(event.ref))) return;
    if (event.kind === 'image' && areas.some((area) => !isEmpty(intersect(area, intersect(event.box, event.state.clip)))))
      found.push(event);
    if (event.kind !== 'path' || event.clips) return;
    if (areas.some((area) => contains(area, event.box, 0.5))) found.push(event);
    else if (areas.some((area) => !isEmpty(intersect(area, intersect(event.box, event.state.clip))))) covered++;
  });
  report.marksCovered = covered;
  const [first] = found;
  if (!first) return false;
  const own = found.filter(({ source }) => source === first.source);
  const edits: ContentEdit[] = [];
  const added = new Map<string, PDFRef>();
  const names = lookup(first.source.resources, 'XObject');
  let inPlace = false;
  for (const event of own) {
    const { operation } = event;
    if (event.kind === 'path') {
      edits.push({ start: event.firstSpanStart, end: operation.end, replacement: 'n' });
      report.marks++;
      continue;
    }
    const blanked = event.stream && (await blankEvent(opened, event, event.stream, areas));
    if (!blanked) {
      edits.push({ start: operation.start, end: operation.end, replacement: '' });
      report.imagesRemoved++;
      continue;
    }
    report.imagesBlanked++;
    const placements = collectImagePlacements(opened).images.get(event.stream)?.placements.length ?? 0;
    if (placements <= 1 && event.ref) {
      opened.context.assign(event.ref, blanked);
      done.add(event.ref);
      inPlace = true;
      continue;
    }
    const name = freeName(names, `Re${added.size}x`);
    const ref = opened.context.register(blanked);
    added.set(name, ref);
    done.add(ref);
    edits.push({ start: operation.start, end: operation.end, replacement: `${writeName(name)} Do` });
  }
  if (edits.length === 0) return inPlace;
  writeSource(opened, page, first.source, edits, (resources) => {
    const objects = subDictionary(opened.context, resources, 'XObject');
    for (const [name, ref] of added) objects.set(PDFName.of(name), ref);
  });
  return true;
}

function isDrawnHere(event: ContentEvent): event is ImageEvent | PathEvent {
  if (event.kind !== 'image' && event.kind !== 'path') return false;
  return isEditable(event.source);
}

function isEditable(source: ContentSource): boolean {
  for (let at: ContentSource | undefined = source; at; at = at.parent) if (at.kind !== 'page' && at.kind !== 'form') return false;
  return true;
}

async function blankEvent(opened: Pick<OpenedPdf, 'context'>, event: ImageEvent, stream: PDFStream, areas: readonly Box[]) {
  const rects = areas.flatMap((area) => pixelsUnder(event.matrix, event.widthPixels, event.heightPixels, area) ?? []);
  return rects.length === 0 ? undefined : blankImage(opened.context, stream, rects);
}

/** Annotations that touch an area go, with the values of fields that they show. */
function removeAnnotations(page: PDFDict, touches: (box: Box) => boolean): number {
  const annotations = arrayOf(page, 'Annots');
  if (!annotations) return 0;
  const kept = PDFArray.withContext(page.context);
  let removed = 0;
  for (const item of annotations.asArray()) {
    const dict = page.context.lookup(item);
    const rect = dict instanceof PDFDict ? boxIn(numbersIn(arrayOf(dict, 'Rect'))) : undefined;
    if (!(dict instanceof PDFDict) || !rect || !touches(rect)) {
      kept.push(item);
      continue;
    }
    removed++;
    for (const key of ['Contents', 'RC', 'AP', 'V', 'DV', 'T', 'Subj', 'A', 'TU', 'Popup']) {
      if (key !== 'T' || lookup(dict, 'Subtype') !== PDFName.of('Widget')) dict.delete(PDFName.of(key));
    }
    const parent = lookup(dict, 'Parent');
    if (parent instanceof PDFDict && lookup(dict, 'Subtype') === PDFName.of('Widget'))
      for (const key of ['V', 'DV', 'RV']) parent.delete(PDFName.of(key));
  }
  if (removed > 0) page.set(PDFName.of('Annots'), kept);
  return removed;
}
