// A Rich Text document (RTF 1.9.1) without groups that fetch, embed or run something. It is read as tokens, and every token is written again in the one
// way that all readers read alike, so that what was judged is what the converter gets: control words with a space after them, bytes over 7 bits as
// \'hh, characters as \uc0\uN, pictures as hexadecimal digits of what they are by their own bytes.

import { JobFailure } from '../failure.ts';
import { judgeField } from './fields.ts';
import { count, namesPlace, type Removed, type SafeDocument, type Tally } from './neutralise.ts';
import type { PictureKind } from './picture-kind.ts';
import { readRtf, type RtfToken } from './rtf-tokens.ts';
import { makeSafePicture } from './safe-picture.ts';

const DEPTH_MAX = 1000;
/** Destinations that are removed with their content; some are not reported, as they show nothing. */
const DROPPED: Readonly<Record<string, Removed | 'silent'>> = {
  objdata: 'embedded_object',
  objalias: 'embedded_object',
  objsect: 'embedded_object',
  objclass: 'silent',
  objname: 'silent',
  linkval: 'external_resource',
  template: 'external_resource',
  nextfile: 'external_resource',
  filetbl: 'external_resource',
  file: 'external_resource',
  hlinkbase: 'external_resource',
  hl: 'external_resource',
  hlsrc: 'external_resource',
  mailmerge: 'external_resource',
  datafield: 'external_resource',
  htmltag: 'external_resource',
  ffentrymcr: 'script',
  ffexitmcr: 'script',
  fontemb: 'silent',
  fontfile: 'silent',
  datastore: 'silent',
  themedata: 'silent',
  colorschememapping: 'silent',
  passwordhash: 'silent',
  xmlnstbl: 'silent',
  docvar: 'silent',
  private: 'silent',
  blipuid: 'silent',
};
/** Words that mean nothing once everything is written again, or that point to another file. */
const DROPPED_WORDS = new Set(['uc', 'bin', 'subdocument', 'linkself', 'objlink', 'objautlink', 'objsub', 'objpub', 'objupdate']);
/** Groups that are judged by their text or content. */
const TRACKED = new Set(['fldinst', 'sn', 'sv', 'sp', 'field', 'formfield', 'picprop']);
/** Longer than any instruction or property. */
const TEXT_CHARS_MAX = 32_768;
/** The text of a group, or its replacement. */
type Piece = string | readonly Piece[];

interface Group {
  readonly parent: Group | undefined;
  readonly pieces: Piece[];
  /** Inside an instruction or the property of a shape: characters as a reader sees them. */
  readonly text: string[];
  isRead: boolean;
  /** Characters after \u that are for readers without Unicode. */
  uc: number;
  destination: string;
  isDropped: boolean;
  picture: { readonly data: string[]; readonly words: string[]; isHeaderless: boolean; mapMode: number } | undefined;
  /** Inside a field's instruction: what stays of it beside the text. */
  formData: Piece | undefined;
  /** A field stands in the instruction. */
  isNested: boolean;
  shapeProperty: { name: string; value: string };
}

/** @throws JobFailure type_mismatch, corrupt_file, pixel_limit */
export async function makeSafeRtf(bytes: Uint8Array): Promise<SafeDocument> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.toString('latin1', 0, 5) !== '{\\rtf') throw new JobFailure('type_mismatch');
  const writer = new Writer();
  for (const token of readRtf(file)) {
    if (token.kind === 'close') await writer.close();
    else writer.take(token);
    if (writer.isDone) break;
  }
  if (!writer.isDone) throw new JobFailure('corrupt_file', { message: 'The document ends in the middle of a group.' });
  return { bytes: Buffer.from(flatten(writer.result), 'latin1'), removed: writer.removed, imagesIn: writer.images, fonts: [] };
}

class Writer {
  readonly removed: Tally = new Map();
  readonly result: Piece[] = [];
  images = 0;
  isDone = false;
  private group: Group | undefined;
  private depth = 0;
  private toSkip = 0;

  take(token: Exclude<RtfToken, { kind: 'close' }>): void {
    const group = this.group;
    if (token.kind === 'open') return this.open();
    if (!group || group.isDropped) return;
    switch (token.kind) {
      case 'text':
        return this.takeText(group, token.text);
      case 'byte':
        if (this.toSkip > 0) this.toSkip--;
        else this.write(group, String.fromCharCode(token.value), `\\'${token.value.toString(16).padStart(2, '0')}`);
        return;
      case 'symbol':
        this.toSkip = 0;
        return this.takeSymbol(group, token.name);
      case 'binary':
        this.toSkip = 0;
        if (group.picture) group.picture.data.push(token.bytes.toString('hex'));
        return;
      case 'word':
        this.toSkip = 0;
        return this.takeWord(group, token.name, token.parameter);
    }
  }

