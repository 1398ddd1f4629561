// Gives glyphs of a Compact Font Format program other advance widths: the first operand of their programs (Adobe TN 5177, 3.1). Outlines stay.

import { FIXED_ONE, NUMBER_BYTE, shortNumberBytes, TYPE2_OP, writeShortNumber } from './charstring.ts';
import { rewriteCffGlyphs } from './subset-cff.ts';

const CALLS = new Set<number>([TYPE2_OP.callsubr, TYPE2_OP.callgsubr]);

/**
 * @param widths by glyph number, in units of the font
 * @param hasOwnWidth whether a glyph's program begins with its width
 * @returns undefined when a glyph's program cannot be changed this way
 */
export function setCffWidths(
  bytes: Uint8Array,
  widths: ReadonlyMap<number, number>,
  hasOwnWidth: (glyphId: number) => boolean | undefined,
): Uint8Array | undefined {
  let failed = false;
  const made = rewriteCffGlyphs(bytes, (glyphId, code, nominal) => {
    const width = widths.get(glyphId);
    if (width === undefined) return undefined;
    const own = hasOwnWidth(glyphId);
    const first = numberEnd(code, 0);
    // A number that is a subroutine's is not the width: then the width is in the subroutine.
    const isWidth = own && first !== undefined && !CALLS.has(code[first] ?? 0);
    if (own === undefined || (own && !isWidth)) {
      failed = true;
      return undefined;
    }
    return Buffer.concat([charNumber(width - nominal), code.subarray(own ? first : 0)]);
  });
  return failed ? undefined : made;
}

/** The position after the number at `at`. */
function numberEnd(code: Buffer, at: number): number | undefined {
  const byte = code[at] ?? 0;
  if (byte === NUMBER_BYTE.int16) return at + 3;
  if (byte === NUMBER_BYTE.four) return at + 5;
  return byte >= NUMBER_BYTE.one ? at + shortNumberBytes(byte) : undefined;
}

function charNumber(value: number): Buffer {
  if (!Number.isInteger(value)) {
    const out = Buffer.alloc(5);
    out[0] = NUMBER_BYTE.four;
    out.writeInt32BE(Math.round(value * FIXED_ONE), 1);
    return out;
  }
  const short = writeShortNumber(value);
  if (short?.length === 1) return Buffer.from(short);
  const out = Buffer.alloc(3);
  out[0] = NUMBER_BYTE.int16;
  out.writeInt16BE(value, 1);
  return out;
}
