// Carries out what a plan changes of the boxes that texts stand in: their grounds and frames. Before the texts are rewritten, whose places it does
// not move. A ground on which its text could not be read is refused: that would hide the text.

import type { EditOf } from '#contract/params/edit-plan.ts';
import { luminanceOf } from '#instruction/warrant/named-text.ts';
import { JobFailure } from '../../../failure.ts';
import { type Box, unite } from '../../../pdf/geometry/box.ts';
import { type BoxLook, restyleBox } from '../../../pdf/edit/box-look.ts';
import { describeMatch, type TextMatch } from '../../../pdf/edit/find.ts';
import { readPageTextEvents } from '../../../pdf/edit/page-text.ts';
import { type EditRefusal, REFUSAL_SENTENCES } from '../../../pdf/edit/refusal.ts';
import type { OpenedPdf } from '../../../pdf/opened.ts';
import { type Applied, expectOn } from '../applied.ts';
import type { LocatedText } from '../facts/locate.ts';
import type { PlacedOperation } from '../facts/placed-operation.ts';
import { hexOf } from '../../../pdf/edit/hex-of.ts';

/** Of the luminances of a text and its ground (WCAG 2, 1.4.3 asks for 4.5): below it a text is hardly seen. */
const CONTRAST_MIN = 1.6;
/** Points that a line of a frame may be thicker than its path. */
const LINE_PT = 2;

/** @throws JobFailure unsupported_feature, with `refused`, unless a part of the plan may be left out */
export function restyleBoxes(opened: OpenedPdf, placed: readonly PlacedOperation[], applied: Applied, allowPartial: boolean): void {
  for (const { operation, found } of placed) {
    if (operation.op !== 'restyle_box') continue;
    for (const place of found) restyleOne({ opened, placed, applied, allowPartial }, operation, place);
  }
}

interface Restyled {
  readonly opened: OpenedPdf;
  readonly placed: readonly PlacedOperation[];
  readonly applied: Applied;
  readonly allowPartial: boolean;
}

function restyleOne({ opened, placed, applied, allowPartial }: Restyled, operation: EditOf<'restyle_box'>, place: LocatedText): void {
  const { id, op } = operation;
  const { page } = place;
  const dict = opened.pages[page - 1]?.dict;
  if (!dict) return;
  const text = readPageTextEvents(dict);
  const match = describeMatch(text, place.start, place.end);
  if (!match) throw new JobFailure('internal', { cause: new Error('a located text has no glyphs') });
  const refuse = (refusal: EditRefusal) => {
    const message = REFUSAL_SENTENCES[refusal];
    const reason = 'unsupported_feature' as const;
    if (!allowPartial)
      throw new JobFailure(reason, { message, page, refused: { kind: 'edit', check: 'edit', operation: id }, details: { refusal } });
    applied.skipped.push({ operation: id, reason, message, page });
  };
  if (operation.ground !== undefined && !isReadable(operation.ground, colourOf(match, place, placed))) return refuse('unreadable');
  const outcome = restyleBox({ document: opened, pageIndex: page - 1, text }, match, lookOf(operation));
  if (!outcome.ok) return refuse(outcome.refusal);
  const frames = outcome.frames.map(([left, bottom, right, top]): Box => [
    left - LINE_PT,
    bottom - LINE_PT,
    right + LINE_PT,
    top + LINE_PT,
  ]);
  const boxes = [...outcome.grounds, ...frames];
  const expected = expectOn(applied, page);
  expected.boxes.push(...boxes);
  expected.altered.push(...boxes);
  applied.changes.push({ operation: id, op, page, bbox: boxes.reduce(unite), before: place.text, after: place.text });
}

function lookOf({ as, ground, frame }: EditOf<'restyle_box'>): BoxLook {
  return {
    as,
    ...(ground === undefined ? {} : { ground: channelsOf(ground) }),
    ...(frame === undefined ? {} : { frame: frame === 'none' ? frame : channelsOf(frame) }),
  };
}

function channelsOf(hex: string): readonly [number, number, number] {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255);
  return [red, green, blue];
}

/** The colour that the plan gives to the text, or the one that it has. */
function colourOf(match: TextMatch, { page, start, end }: LocatedText, placed: readonly PlacedOperation[]): string {
  const given = placed.flatMap(({ operation, found }) =>
    operation.op === 'restyle_text' &&
    operation.color !== undefined &&
    found.some((one) => one.page === page && one.start < end && one.end > start)
      ? [operation.color]
      : [],
  );
  return given[0] ?? hexOf(match.glyphs[0]?.event.state.fill);
}

function isReadable(ground: string, text: string): boolean {
  const [one, two] = [luminanceOf(ground), luminanceOf(text)];
  return (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05) >= CONTRAST_MIN;
}
