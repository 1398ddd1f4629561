// A colour of the content as the plan writes colours.

import type { Paint } from '../content/state.ts';

/** The colour that a text is drawn in, as far as it is a plain one; else black. */
export function hexOf(paint: Paint | undefined): string {
  const parts = paint?.components ?? [];
  const [one = 0, two = 0, three = 0, four = 0] = parts;
  const rgb =
    parts.length === 1
      ? [one, one, one]
      : parts.length === 3
        ? [one, two, three]
        : parts.length === 4
          ? [(1 - one) * (1 - four), (1 - two) * (1 - four), (1 - three) * (1 - four)]
          : [0, 0, 0];
  // Three components of a space of the document are RGB but for Lab; one may be any ink.
  const isPlain = paint?.pattern === undefined && (parts.length === 3 || paint?.space.startsWith('Device') === true);
  const hex = (channel: number) =>
    Math.round(Math.min(1, Math.max(0, channel)) * 255)
      .toString(16)
      .padStart(2, '0');
  return isPlain ? `#${rgb.map(hex).join('')}` : '#000000';
}
