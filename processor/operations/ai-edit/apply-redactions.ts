// Redacts the places of a plan: glyphs, pixels and marks under the text, then the text in every string of the document that says it; and
// looks through the saved document for what is left. A text that stands somewhere where it cannot be taken out is no redaction.

import type { PDFDict } from 'pdf-lib';
import type { EditOf } from '#contract/edit-plan.ts';
import { JobFailure } from '../../failure.ts';
import { annotationsOf } from '../../pdf/annotations.ts';
import { interpretPage } from '../../pdf/content/interpret.ts';
import { type Box, boxIn, intersect, isEmpty } from '../../pdf/box.ts';
import { arrayOf } from '../../pdf/dictionary.ts';
import { readPageTextEvents } from '../../pdf/edit/page-text.ts';
import { redactPage } from '../../pdf/edit/redact.ts';
import { findLeftovers, scrubStrings } from '../../pdf/edit/scrub-strings.ts';
import { numbersIn } from '../../pdf/fonts/dictionaries.ts';
import type { OpenedPdf } from '../../pdf/open.ts';
import { type Applied, expectOn } from './applied.ts';
import type { SettledPlace } from './apply-text.ts';

/** Shorter texts stand by chance in strings that do not mean them, and in data of every kind. */
const SCRUBBED_CHARS_MIN = 3;
const SEARCHED_IN_STREAMS_CHARS_MIN = 6;

export interface Redactions {
  /** Each text once. */
  readonly texts: readonly string[];
  readonly glyphs: number;
  readonly imagesBlanked: number;
  readonly imagesRemoved: number;
  readonly annotationsRemoved: number;
  readonly stringsScrubbed: number;
}

export async function redactTexts(
  opened: OpenedPdf,
  settled: ReadonlyMap<number, readonly SettledPlace<EditOf<'redact'>>[]>,
  applied: Applied,
): Promise<Redactions | undefined> {
  const texts = new Set<string>();
  const sums = { glyphs: 0, imagesBlanked: 0, imagesRemoved: 0, annotationsRemoved: 0 };
  for (const [page, places] of settled) {
    const dict = opened.pages[page - 1]?.dict;
    if (!dict) continue;
    const areas: Box[] = [];
    const expected = expectOn(applied, page);
    for (const { operation, found, boxes, inexact } of places) {
      expected.boxes.push(...inexact.map(grown));
      areas.push(...boxes);
      texts.add(found.text.trim());
      expected.texts.push({ operation: operation.id, old: found.text, new: undefined });
      const [bbox] = boxes;
      applied.changes.push({ operation: operation.id, op: 'redact', page, ...(bbox ? { bbox } : {}), after: '' });
    }
    expected.boxes.push(...areas.map(grown), ...touchedBoxes(dict, areas));
    const report = await redactPage(opened, page - 1, areas);
    if (report.isIncomplete) {
      throw new JobFailure('unsupported_feature', {
        message: 'Something under the text to redact is drawn in a way that cannot be taken out.',
        page,
        details: { check: 'redaction' },
      });
    }
    sums.glyphs += report.glyphs;
    sums.imagesBlanked += report.imagesBlanked;
    sums.imagesRemoved += report.imagesRemoved;
    sums.annotationsRemoved += report.annotations;
  }
  if (texts.size === 0) return undefined;
  const scrubbed = scrubStrings(
    opened,
    [...texts].filter((text) => text.length >= SCRUBBED_CHARS_MIN),
  );
  return { texts: [...texts], ...sums, stringsScrubbed: scrubbed.length };
}

function grown([left, bottom, right, top]: Box): Box {
  return [left - 1, bottom - 1, right + 1, top + 1];
}

/** What is taken away or encoded anew as a whole where an area touches it. */
function touchedBoxes(page: PDFDict, areas: readonly Box[]): Box[] {
  const boxes: Box[] = annotationsOf(page).flatMap((annotation) => {
    const rect = boxIn(numbersIn(arrayOf(annotation, 'Rect')));
    return rect ? [rect] : [];
  });
  interpretPage(page, (event) => {
    if (event.kind === 'image') boxes.push(event.box);
  });
  return boxes.filter((box) => areas.some((area) => !isEmpty(intersect(area, box))));
}

/**
 * A text that also stands on a page that was not to be redacted is there on purpose; any other must be nowhere.
 * @param result the saved document, opened again
 * @throws JobFailure unsupported_feature where something of the document still says a redacted text
 */
export function proveRedacted(result: OpenedPdf, { texts }: Redactions): { readonly searched: number; readonly kept_elsewhere: number } {
  const shown = result.pages.map(({ dict }) => plain(readPageTextEvents(dict).text)).join('\n');
  const gone = texts.filter((text) => !shown.includes(plain(text)));
  const left = findLeftovers(result, gone).filter(
    ({ where, text }) => text.length >= (where === 'stream' ? SEARCHED_IN_STREAMS_CHARS_MIN : where === 'page' ? 1 : SCRUBBED_CHARS_MIN),
  );
  if (left.length > 0) {
    throw new JobFailure('unsupported_feature', {
      message: 'A text to redact also stands in a part of the document that cannot be edited, such as an attachment or a field.',
      details: { check: 'redaction', left: [...new Set(left.map(({ where }) => where))] },
    });
  }
  return { searched: gone.length, kept_elsewhere: texts.length - gone.length };
}

function plain(text: string): string {
  return text
    .replaceAll(/[-\u00ad\u2010] ?\n/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .toLowerCase();
}
