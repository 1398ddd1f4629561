// Removes glyphs from content streams: of pages and forms where an area touches them; of patterns, soft masks, glyph procedures and
// appearances where they also show a text to remove. The replacement texts of the glyphs are removed with them.

import { PDFArray, type PDFDict, PDFName } from 'pdf-lib';
import { type Box, boxIn } from '../../geometry/box.ts';
import type { ContentSource } from '../../content/content-source.ts';
import type { ContentEvent, TextEvent } from '../../content/events.ts';
import { interpretAppearances, interpretPage } from '../../content/interpret.ts';
import { type ContentEdit, writeContent } from '../../syntax/operations.ts';
import { arrayOf, dictOf, lookup, numberOf } from '../../syntax/dictionary.ts';
import { numbersIn } from '../../fonts/dictionaries.ts';
import type { OpenedPdf } from '../../opened.ts';
import { readNumberTree } from '../../pages/page-labels.ts';
import { writeActualText } from '../actual-text.ts';
import { encoded } from '../../streams/decoded.ts';
import { describeMatch } from '../find.ts';
import { arrangeText, isEditable, type PageText, type PlacedGlyph, readPageTextEvents } from '../page-text.ts';
import { rewriteText } from '../rewrite-text.ts';
import type { Sought } from './sought.ts';
import { writeSource } from '../../content/write-source.ts';

type Document = Pick<OpenedPdf, 'context' | 'pages' | 'catalog'>;
type IsMeant = (glyph: PlacedGlyph) => boolean;

const SPOKEN = ['ActualText', 'Alt', 'E'];
/** Content that could not be read whole. */
const BLIND = ['damaged_stream', 'operations', 'glyphs', 'entries', 'depth'] as const;

export interface TextRemoval {
  readonly text: string;
  readonly glyphs: number;
  /** Something could not be followed or removed. */
  readonly isIncomplete: boolean;
}

/**
 * The glyphs of the first content that has some under the area; undefined when none has. One content at a time: copying a form changes its
 * parents.
 */
export function removeText(opened: Document, page: PDFDict, isMeant: IsMeant): TextRemoval | undefined {
  const text = readPageTextEvents(page);
  const isIncomplete = BLIND.some((gap) => text.gaps.has(gap));
  const hit = text.glyphs.filter(isMeant);
  const source = hit[0]?.event.source;
  if (!source) return isIncomplete ? { text: '', glyphs: 0, isIncomplete } : undefined;
  const removed = new Set(hit.filter(({ event }) => event.source === source));
  const edits = editsFor(text, source, removed);
  if (edits.length === 0) return { text: '', glyphs: 0, isIncomplete: true };
  forgetReadings(opened, page, removed);
  writeSource(opened, page, source, edits);
  return { text: [...removed].map(({ shown }) => shown.glyph.unicode).join(''), glyphs: removed.size, isIncomplete };
}

function editsFor(text: PageText, source: ContentSource, removed: ReadonlySet<PlacedGlyph>): ContentEdit[] {
  const edits = rewriteText(text, { source, removed, shiftOf: () => 0 });
  if (edits.length === 0) return [];
  const spoken = writeActualText([...removed]);
  if (spoken !== 'shared') return [...edits, ...spoken];
  for (const { event } of removed) for (const { properties } of event.marks) for (const key of SPOKEN) properties?.delete(PDFName.of(key));
  return edits;
}

/** Replacement texts of structure elements for the glyphs, up to the root of their tree (14.9.3 to 14.9.5). */
function forgetReadings({ catalog }: Document, page: PDFDict, removed: ReadonlySet<PlacedGlyph>): void {
  const tree = dictOf(lookup(dictOf(lookup(catalog, 'StructTreeRoot')), 'ParentTree'));
  if (!tree) return;
  const parents = new Map(readNumberTree(tree));
  for (const { event } of removed) {
    for (const { mcid, source } of event.marks) {
      const key = mcid === undefined ? undefined : numberOf(source.stream?.dict ?? page, 'StructParents');
      const row = key === undefined ? undefined : catalog.context.lookup(parents.get(key));
      let element = row instanceof PDFArray ? dictOf(catalog.context.lookup(row.asArray()[mcid ?? -1])) : undefined;
      for (let steps = 0; element && steps < 64; steps++) {
        for (const spoken of SPOKEN) element.delete(PDFName.of(spoken));
        element = dictOf(lookup(element, 'P'));
      }
    }
  }
}

export interface HiddenRemoval {
  readonly glyphs: number;
  /** Where the page looks different after it. */
  readonly boxes: readonly Box[];
}

/**
 * Texts in what is drawn from elsewhere: patterns, soft masks, Type 3 glyphs, appearances of annotations in every state. The streams are
 * changed in place, for all their users.
 */
export function removeHiddenText(opened: Document, page: PDFDict, sought: readonly Sought[], isMeant: IsMeant): HiddenRemoval {
  const boxes: Box[] = [];
  let glyphs = 0;
  for (const { source, text, removed } of findHidden(page, sought, isMeant)) {
    const edits = editsFor(text, source, removed);
    const ref = source.ref ?? (source.stream && opened.context.getObjectRef(source.stream));
    if (edits.length === 0 || !ref || !source.stream) continue;
    opened.context.assign(ref, encoded(opened.context, source.stream.dict, writeContent(source.content.bytes, edits)));
    glyphs += removed.size;
    boxes.push(boxOfSource(source));
  }
  return { glyphs, boxes };
}

/** Where the page may look different once removeHiddenText was called for it, or for another page that draws the same. */
export function placesOfHiddenText(page: PDFDict, sought: readonly Sought[]): Box[] {
  return findHidden(page, sought, () => false).map(({ source }) => boxOfSource(source));
}

interface HiddenText {
  readonly source: ContentSource;
  readonly text: PageText;
  readonly removed: ReadonlySet<PlacedGlyph>;
}

function findHidden(page: PDFDict, sought: readonly Sought[], isMeant: IsMeant): HiddenText[] {
  const bySource = new Map<ContentSource, TextEvent[]>();
  const collect = (event: ContentEvent) => {
    if (event.kind !== 'text' || isEditable(event.source)) return;
    const events = bySource.get(event.source) ?? [];
    bySource.set(event.source, events);
    events.push(event);
  };
  const { gaps } = interpretPage(page, collect);
  interpretAppearances(page, collect, { allStates: true });
  return [...bySource].flatMap(([source, events]) => {
    const text = arrangeText(page, events, gaps);
    const removed = new Set([
      ...sought.flatMap(({ pattern }) => [...text.text.matchAll(pattern)].flatMap((found) => glyphsOf(text, found))),
      ...(source.annotation ? [] : text.glyphs.filter(isMeant)),
    ]);
    return removed.size > 0 ? [{ source, text, removed }] : [];
  });
}

function boxOfSource({ annotation }: ContentSource): Box {
  return annotation ? (boxIn(numbersIn(arrayOf(annotation, 'Rect'))) ?? ANYWHERE) : ANYWHERE;
}

/** A user of a pattern or mask may be anywhere on a page (14,400 units at most, Annex C). */
const ANYWHERE: Box = [-20_000, -20_000, 20_000, 20_000];

function glyphsOf(text: PageText, found: RegExpExecArray): readonly PlacedGlyph[] {
  return describeMatch(text, found.index, found.index + found[0].length)?.glyphs ?? [];
}
