// CMaps (ISO 32000-2 9.7.5, 9.10.3): how bytes become codes, codes become CIDs, and codes become Unicode. Ranges stay ranges, so that the cost of a CMap
// follows its length, not its claims; `usecmap` is followed a few steps.

import { OperationReader } from '../syntax/operations.ts';
import type { Operand } from '../syntax/operand.ts';

interface CodeSpace {
  readonly bytes: number;
  readonly low: number;
  readonly high: number;
}

interface Range<T> {
  readonly low: number;
  readonly high: number;
  readonly value: T;
}

const ENTRIES_MAX = 400_000;

export class CMap {
  name = '';
  vertical = false;
  readonly codeSpaces: CodeSpace[] = [];
  /** Code → CID. */
  readonly cids = new RangeMap<number>();
  /** Code → Unicode; a range counts its last unit up. */
  readonly texts = new RangeMap<string>();
  /** Used where this one has no entry. */
  base: CMap | undefined;
  /** The code is the CID. */
  identity = false;

  /** The number of bytes of the code at `at`, and the code; a code outside every space takes the shortest length that may start so. */
  codeAt(bytes: Uint8Array, at: number): { readonly code: number; readonly length: number } {
    const left = bytes.length - at;
    let [code, shortest] = [0, 0];
    for (let length = 1; length <= 4 && length <= left; length++) {
      code = code * 256 + (bytes[at + length - 1] ?? 0);
      for (const space of this.spaces()) {
        if (space.bytes === length && inSpace(space, code)) return { code, length };
        if (shortest === 0 || space.bytes < shortest) shortest = space.bytes;
      }
    }
    const length = Math.max(1, Math.min(shortest || (this.identity ? 2 : 1), left));
    code = 0;
    for (let index = 0; index < length; index++) code = code * 256 + (bytes[at + index] ?? 0);
    return { code, length };
  }

  /** Its own, then those of what it is based on. */
  private spaces(): readonly CodeSpace[] {
    return this.base ? [...this.codeSpaces, ...this.base.spaces()] : this.codeSpaces;
  }

  cidOf(code: number): number | undefined {
    if (this.identity) return code;
    const found = this.cids.find(code);
    return found ? found.value + (code - found.low) : this.base?.cidOf(code);
  }

  textOf(code: number): string | undefined {
    const found = this.texts.find(code);
    if (!found) return this.base?.textOf(code);
    return code === found.low ? found.value : countUp(found.value, code - found.low);
  }
}

/** Each byte lies between those of the two ends (9.7.6.2). */
function inSpace({ bytes, low, high }: CodeSpace, code: number): boolean {
  for (let shift = 1, index = 0; index < bytes; index++, shift *= 256) {
    const byte = Math.floor(code / shift) % 256;
    if (byte < Math.floor(low / shift) % 256 || byte > Math.floor(high / shift) % 256) return false;
  }
  return true;
}

function countUp(text: string, count: number): string {
  const last = text.charCodeAt(text.length - 1);
  const pair = text.length >= 2 && last >= 0xdc00 && last <= 0xdfff;
  if (pair) return text.slice(0, -2) + String.fromCodePoint(Math.min(0x10ffff, (text.codePointAt(text.length - 2) ?? 0) + count));
  return text.slice(0, -1) + String.fromCharCode((last + count) & 0xffff);
}

/** Later entries win, as in an interpreter that executes them in order. */
class RangeMap<T> {
  private readonly singles = new Map<number, T>();
  private readonly added: Range<T>[] = [];
  private sorted: Range<T>[] | undefined;

  get size(): number {
    return this.singles.size + this.added.length;
  }

  set(low: number, high: number, value: T): void {
    if (high < low || this.size >= ENTRIES_MAX) return;
    if (low === high) this.singles.set(low, value);
    else {
      this.added.push({ low, high, value });
      this.sorted = undefined;
    }
  }

  find(code: number): { readonly low: number; readonly value: T } | undefined {
    const single = this.singles.get(code);
    if (single !== undefined) return { low: code, value: single };
    if (this.added.length === 0) return undefined;
    this.sorted ??= this.added.toSorted((a, b) => a.low - b.low);
    let [from, to] = [0, this.sorted.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.sorted[middle]?.low ?? 0) <= code) from = middle + 1;
      else to = middle;
    }
    // Ranges seldom overlap: the few that start before are checked, nearest first.
    for (let index = from - 1; index >= Math.max(0, from - 8); index--) {
      const range = this.sorted[index];
      if (range && code <= range.high) return range;
    }
    return undefined;
  }

  *entries(): Generator<Range<T>> {
    for (const [code, value] of this.singles) yield { low: code, high: code, value };
    yield* this.added;
  }
}

