// The MQ arithmetic encoder (ITU-T T.88 annex E), as JBIG2 uses it.

/** Qe, next state after a more probable symbol, after a less probable one, whether the sense switches (table E.1). */
const STATES: readonly (readonly [number, number, number, 0 | 1])[] = [
  [0x5601, 1, 1, 1],
  [0x3401, 2, 6, 0],
  [0x1801, 3, 9, 0],
  [0x0ac1, 4, 12, 0],
  [0x0521, 5, 29, 0],
  [0x0221, 38, 33, 0],
  [0x5601, 7, 6, 1],
  [0x5401, 8, 14, 0],
  [0x4801, 9, 14, 0],
  [0x3801, 10, 14, 0],
  [0x3001, 11, 17, 0],
  [0x2401, 12, 18, 0],
  [0x1c01, 13, 20, 0],
  [0x1601, 29, 21, 0],
  [0x5601, 15, 14, 1],
  [0x5401, 16, 14, 0],
  [0x5101, 17, 15, 0],
  [0x4801, 18, 16, 0],
  [0x3801, 19, 17, 0],
  [0x3401, 20, 18, 0],
  [0x3001, 21, 19, 0],
  [0x2801, 22, 19, 0],
  [0x2401, 23, 20, 0],
  [0x2201, 24, 21, 0],
  [0x1c01, 25, 22, 0],
  [0x1801, 26, 23, 0],
  [0x1601, 27, 24, 0],
  [0x1401, 28, 25, 0],
  [0x1201, 29, 26, 0],
  [0x1101, 30, 27, 0],
  [0x0ac1, 31, 28, 0],
  [0x09c1, 32, 29, 0],
  [0x08a1, 33, 30, 0],
  [0x0521, 34, 31, 0],
  [0x0441, 35, 32, 0],
  [0x02a1, 36, 33, 0],
  [0x0221, 37, 34, 0],
  [0x0141, 38, 35, 0],
  [0x0111, 39, 36, 0],
  [0x0085, 40, 37, 0],
  [0x0049, 41, 38, 0],
  [0x0025, 42, 39, 0],
  [0x0015, 43, 40, 0],
  [0x0009, 44, 41, 0],
  [0x0005, 45, 42, 0],
  [0x0001, 45, 43, 0],
  [0x5601, 46, 46, 0],
];
const QE = Uint16Array.from(STATES, ([qe]) => qe);
const NEXT_MORE = Uint8Array.from(STATES, ([, next]) => next);
const NEXT_LESS = Uint8Array.from(STATES, ([, , next]) => next);
const SWITCH = Uint8Array.from(STATES, ([, , , flip]) => flip);

export class ArithmeticEncoder {
  private readonly states: Uint8Array;
  private readonly senses: Uint8Array;
  private out = new Uint8Array(64 * 1024);
  private at = -1;
  private a = 0x8000;
  private c = 0;
  private count = 12;

  constructor(contexts: number) {
    this.states = new Uint8Array(contexts);
    this.senses = new Uint8Array(contexts);
  }

  encode(bit: number, context: number): void {
    const state = this.states[context] ?? 0;
    const qe = QE[state] ?? 0;
    const sense = this.senses[context] ?? 0;
    this.a -= qe;
    if (bit === sense) {
      if ((this.a & 0x8000) !== 0) {
        this.c += qe;
        return;
      }
      if (this.a < qe) this.a = qe;
      else this.c += qe;
      this.states[context] = NEXT_MORE[state] ?? 0;
    } else {
      if (this.a < qe) this.c += qe;
      else this.a = qe;
      if (SWITCH[state] === 1) this.senses[context] = 1 - sense;
      this.states[context] = NEXT_LESS[state] ?? 0;
    }
    do {
      this.a = (this.a << 1) & 0xffff;
      this.c *= 2;
      if (--this.count === 0) this.writeByte();
    } while ((this.a & 0x8000) === 0);
  }

  /** Ends the data with the marker that T.88 E.2.9 requires. */
  finish(): Uint8Array {
    const limit = this.c + this.a;
    this.c = Math.floor(this.c / 0x10000) * 0x10000 + 0xffff;
    if (this.c >= limit) this.c -= 0x8000;
    this.c *= 2 ** this.count;
    this.writeByte();
    this.c *= 2 ** this.count;
    this.writeByte();
    if (this.out[this.at] !== 0xff) this.push(0xff);
    this.push(0xac);
    return this.out.slice(0, this.at + 1);
  }

  private writeByte(): void {
    if (this.at >= 0 && this.out[this.at] === 0xff) {
      this.writeStuffed();
      return;
    }
    if (this.c >= 0x8000000) {
      // The carry goes into the byte before.
      if (this.at >= 0) this.out[this.at] = (this.out[this.at] ?? 0) + 1;
      if (this.at >= 0 && this.out[this.at] === 0xff) {
        this.c %= 0x8000000;
        this.writeStuffed();
        return;
      }
    }
    this.push(Math.floor(this.c / 0x80000) & 0xff);
    this.c %= 0x80000;
    this.count = 8;
  }

  private writeStuffed(): void {
    this.push(Math.floor(this.c / 0x100000) & 0xff);
    this.c %= 0x100000;
    this.count = 7;
  }

  private push(byte: number): void {
    this.at++;
    if (this.at === this.out.length) {
      const wider = new Uint8Array(this.out.length * 2);
      wider.set(this.out);
      this.out = wider;
    }
    this.out[this.at] = byte;
  }
}