  private open(): void {
    if (this.depth >= DEPTH_MAX) throw new JobFailure('corrupt_file', { message: 'The groups of the document are nested too deep.' });
    this.depth++;
    this.toSkip = 0;
    const parent = this.group;
    this.group = {
      parent,
      pieces: [],
      text: [],
      isRead: parent?.isRead ?? false,
      uc: parent?.uc ?? 1,
      destination: '',
      isDropped: parent?.isDropped ?? false,
      picture: undefined,
      formData: undefined,
      isNested: false,
      shapeProperty: { name: '', value: '' },
    };
  }

  private takeText(group: Group, text: string): void {
    const skipped = Math.min(this.toSkip, text.length);
    this.toSkip -= skipped;
    const rest = text.slice(skipped);
    if (rest === '') return;
    if (group.picture) group.picture.data.push(rest);
    else
      this.write(
        group,
        rest,
        rest.replaceAll(/[\u0080-\u00ff]/g, (one) => `\\'${one.charCodeAt(0).toString(16)}`),
      );
  }

  private write(group: Group, seen: string, written: string): void {
    if (group.picture) return;
    if (group.isRead) group.text.push(seen);
    group.pieces.push(written);
  }

  private takeSymbol(group: Group, name: string): void {
    if (name === '\\' || name === '{' || name === '}') this.write(group, name, `\\${name}`);
    else if (name === '~') this.write(group, ' ', '\\~');
    else if (name === '\r' || name === '\n') this.write(group, ' ', '\\par ');
    else if (name === '\t') this.write(group, '\t', '\\tab ');
    else if ('-_*:|'.includes(name)) group.pieces.push(`\\${name}`);
  }

  private takeWord(group: Group, name: string, parameter: number | undefined): void {
    if (name === 'u') return this.takeCharacter(group, parameter ?? 0);
    if (name === 'uc') group.uc = Math.max(0, parameter ?? 1);
    if (DROPPED_WORDS.has(name)) return;
    const gone = DROPPED[name];
    if (gone !== undefined) {
      group.isDropped = group.parent !== undefined;
      if (gone !== 'silent') count(this.removed, gone);
    } else if (name === 'pict') group.picture ??= { data: [], words: [], isHeaderless: false, mapMode: WMF_MAP_MODE };
    else if (group.picture) takePictureWord(group.picture, name, parameter);
    else this.takePlainWord(group, name, parameter);
  }

  private takePlainWord(group: Group, name: string, parameter: number | undefined): void {
    if (TRACKED.has(name)) {
      // The document itself is not an instruction.
      if (!group.parent) return;
      if (group.destination !== 'fldinst') group.destination = name;
      group.isRead ||= name === 'fldinst' || name === 'sn' || name === 'sv';
    }
    const isSpace = name === 'tab' || name === 'par' || name === 'line';
    this.write(group, isSpace ? ' ' : '', `\\${name}${parameter ?? ''} `);
  }

  /** RTF 1.9.1, "Unicode RTF": the next characters, as many as \uc says, mean the same to older readers. */
  private takeCharacter(group: Group, parameter: number): void {
    const code = parameter & 0xffff;
    this.toSkip = group.uc;
    if (code === 0) return;
    const signed = code > 0x7fff ? code - 0x10000 : code;
    this.write(group, String.fromCharCode(code), `\\uc0\\u${signed} `);
  }

  async close(): Promise<void> {
    const group = this.group;
    this.toSkip = 0;
    if (!group) return;
    const { parent } = group;
    this.group = parent;
    this.depth--;
    const made = group.isDropped ? undefined : await this.finish(group);
    if (!parent) {
      this.isDone = true;
      if (made !== undefined) this.result.push(made);
      return;
    }
    if (made === undefined) return;
    // In a picture only what describes its look stays: other readers take the digits of inner groups for more of it.
    if (parent.picture) {
      if (group.destination === 'picprop') parent.picture.words.push(flatten([made]));
    } else parent.pieces.push(made);
  }

  private async finish(group: Group): Promise<Piece | undefined> {
    if (group.picture) return this.finishPicture(group, group.picture);
    const { parent } = group;
    const text = group.text.join('');
    switch (group.destination) {
      case 'fldinst':
        if (parent && !isInInstruction(parent)) return this.finishInstruction(group, text);
        break;
      case 'sn':
        if (parent) parent.shapeProperty.name = text;
        break;
      case 'sv':
        if (parent) parent.shapeProperty.value = text;
        break;
      case 'sp':
        if (isPlace(group.shapeProperty)) {
          count(this.removed, 'external_resource');
          return undefined;
        }
        break;
      default:
    }
    if (parent) this.tellParent(group, parent, text);
    return ['{', group.pieces, '}'];
  }

