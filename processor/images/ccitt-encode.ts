// Encodes a bilevel picture as CCITT Group 4 (ITU-T T.6): each row as its difference from the one above, without loss and without end-of-block,
// so the PDF needs /K -1, /EndOfBlock false, /Rows.

/** Terminating codes of runs 0–63 (ITU-T T.4, table 2). */
const WHITE_ENDS =
  '00110101 000111 0111 1000 1011 1100 1110 1111 10011 10100 00111 01000 001000 000011 110100 110101 101010 101011 0100111 0001100 0001000 0010111 0000011 0000100 0101000 0101011 0010011 0100100 0011000 00000010 00000011 00011010 00011011 00010010 00010011 00010100 00010101 00010110 00010111 00101000 00101001 00101010 00101011 00101100 00101101 00000100 00000101 00001010 00001011 01010010 01010011 01010100 01010101 00100100 00100101 01011000 01011001 01011010 01011011 01001010 01001011 00110010 00110011 00110100'.split(
    ' ',
  );
const BLACK_ENDS =
  '0000110111 010 11 10 011 0011 0010 00011 000101 000100 0000100 0000101 0000111 00000100 00000111 000011000 0000010111 0000011000 0000001000 00001100111 00001101000 00001101100 00000110111 00000101000 00000010111 00000011000 000011001010 000011001011 000011001100 000011001101 000001101000 000001101001 000001101010 000001101011 000011010010 000011010011 000011010100 000011010101 000011010110 000011010111 000001101100 000001101101 000011011010 000011011011 000001010100 000001010101 000001010110 000001010111 000001100100 000001100101 000001010010 000001010011 000000100100 000000110111 000000111000 000000100111 000000101000 000001011000 000001011001 000000101011 000000101100 000001011010 000001100110 000001100111'.split(
    ' ',
  );
/** Make-up codes of 64, 128, … 1728 (table 3a), then of 1792 … 2560 for both colours (table 3b). */
const WHITE_MAKE_UPS =
  '11011 10010 010111 0110111 00110110 00110111 01100100 01100101 01101000 01100111 011001100 011001101 011010010 011010011 011010100 011010101 011010110 011010111 011011000 011011001 011011010 011011011 010011000 010011001 010011010 011000 010011011'.split(
    ' ',
  );
const BLACK_MAKE_UPS =
  '0000001111 000011001000 000011001001 000001011011 000000110011 000000110100 000000110101 0000001101100 0000001101101 0000001001010 0000001001011 0000001001100 0000001001101 0000001110010 0000001110011 0000001110100 0000001110101 0000001110110 0000001110111 0000001010010 0000001010011 0000001010100 0000001010101 0000001011010 0000001011011 0000001100100 0000001100101'.split(
    ' ',
  );
const LONG_MAKE_UPS =
  '00000001000 00000001100 00000001101 000000010010 000000010011 000000010100 000000010101 000000010110 000000010111 000000011100 000000011101 000000011110 000000011111'.split(
    ' ',
  );
/** Vertical mode for b1 - a1 of -3 … 3 (T.6, table 1). */
const VERTICAL = ['0000010', '000010', '010', '1', '011', '000011', '0000011'];
const PASS = '0001';
const HORIZONTAL = '001';

/** @param black one byte per pixel, 1 is black, rows without padding. */
export function encodeCcittG4(black: Uint8Array, width: number, height: number): Uint8Array {
  const bits = new BitWriter();
  let above: readonly number[] = [];
  for (let y = 0; y < height; y++) {
    const changes = findChanges(black.subarray(y * width, (y + 1) * width));
    encodeRow(bits, changes, above, width);
    above = changes;
  }
  return bits.finish();
}

/** Where the colour changes, starting with white: even entries turn black. */
function findChanges(row: Uint8Array): number[] {
  const changes: number[] = [];
  let colour = 0;
  for (const [x, value] of row.entries()) {
    if (value === colour) continue;
    changes.push(x);
    colour = value;
  }
  return changes;
}

function encodeRow(bits: BitWriter, row: readonly number[], above: readonly number[], width: number): void {
  let [a0, colour, next, over] = [-1, 0, 0, 0];
  while (a0 < width) {
    const a1 = row[next] ?? width;
    // b1: the first change above, right of a0, to the colour opposite to the current one.
    while (over > 0 && (above[over - 1] ?? width) > a0) over--;
    while ((above[over] ?? width) < width && ((above[over] ?? width) <= a0 || (over & 1) !== colour)) over++;
    const b1 = above[over] ?? width;
    const b2 = above[over + 1] ?? width;
    if (b2 < a1) {
      bits.write(PASS);
      a0 = b2;
    } else if (Math.abs(a1 - b1) <= 3) {
      bits.write(VERTICAL[a1 - b1 + 3] ?? '');
      a0 = a1;
      colour = 1 - colour;
      next++;
    } else {
      const a2 = row[next + 1] ?? width;
      bits.write(HORIZONTAL);
      writeRun(bits, a1 - Math.max(0, a0), colour);
      writeRun(bits, a2 - a1, 1 - colour);
      a0 = a2;
      next += 2;
    }
  }
}

function writeRun(bits: BitWriter, run: number, colour: number): void {
  let left = run;
  for (; left > 2560 + 63; left -= 2560) bits.write(LONG_MAKE_UPS[12] ?? '');
  const makeUp = left >> 6;
  if (makeUp > 27) bits.write(LONG_MAKE_UPS[makeUp - 28] ?? '');
  else if (makeUp > 0) bits.write((colour === 0 ? WHITE_MAKE_UPS : BLACK_MAKE_UPS)[makeUp - 1] ?? '');
  bits.write((colour === 0 ? WHITE_ENDS : BLACK_ENDS)[left & 63] ?? '');
}

class BitWriter {
  private out = new Uint8Array(16 * 1024);
  private bit = 0;

  write(code: string): void {
    if ((this.bit >> 3) + 4 > this.out.length) {
      const wider = new Uint8Array(this.out.length * 2);
      wider.set(this.out);
      this.out = wider;
    }
    for (let at = 0; at < code.length; at++, this.bit++) {
      if (code.charCodeAt(at) === 0x31) this.out[this.bit >> 3] = (this.out[this.bit >> 3] ?? 0) | (0x80 >> (this.bit & 7));
    }
  }

  finish(): Uint8Array {
    return this.out.slice(0, (this.bit + 7) >> 3);
  }
}
