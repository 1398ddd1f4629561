// Type 1 programs as far as PDF needs them (Adobe Type 1 Font Format): the encoding, and the names of the charstrings. Nothing is interpreted.

import { encodingNamed } from './glyph-names.ts';
import type { FontProgram } from './program.ts';

const GLYPHS_MAX = 65_535;

export function readType1(bytes: Buffer): FontProgram | undefined {
  const whole = bytes[0] === 0x80 ? joinSegments(bytes) : bytes;
  const eexec = whole.indexOf('eexec', 0, 'latin1');
  if (eexec < 0) return undefined;
  const clear = whole.toString('latin1', 0, Math.min(eexec, 1_000_000));
  const charStrings = readCharStrings(decrypt(binaryOf(whole, eexec + 5)));
  if (charStrings.size === 0) return undefined;
  const names = [...charStrings.keys()];
  return {
    format: 'type1',
    glyphCount: names.length,
    encoding: readEncoding(clear),
    glyphNames: new Map(names.map((name, gid) => [name, gid])),
    cids: undefined,
    cmaps: new Map(),
    advanceOf: () => undefined,
    // hsbw and endchar alone: at most 12 bytes with the 4 random ones.
    hasOutline: (gid) => (charStrings.get(names[gid] ?? '') ?? 0) > 15,
  };
}

/** PFB: 0x80, kind, length (little-endian). */
function joinSegments(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at + 6 <= bytes.length && bytes[at] === 0x80 && bytes[at + 1] !== 3;) {
    const length = bytes.readUInt32LE(at + 2);
    parts.push(bytes.subarray(at + 6, at + 6 + length));
    at += 6 + length;
  }
  return Buffer.concat(parts);
}

function binaryOf(bytes: Buffer, from: number): Buffer {
  let start = from;
  while ([9, 10, 13, 32].includes(bytes[start] ?? 0)) start++;
  // Hexadecimal when the first four are digits (7.2).
  if (!/^[0-9A-Fa-f]{4}$/.test(bytes.toString('latin1', start, start + 4))) return bytes.subarray(start);
  return Buffer.from(bytes.toString('latin1', start).replaceAll(/[^0-9A-Fa-f]/g, ''), 'hex');
}

function decrypt(bytes: Buffer): Buffer {
  const out = Buffer.alloc(bytes.length);
  let key = 55_665;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0;
    out[index] = byte ^ (key >> 8);
    key = ((byte + key) * 52_845 + 22_719) & 0xffff;
  }
  return out.subarray(4);
}

/** The length of each charstring, by name. */
function readCharStrings(bytes: Buffer): Map<string, number> {
  const lengths = new Map<string, number>();
  let at = bytes.indexOf('/CharStrings', 0, 'latin1');
  if (at < 0) return lengths;
  at += 12;
  while (lengths.size < GLYPHS_MAX) {
    const slash = bytes.indexOf(0x2f, at);
    if (slash < 0) break;
    const head = /^\/([^\s/[\](){}<>%]+)\s+(\d{1,6})\s+(?:RD|-\||\S{1,8})\s/.exec(bytes.toString('latin1', slash, slash + 160));
    if (!head) {
      at = slash + 1;
      continue;
    }
    const length = Number(head[2]);
    if (!lengths.has(head[1] ?? '')) lengths.set(head[1] ?? '', length);
    at = slash + head[0].length + length;
  }
  return lengths;
}

function readEncoding(clear: string): Map<number, string> {
  const encoding = new Map<number, string>();
  const at = clear.indexOf('/Encoding');
  if (at < 0 || /^\/Encoding\s+StandardEncoding/.test(clear.slice(at, at + 60))) {
    for (const [code, name] of encodingNamed('StandardEncoding').entries()) if (name) encoding.set(code, name);
    return encoding;
  }
  for (const [, code, name] of clear.slice(at).matchAll(/dup\s+(\d{1,3})\s*\/([^\s/[\](){}<>%]+)\s+put/g)) {
    if (name !== '.notdef') encoding.set(Number(code), name ?? '');
  }
  return encoding;
}