export type FindCMap = (name: string) => CMap | undefined;

/** Reads a CMap file; `base` is what its dictionary names in /UseCMap. Damaged parts are left out. */
export function parseCMap(bytes: Uint8Array, find: FindCMap, base?: CMap): CMap {
  const map = new CMap();
  map.base = base;
  const reader = new OperationReader(bytes, { operandsMax: 30_000 });
  for (let next = reader.next(); next; next = reader.next()) {
    const { operator, operands } = next;
    switch (operator) {
      case 'def': {
        const [key, value] = operands.slice(-2);
        if (key?.kind === 'name' && key.value === 'WMode' && value?.kind === 'number') map.vertical = value.value === 1;
        if (key?.kind === 'name' && key.value === 'CMapName' && value?.kind === 'name') map.name = value.value;
        break;
      }
      case 'usecmap': {
        const name = operands.at(-1);
        if (name?.kind === 'name') map.base ??= find(name.value);
        break;
      }
      case 'endcodespacerange':
        for (const [low, high] of inGroups(operands, 2)) addCodeSpace(map, low, high);
        break;
      case 'endcidchar':
        for (const [code, cid] of inGroups(operands, 2)) addCids(map, code, code, cid);
        break;
      case 'endcidrange':
        for (const [low, high, cid] of inGroups(operands, 3)) addCids(map, low, high, cid);
        break;
      case 'endbfchar':
        for (const [code, text] of inGroups(operands, 2)) addTexts(map, code, code, text);
        break;
      case 'endbfrange':
        for (const [low, high, text] of inGroups(operands, 3)) addTexts(map, low, high, text);
        break;
      default:
    }
  }
  return map;
}

/** Groups counted from the first string: operands before it are not entries. */
function* inGroups(operands: readonly Operand[], size: number): Generator<readonly Operand[]> {
  for (let index = 0; index + size <= operands.length; index += size) yield operands.slice(index, index + size);
}

function codeOf(operand: Operand | undefined): number | undefined {
  if (operand?.kind === 'number') return operand.value;
  if (operand?.kind !== 'string' || operand.bytes.length > 4) return undefined;
  let code = 0;
  for (const byte of operand.bytes) code = code * 256 + byte;
  return code;
}

function addCodeSpace(map: CMap, low: Operand | undefined, high: Operand | undefined): void {
  if (low?.kind !== 'string' || map.codeSpaces.length >= 1000) return;
  const [from, to] = [codeOf(low), codeOf(high)];
  if (from === undefined || to === undefined || low.bytes.length === 0) return;
  map.codeSpaces.push({ bytes: low.bytes.length, low: from, high: to });
}

function addCids(map: CMap, low: Operand | undefined, high: Operand | undefined, cid: Operand | undefined): void {
  const [from, to] = [codeOf(low), codeOf(high)];
  if (from !== undefined && to !== undefined && cid?.kind === 'number') map.cids.set(from, to, cid.value);
}

function addTexts(map: CMap, low: Operand | undefined, high: Operand | undefined, text: Operand | undefined): void {
  const [from, to] = [codeOf(low), codeOf(high)];
  if (from === undefined || to === undefined) return;
  if (text?.kind === 'array') {
    for (const [index, item] of text.items.entries()) {
      if (item.kind === 'string' && from + index <= to) map.texts.set(from + index, from + index, unicodeOfBytes(item.bytes));
    }
  } else if (text?.kind === 'string') map.texts.set(from, to, unicodeOfBytes(text.bytes));
  else if (text?.kind === 'number' && text.value >= 0 && text.value <= 0x10ffff) map.texts.set(from, to, String.fromCodePoint(text.value));
}

function unicodeOfBytes(bytes: Uint8Array): string {
  // One byte alone is not UTF-16, but writers mean the character.
  if (bytes.length === 1) return String.fromCharCode(bytes[0] ?? 0);
  const text: string[] = [];
  for (let index = 0; index + 1 < bytes.length && index < 512; index += 2)
    text.push(String.fromCharCode(((bytes[index] ?? 0) << 8) | (bytes[index + 1] ?? 0)));
  return text.join('');
}
