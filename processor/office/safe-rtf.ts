// A Rich Text document (RTF 1.9.1) without groups that fetch, embed or run something. Read as tokens: groups, control words, bytes; what stays is
// copied byte for byte. A group that cannot be judged because the file is cut or nested beyond reason is refused.

import { JobFailure } from '../failure.ts';
import { count, isUnsafeField, type SafeDocument, type Tally } from './neutralise.ts';

const DEPTH_MAX = 1000;
/** Destinations that go with all they hold. */
const DROPPED: Readonly<Record<string, 'embedded_object' | 'external_resource' | 'script'>> = {
  objdata: 'embedded_object',
  objclass: 'embedded_object',
  objname: 'embedded_object',
  objalias: 'embedded_object',
  objsect: 'embedded_object',
  template: 'external_resource',
  nextfile: 'external_resource',
  filetbl: 'external_resource',
  file: 'external_resource',
  mailmerge: 'external_resource',
  datafield: 'external_resource',
  datastore: 'external_resource',
  themedata: 'external_resource',
  htmltag: 'external_resource',
  passwordhash: 'external_resource',
};
/** Of these only those that were not the document's own data are told. */
const SILENT = new Set(['datastore', 'themedata', 'passwordhash', 'objclass', 'objname']);

interface Group {
  readonly start: number;
  /** Dropped with all it holds. */
  dropped: boolean;
  readonly isField: boolean;
  instruction: string;
}

/** @throws JobFailure type_mismatch, corrupt_file */
export function makeSafeRtf(bytes: Uint8Array): SafeDocument {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.toString('latin1', 0, 5) !== '{\\rtf') throw new JobFailure('type_mismatch');
  const removed: Tally = new Map();
  const cuts: { start: number; end: number }[] = [];
  const groups: Group[] = [];
  let images = 0;
  let at = 0;
  while (at < file.length) {
    const byte = file[at];
    const group = groups.at(-1);
    if (byte === OPEN) {
      if (groups.length >= DEPTH_MAX) throw new JobFailure('corrupt_file', { message: 'Groups are nested too deep.' });
      groups.push({ start: at, dropped: false, isField: false, instruction: '' });
      at++;
    } else if (byte === CLOSE) {
      if (!group) break;
      groups.pop();
      at++;
      if (group.isField && isUnsafeField(group.instruction) && !group.dropped) {
        count(removed, 'field');
        cuts.push({ start: group.start, end: at });
      } else if (group.dropped) cuts.push({ start: group.start, end: at });
      const parent = groups.at(-1);
      if (parent) parent.instruction += group.instruction;
      // What follows the document's own group is not read by anybody.
      if (groups.length === 0) break;
    } else if (byte === BACKSLASH) {
      const word = readControl(file, at);
      at = word.end;
      if (!group) continue;
      const kind = DROPPED[word.name];
      if (kind && !group.dropped) {
        group.dropped = true;
        if (!SILENT.has(word.name)) count(removed, kind);
      }
      if (word.name === 'fldinst') groups[groups.length - 1] = { ...group, isField: true };
      if (word.name === 'pict') images++;
      if (word.name === "'") group.instruction += String.fromCharCode(word.parameter);
      if (word.name === 'u') group.instruction += String.fromCharCode(word.parameter & 0xffff);
      if (word.name === '\\' || word.name === '{' || word.name === '}') group.instruction += word.name;
    } else {
      if (group && group.instruction.length < 4096 && byte !== 0x0d && byte !== 0x0a) group.instruction += String.fromCharCode(byte ?? 0);
      at++;
    }
  }
  if (groups.length > 0) throw new JobFailure('corrupt_file', { message: 'The document ends in the middle of a group.' });
  return { bytes: applyCuts(file.subarray(0, at), cuts), removed, imagesIn: images, fonts: [] };
}

const [OPEN, CLOSE, BACKSLASH] = [0x7b, 0x7d, 0x5c];

/** RTF 1.9.1, "Syntax": a word of letters with a number, or a symbol of one character; `\bin` is followed by that many raw bytes. */
function readControl(file: Buffer, start: number): { name: string; parameter: number; end: number } {
  const first = file[start + 1] ?? 0;
  if (!isLetter(first)) {
    const name = String.fromCharCode(first);
    if (name !== "'") return { name, parameter: 0, end: start + 2 };
    return { name, parameter: Number.parseInt(file.toString('latin1', start + 2, start + 4), 16) || 0, end: start + 4 };
  }
  let at = start + 1;
  while (at - start <= 33 && isLetter(file[at] ?? 0)) at++;
  const name = file.toString('latin1', start + 1, at);
  const digits = /^-?\d{1,10}/.exec(file.toString('latin1', at, at + 11))?.[0] ?? '';
  at += digits.length;
  if (file[at] === 0x20) at++;
  const parameter = Number(digits);
  if (name === 'bin' && parameter > 0) at += parameter;
  return { name, parameter, end: Math.min(at, file.length) };
}

function isLetter(byte: number): boolean {
  return (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a);
}

function applyCuts(file: Buffer, cuts: readonly { start: number; end: number }[]): Uint8Array {
  const kept: Buffer[] = [];
  let at = 0;
  for (const cut of cuts.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (cut.start < at) continue;
    kept.push(file.subarray(at, cut.start));
    at = cut.end;
  }
  kept.push(file.subarray(at));
  return Buffer.concat(kept);
}