  private tellParent(group: Group, parent: Group, text: string): void {
    if (parent.isRead) parent.text.push(text.slice(0, TEXT_CHARS_MAX));
    if (group.destination === 'formfield') parent.formData = ['{', group.pieces, '}'];
    parent.formData ??= group.formData;
    parent.isNested ||= group.isNested || group.destination === 'field';
  }

  private finishInstruction(group: Group, text: string): Piece | undefined {
    const verdict = judgeField(text);
    if (!verdict.keeps && verdict.isReported) count(this.removed, 'field');
    if (!verdict.keeps || group.isNested) return undefined;
    const form: Piece = group.formData !== undefined && /^\s*FORM/i.test(verdict.instruction) ? group.formData : '';
    return ['{\\*\\fldinst {', escapeRtf(verdict.instruction), '}', form, '}'];
  }

  private async finishPicture(group: Group, picture: NonNullable<Group['picture']>): Promise<Piece | undefined> {
    this.images++;
    const digits = picture.data.join('').replaceAll(/[^0-9a-f]/gi, '');
    const data = Buffer.from(digits, 'hex');
    const safe = await makeSafePicture(picture.isHeaderless ? withBitmapHeader(data) : data);
    // An empty one stays, as the property of a shape with a picture frame but no picture.
    if (data.length === 0) return ['{', group.pieces, '\\pict\\pngblip ', picture.words, '}'];
    if (!safe) {
      count(this.removed, 'picture');
      return undefined;
    }
    return [
      '{',
      group.pieces,
      '\\pict',
      nameOf(safe.kind, picture.mapMode),
      ' ',
      picture.words,
      Buffer.from(safe.bytes).toString('hex'),
      '}',
    ];
  }
}

const WMF_MAP_MODE = 8;

function takePictureWord(picture: NonNullable<Group['picture']>, name: string, parameter: number | undefined): void {
  picture.isHeaderless ||= name === 'dibitmap';
  if (name === 'wmetafile' && parameter !== undefined) picture.mapMode = parameter;
  else if (/^pic|^bliptag$/.test(name)) picture.words.push(`\\${name}${parameter ?? ''} `);
}

function isInInstruction(group: Group | undefined): boolean {
  for (let one = group; one; one = one.parent) if (one.destination === 'fldinst') return true;
  return false;
}

/** Converters look at the bytes too: any raster is read under the name of one. */
function nameOf(kind: PictureKind, mapMode: number): string {
  switch (kind) {
    case 'emf':
      return '\\emfblip';
    case 'wmf':
      return `\\wmetafile${mapMode}`;
    case 'jpeg':
      return '\\jpegblip';
    default:
      return '\\pngblip';
  }
}

/** A bitmap without the header of a file: 14 bytes, of which readers need the first two and where the pixels begin. */
function withBitmapHeader(data: Buffer): Buffer {
  if (data.length < 40 || data.toString('latin1', 0, 2) === 'BM') return data;
  const header = Buffer.alloc(14);
  header.write('BM', 'latin1');
  header.writeUInt32LE(14 + data.length, 2);
  const bits = data.readUInt16LE(14);
  const colours = data.readUInt32LE(32) || (bits <= 8 ? 2 ** bits : 0);
  const masks = data.readUInt32LE(0) === 40 && data.readUInt32LE(16) === 3 ? 12 : 0;
  header.writeUInt32LE((14 + data.readUInt32LE(0) + masks + colours * 4) % 2 ** 32, 10);
  return Buffer.concat([header, data]);
}

/** Properties of shapes that name a file or an address: linked pictures and links. */
function isPlace({ name, value }: { readonly name: string; readonly value: string }): boolean {
  return /^(?:pibName|pibPrintName|fillBlipName|lineFillBlipName|pihlShape|wzScript\w*)$/i.test(name.trim()) || namesPlace(value);
}

function escapeRtf(text: string): string {
  let out = '';
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x5c || code === 0x7b || code === 0x7d) out += `\\${text[at]}`;
    else if (code >= 0x20 && code < 0x7f) out += text[at];
    else out += `\\uc0\\u${code > 0x7fff ? code - 0x10000 : code} `;
  }
  return out;
}

function flatten(pieces: readonly Piece[]): string {
  const out: string[] = [];
  const visit = (piece: Piece): void => {
    if (typeof piece === 'string') out.push(piece);
    else for (const one of piece) visit(one);
  };
  visit(pieces);
  return out.join('');
}
