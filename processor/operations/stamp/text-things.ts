// Lines of text as marks.

import { parseLength } from '#contract/params/lengths.ts';
import type { StampMark } from '#contract/params/stamp-params.ts';
import { JobFailure } from '../../failure.ts';
import { embedTextFaces, makeTextForm, type TextForm } from '../../pdf/draw/text-form.ts';
import { IDENTITY } from '../../pdf/geometry/matrix.ts';
import { turned } from './place-marks.ts';
import type { Stamping, Thing, ThingFor } from './thing.ts';

const FILLED_SHARE = 0.8;
const FITTED_PT_MAX = 200;
const TILED_PT = 24;

export async function textThings(stamping: Stamping, mark: Extract<StampMark, { kind: 'text' }>): Promise<ThingFor> {
  const make = await textForms(stamping, [mark.text], mark);
  const unit = make(mark.text, 1, mark.opacity);
  const free = 2 * (parseLength(mark.margin) ?? 0);
  return (view, angle) => {
    const bounds = turned({ width: unit.width, height: 1 }, angle);
    const room = (side: number) => Math.min(FILLED_SHARE * side, Math.max(side - free, side / 2));
    const fitted = Math.min(room(view.width) / bounds.width, room(view.height) / bounds.height, mark.tiled ? TILED_PT : FITTED_PT_MAX);
    // Whole points: pages of about the same size share a form.
    const size = mark.font_size ?? Math.max(1, Math.floor(fitted));
    return textThing(make(mark.text, size, mark.opacity), mark.text);
  };
}

export function textThing({ form, width, ascent, descent }: TextForm, text: string): Thing {
  return { form, matrix: IDENTITY, inner: [0, -descent, width, ascent], slack: ascent / 2, letters: text };
}

const TOLD_CHARS_MAX = 60;

type MakeText = (text: string, sizePt: number, opacity?: number) => TextForm;

/** @throws JobFailure glyph_missing */
export async function textForms(
  { opened: { context } }: Stamping,
  texts: readonly string[],
  { bold, color }: { readonly bold: boolean; readonly color: string },
): Promise<MakeText> {
  const faces = await embedTextFaces(context, texts.join(' '), { family: 'sans', isBold: bold, isItalic: false });
  if (!faces)
    throw new JobFailure('glyph_missing', {
      message: `No font here has all the characters of ${JSON.stringify((texts[0] ?? '').slice(0, TOLD_CHARS_MAX))}.`,
    });
  const made = new Map<string, TextForm>();
  return (text, sizePt, opacity = 1) => {
    const key = `${sizePt} ${text}`;
    const form = made.get(key) ?? makeTextForm(context, faces, { text, sizePt, color, opacity });
    made.set(key, form);
    return form;
  };
}
