// Redacts the places of a plan: glyphs, pixels and marks under the text, then the text wherever else the document holds it; and
// searches the saved document for what remains. If the text is in a place where it cannot be removed, the redaction fails.

import type { PDFDict } from 'pdf-lib';
import type { EditOf } from '#contract/params/edit-plan.ts';
import { JobFailure } from '../../../failure.ts';
import { type Box, intersect, isEmpty } from '../../../pdf/geometry/box.ts';
import { interpretPage } from '../../../pdf/content/interpret.ts';
import { findLeftovers } from '../../../pdf/edit/redact/find-leftovers.ts';
import { type Area, boxOfArea } from '../../../pdf/edit/glyph-areas.ts';
import { readPageTextEvents } from '../../../pdf/edit/page-text.ts';
import { redactPage } from '../../../pdf/edit/redact/redact.ts';
import { placesOfHiddenText, removeHiddenText } from '../../../pdf/edit/redact/redact-text.ts';
import { scrubNames } from '../../../pdf/edit/redact/scrub-names.ts';
import { scrubStreams } from '../../../pdf/edit/redact/scrub-streams.ts';
import { scrubStrings } from '../../../pdf/edit/redact/scrub-strings.ts';
import { seek } from '../../../pdf/edit/redact/sought.ts';
import type { OpenedPdf } from '../../../pdf/opened.ts';
import { type Applied, expectOn } from '../applied.ts';
import type { SettledPlace } from './apply-text.ts';

/** Shorter texts occur by chance in unrelated strings and in data of every kind. */
const SCRUBBED_CHARS_MIN = 3;
const SEARCHED_IN_STREAMS_CHARS_MIN = 6;

export interface Redactions {
  /** Each text once, with the operations that remove it. */
  readonly texts: ReadonlyMap<string, ReadonlySet<string>>;
  readonly counts: {
    readonly glyphs_removed: number;
    readonly images_blanked: number;
    readonly images_removed: number;
    readonly marks_removed: number;
    readonly annotations_removed: number;
    readonly strings_scrubbed: number;
  };
}

/** @throws JobFailure unsupported_feature where something under a text cannot be removed */
export async function redactTexts(
  opened: OpenedPdf,
  settled: ReadonlyMap<number, readonly SettledPlace<EditOf<'redact'>>[]>,
  applied: Applied,
): Promise<Redactions | undefined> {
  const texts = new Map<string, Set<string>>();
  const sums = { glyphs_removed: 0, images_blanked: 0, images_removed: 0, marks_removed: 0, annotations_removed: 0 };
  for (const [page, places] of settled) {
    const dict = opened.pages[page - 1]?.dict;
    if (!dict) continue;
    const areas: Area[] = [];
    const expected = expectOn(applied, page);
    for (const { operation, found, boxes, inked, inexact } of places) {
      expected.boxes.push(...inexact.map(grown), ...boxes.map(grown));
      areas.push(...inked);
      const text = found.text.trim();
      texts.set(text, (texts.get(text) ?? new Set()).add(operation.id));
      expected.texts.push({ operation: operation.id, old: found.text, new: undefined });
      const [bbox] = boxes;
      applied.changes.push({ operation: operation.id, op: 'redact', page, ...(bbox ? { bbox } : {}), after: '' });
    }
    expected.boxes.push(...picturesUnder(dict, areas.map(boxOfArea)));
    const report = await redactPage(opened, page - 1, areas);
    expected.boxes.push(...report.boxes.map(grown));
    if (report.isIncomplete) {
      throw new JobFailure('unsupported_feature', {
        message: 'Something under the text to redact is drawn in a way that cannot be removed.',
        page,
        refused: { kind: 'edit', check: 'redaction', operations: [...new Set(places.map(({ operation }) => operation.id))] },
      });
    }
    sums.glyphs_removed += report.glyphs;
    sums.images_blanked += report.imagesBlanked;
    sums.images_removed += report.imagesRemoved;
    sums.marks_removed += report.marks;
    sums.annotations_removed += report.annotations;
  }
  if (texts.size === 0) return undefined;
  const scrubbed = scrubEverywhere(opened, [...texts.keys()], applied);
  return { texts, counts: { ...sums, glyphs_removed: sums.glyphs_removed + scrubbed.glyphs, strings_scrubbed: scrubbed.places } };
}

/** Text that no page shows any more, searched in everything except pages: what remains on a page was meant to stay. */
function scrubEverywhere(
  opened: OpenedPdf,
  texts: readonly string[],
  applied: Applied,
): { readonly glyphs: number; readonly places: number } {
  const sought = seek(goneFrom(opened, texts).filter((text) => text.length >= SCRUBBED_CHARS_MIN));
  const hiding: PDFDict[] = [];
  for (const [index, { dict }] of opened.pages.entries()) {
    const boxes = sought.length > 0 ? placesOfHiddenText(dict, sought) : [];
    if (boxes.length === 0) continue;
    expectOn(applied, index + 1).boxes.push(...boxes);
    hiding.push(dict);
  }
  const glyphs = hiding.reduce((sum, page) => sum + removeHiddenText(opened, page, sought, () => false).glyphs, 0);
  const places = [...scrubNames(opened, sought), ...scrubStreams(opened, sought), ...scrubStrings(opened, sought)];
  return { glyphs, places: places.length };
}

function goneFrom({ pages }: Pick<OpenedPdf, 'pages'>, texts: readonly string[]): string[] {
  const gone = new Map(texts.map((text) => [text, plain(text)]));
  for (const { dict } of pages) {
    if (gone.size === 0) break;
    const shown = plain(readPageTextEvents(dict).text);
    for (const [text, bare] of gone) if (shown.includes(bare)) gone.delete(text);
  }
  return [...gone.keys()];
}

function grown([left, bottom, right, top]: Box): Box {
  return [left - 1, bottom - 1, right + 1, top + 1];
}

/** They are encoded again as a whole. */
function picturesUnder(page: PDFDict, areas: readonly Box[]): Box[] {
  const boxes: Box[] = [];
  interpretPage(page, (event) => {
    if (event.kind === 'image') boxes.push(event.box);
  });
  return boxes.filter((box) => areas.some((area) => !isEmpty(intersect(area, box))));
}

/**
 * A text may remain on a page that was not to be redacted; any other text must be nowhere.
 * @param result the saved document, opened again
 * @throws JobFailure unsupported_feature where the document still holds a redacted text
 */
export function proveRedacted(
  result: OpenedPdf,
  { texts, counts }: Redactions,
): { readonly searched: number; readonly kept_elsewhere: number } & Redactions['counts'] {
  const gone = goneFrom(result, [...texts.keys()]);
  const left = findLeftovers(result, gone).filter(
    ({ where, text }) => text.length >= (where === 'stream' ? SEARCHED_IN_STREAMS_CHARS_MIN : where === 'page' ? 1 : SCRUBBED_CHARS_MIN),
  );
  if (left.length > 0) {
    const operations = new Set(left.flatMap(({ text }) => [...(texts.get(text) ?? [])]));
    throw new JobFailure('unsupported_feature', {
      message: 'A text to redact is also in a part of the document that cannot be edited, such as an attachment.',
      refused: { kind: 'edit', check: 'redaction', operations: [...operations] },
      details: { left: [...new Set(left.map(({ where }) => where))] },
    });
  }
  return { searched: gone.length, kept_elsewhere: texts.size - gone.length, ...counts };
}

function plain(text: string): string {
  return text
    .replaceAll(/[-\u00ad\u2010] ?\n/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .toLowerCase();
}
