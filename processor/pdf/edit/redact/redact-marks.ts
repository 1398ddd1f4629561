// Removes what is not text under areas of a page: pixels of pictures, and lines and fills whose parts lie inside. A mark that exceeds an area is
// covered, not cut: a table rule holds no information.

import { type PDFDict, PDFName, type PDFRef, type PDFStream } from 'pdf-lib';
import { type Box, boundsOf, contains, intersect, isEmpty } from '../../geometry/box.ts';
import { collectImagePlacements } from '../../content/collect.ts';
import { glyphQuad, type ContentEvent, type ImageEvent, type PathEvent } from '../../content/events.ts';
import { interpretPage } from '../../content/interpret.ts';
import { type ContentEdit, readOperations } from '../../syntax/operations.ts';
import { PathBuilder } from '../../content/path.ts';
import { numbersOf } from '../../syntax/operand.ts';
import { lookup } from '../../syntax/dictionary.ts';
import type { OpenedPdf } from '../../opened.ts';
import { blankImage, pixelsUnder } from './blank-image.ts';
import { isEditable } from '../page-text.ts';
import { writeName } from '../../syntax/write-operand.ts';
import { freeName, subDictionary, writeSource } from '../../content/write-source.ts';

export interface MarkRemoval {
  readonly imagesBlanked: number;
  readonly imagesRemoved: number;
  readonly marks: number;
  /** Of the whole page, before the change. */
  readonly marksCovered: number;
  /** Text or a picture that is drawn from elsewhere and cannot be removed. */
  readonly isIncomplete: boolean;
  readonly isChanged: boolean;
}

const EDGE = 0.5;

/** Images and marks of the first content that has some. @param done blanked images: they are still under the areas */
export async function removeMarks(
  opened: Pick<OpenedPdf, 'context' | 'pages'>,
  page: PDFDict,
  areas: readonly Box[],
  done: Set<PDFRef>,
): Promise<MarkRemoval> {
  const { found, covered, isIncomplete } = findMarks(page, areas, done);
  const counts = { imagesBlanked: 0, imagesRemoved: 0, marks: 0, marksCovered: covered, isIncomplete, isChanged: false };
  const [first] = found;
  if (!first) return counts;
  const edits: ContentEdit[] = [];
  const added = new Map<string, PDFRef>();
  const names = lookup(first.event.source.resources, 'XObject');
  for (const { event, cut } of found.filter((one) => one.event.source === first.event.source)) {
    const { operation } = event;
    if (event.kind === 'path') {
      edits.push(...(cut ?? [{ start: event.firstSpanStart, end: operation.end, replacement: 'n' }]));
      counts.marks++;
      continue;
    }
    const blanked = event.stream && (await blankEvent(opened, event, event.stream, areas));
    if (!blanked) {
      edits.push({ start: operation.start, end: operation.end, replacement: '' });
      counts.imagesRemoved++;
      continue;
    }
    counts.imagesBlanked++;
    const placements = collectImagePlacements(opened).images.get(event.stream)?.placements.length ?? 0;
    if (placements <= 1 && event.ref) {
      opened.context.assign(event.ref, blanked);
      done.add(event.ref);
      counts.isChanged = true;
      continue;
    }
    const name = freeName(names, `Re${added.size}x`);
    const ref = opened.context.register(blanked);
    added.set(name, ref);
    done.add(ref);
    edits.push({ start: operation.start, end: operation.end, replacement: `${writeName(name)} Do` });
  }
  if (edits.length === 0) return counts;
  writeSource(opened, page, first.event.source, edits, (resources) => {
    const objects = subDictionary(opened.context, resources, 'XObject');
    for (const [name, ref] of added) objects.set(PDFName.of(name), ref);
  });
  return { ...counts, isChanged: true };
}

interface FoundMark {
  readonly event: ImageEvent | PathEvent;
  /** The parts of a path that lie inside; undefined for all of it. */
  readonly cut: readonly ContentEdit[] | undefined;
}

function findMarks(page: PDFDict, areas: readonly Box[], done: ReadonlySet<PDFRef>) {
  const found: FoundMark[] = [];
  let [covered, isIncomplete] = [0, false];
  const touches = (box: Box) => areas.some((area) => !isEmpty(intersect(area, box)));
  const isInside = (box: Box) => areas.some((area) => contains(area, box, EDGE));
  interpretPage(page, (event: ContentEvent) => {
    if (event.kind !== 'image' && event.kind !== 'path' && event.kind !== 'text') return;
    if (!isEditable(event.source)) {
      if (event.kind === 'text') isIncomplete ||= event.glyphs.some((shown) => touches(boundsOf(glyphQuad(event, shown))));
      if (event.kind === 'image') isIncomplete ||= touches(event.box);
      return;
    }
    if (event.kind === 'text') return;
    if (event.kind === 'image') {
      if (!(event.ref && done.has(event.ref)) && touches(intersect(event.box, event.state.clip))) found.push({ event, cut: undefined });
      return;
    }
    if (event.clips) return;
    if (isInside(event.box)) found.push({ event, cut: undefined });
    else if (touches(intersect(event.box, event.state.clip))) {
      const cut = partsInside(event, isInside);
      if (cut.length > 0) found.push({ event, cut });
      else covered++;
    }
  });
  return { found, covered, isIncomplete };
}

/** The subpaths that lie inside (8.5.2.1): letters converted to outlines are often one path per line. */
function partsInside(event: PathEvent, isInside: (box: Box) => boolean): ContentEdit[] {
  const bytes = event.source.content.bytes.subarray(event.firstSpanStart, event.operation.start);
  const edits: ContentEdit[] = [];
  const part = new PathBuilder();
  let [start, end, isPlain] = [0, 0, true];
  const close = () => {
    const box = part.box(event.state.ctm);
    if (isPlain && box && isInside(box)) {
      edits.push({ start: event.firstSpanStart + start, end: event.firstSpanStart + end, replacement: '' });
    }
    part.clear();
    isPlain = true;
  };
  for (const { operator, operands, start: from, end: to } of readOperations(bytes)) {
    if (operator === 'm' || operator === 're') {
      close();
      start = from;
    }
    end = to;
    if (CONSTRUCTING.has(operator)) part.add(operator, numbersOf(operands), from);
    // Something else between the parts, which must stay.
    else isPlain = false;
    if (operator === 're') {
      close();
      start = to;
    }
  }
  close();
  return edits;
}

const CONSTRUCTING = new Set(['m', 'l', 'c', 'v', 'y', 're', 'h']);

async function blankEvent(opened: Pick<OpenedPdf, 'context'>, event: ImageEvent, stream: PDFStream, areas: readonly Box[]) {
  const rects = areas.flatMap((area) => pixelsUnder(event.matrix, event.widthPixels, event.heightPixels, area) ?? []);
  return rects.length === 0 ? undefined : blankImage(opened.context, stream, rects);
}
