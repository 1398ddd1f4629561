// Colour spaces where they are used, against ISO 19005-2, 6.2.3 and 6.2.4: device colours need an output intent or a default colour space of the
// resources, profiles must be valid, special colour spaces described.

import { PDFArray, PDFDict, PDFName, type PDFObject, PDFRawStream } from 'pdf-lib';
import { arrayOf, dictOf, itemsOf, lookup, nameOf } from '../../syntax/dictionary.ts';
import { isInputProfile, isOutputProfile, readIccHeader, readIccProfile } from './icc.ts';
import type { Blame } from './rules.ts';

export type DeviceSpace = 'DeviceGray' | 'DeviceRGB' | 'DeviceCMYK';

const FULL: Readonly<Record<string, string>> = { G: 'DeviceGray', RGB: 'DeviceRGB', CMYK: 'DeviceCMYK', I: 'Indexed' };
const DEFAULTS = { DeviceGray: 'DefaultGray', DeviceRGB: 'DefaultRGB', DeviceCMYK: 'DefaultCMYK' } as const;
const RULES = { DeviceGray: 'device_grey', DeviceRGB: 'device_rgb', DeviceCMYK: 'device_cmyk' } as const;
const COMPONENTS = { DeviceGray: 1, DeviceRGB: 3, DeviceCMYK: 4 } as const;
const COLOURANTS_MAX = 32;
const PROCESS_COLOURANTS = new Set(['Cyan', 'Magenta', 'Yellow', 'Black', 'None']);
const DEPTH_MAX = 8;

export class ColourJudge {
  /** Of the PDF/A output intent's profile. */
  readonly intent: string | undefined;
  private readonly blame: Blame;
  private readonly separations = new Map<string, string>();
  private readonly judged = new Map<PDFObject, Set<PDFDict | undefined>>();

  constructor(catalog: PDFDict, blame: Blame) {
    this.blame = blame;
    this.intent = this.judgeIntents(catalog);
  }

  /** 6.2.3. */
  private judgeIntents(catalog: PDFDict): string | undefined {
    let space: string | undefined;
    const profiles = new Set<PDFObject>();
    for (const item of arrayOf(catalog, 'OutputIntents')?.asArray() ?? []) {
      const intent = dictOf(catalog.context.lookup(item));
      const raw = intent?.get(PDFName.of('DestOutputProfile'));
      const kind = nameOf(intent, 'S');
      if (intent?.has(PDFName.of('DestOutputProfileRef'))) this.blame('output_intent');
      if (raw) profiles.add(raw);
      if (!raw && kind !== 'GTS_PDFA1') continue;
      const header = readIccHeader(catalog.context.lookup(raw));
      if (!isOutputProfile(header)) this.blame('output_intent');
      if (kind === 'GTS_PDFA1') space = header?.space;
    }
    if (profiles.size > 1) this.blame('output_intent');
    return space;
  }

  /** A device colour that an operator or an entry names. `resources` hold the default colour spaces. */
  judgeDevice(name: DeviceSpace, resources: PDFDict | undefined, place: string): void {
    const fits = name === 'DeviceGray' ? this.intent !== undefined : this.intent === (name === 'DeviceRGB' ? 'RGB ' : 'CMYK');
    const spaces = dictOf(lookup(resources, 'ColorSpace'));
    const own = lookup(spaces, DEFAULTS[name]);
    if (own) {
      // A default colour space has as many components as the one it replaces, and is not a device space itself (ISO 32000-1 8.6.5.6).
      if (componentsOf(own) === COMPONENTS[name] && !isDeviceName(own)) return this.judge(own, undefined, place);
      this.blame(RULES[name], place);
    } else if (!fits) this.blame(RULES[name], place);
  }

  /** Any colour space, once for each resources that it is used with. */
  judge(space: PDFObject | undefined, resources: PDFDict | undefined, place: string, depth = 0): void {
    if (space instanceof PDFName) return this.judgeName(space.decodeText(), resources, place, depth);
    if (!(space instanceof PDFArray) || depth > DEPTH_MAX) return this.blame('colour_space', place);
    const seen = this.judged.get(space) ?? new Set();
    if (seen.has(resources)) return;
    this.judged.set(space, seen.add(resources));
    const kind = space.lookup(0);
    const family = kind instanceof PDFName ? kind.decodeText() : '';
    const inner = (index: number) => this.judge(space.lookup(index), resources, place, depth + 1);
    switch (FULL[family] ?? family) {
      case 'DeviceGray':
      case 'DeviceRGB':
      case 'DeviceCMYK':
        return this.judgeName(family, resources, place, depth);
      case 'CalGray':
      case 'CalRGB':
      case 'Lab':
        if (!(space.lookup(1) instanceof PDFDict)) this.blame('colour_space', place);
        return;
      case 'ICCBased':
        return this.judgeProfile(space, place);
      case 'Indexed':
        return inner(1);
      case 'Pattern':
        if (space.size() > 1) inner(1);
        return;
      case 'Separation':
        this.judgeSeparation(space, place);
        return inner(2);
      case 'DeviceN':
        this.judgeDeviceN(space, resources, place, depth);
        return inner(2);
      default:
        this.blame('colour_space', place);
    }
  }

  private judgeName(name: string, resources: PDFDict | undefined, place: string, depth: number): void {
    const full = FULL[name] ?? name;
    if (full === 'Pattern') return;
    if (isDevice(full)) return this.judgeDevice(full, resources, place);
    const named = lookup(dictOf(lookup(resources, 'ColorSpace')), name);
    if (named && depth < DEPTH_MAX) this.judge(named, resources, place, depth + 1);
    else this.blame('colour_space', place);
  }

  private judgeProfile(space: PDFArray, place: string): void {
    const profile = space.lookup(1);
    if (!isInputProfile(profile)) this.blame('icc_profile', place);
  }

  /** 6.2.4.4: the same name, the same tint transform and alternate. */
  private judgeSeparation(space: PDFArray, place: string): void {
    const name = space.lookup(1);
    const key = name instanceof PDFName ? name.decodeText() : '';
    if (!isUtf8(name)) this.blame('name_encoding', place);
    const look = `${printed(space.lookup(2))} ${printed(space.lookup(3))}`;
    const known = this.separations.get(key);
    if (known !== undefined && known !== look && key !== 'All' && key !== 'None') this.blame('separation', place);
    this.separations.set(key, known ?? look);
  }

  private judgeDeviceN(space: PDFArray, resources: PDFDict | undefined, place: string, depth: number): void {
    const names = space.lookup(1);
    const list = itemsOf(names instanceof PDFArray ? names : undefined);
    if (list.length === 0) this.blame('colour_space', place);
    if (list.length > COLOURANTS_MAX) this.blame('colourant_limit', place);
    const attributes = dictOf(space.lookup(4));
    const colourants = dictOf(lookup(attributes, 'Colorants'));
    const process = arrayOf(dictOf(lookup(attributes, 'Process')), 'Components');
    const known = new Set(itemsOf(process));
    for (const name of list) {
      if (!(name instanceof PDFName)) continue;
      if (!isUtf8(name)) this.blame('name_encoding', place);
      if (PROCESS_COLOURANTS.has(name.decodeText()) || known.has(name)) continue;
      const own = colourants?.lookup(name);
      if (own === undefined) this.blame('colourants', place);
      else this.judge(own, resources, place, depth + 1);
    }
  }
}

function isDevice(name: string): name is DeviceSpace {
  return name === 'DeviceGray' || name === 'DeviceRGB' || name === 'DeviceCMYK';
}

function isDeviceName(space: PDFObject): boolean {
  const name = space instanceof PDFArray ? space.lookup(0) : space;
  return name instanceof PDFName && isDevice(name.decodeText());
}

/** Components of a possible default colour space. */
function componentsOf(space: PDFObject): number | undefined {
  if (!(space instanceof PDFArray)) return undefined;
  const kind = space.lookup(0);
  switch (kind instanceof PDFName ? kind.decodeText() : '') {
    case 'CalGray':
    case 'Separation':
      return 1;
    case 'CalRGB':
    case 'Lab':
      return 3;
    case 'ICCBased': {
      const profile = space.lookup(1);
      const count = profile instanceof PDFRawStream ? profile.dict.lookup(PDFName.of('N')) : undefined;
      return count && 'asNumber' in count ? (count as { asNumber(): number }).asNumber() : undefined;
    }
    case 'DeviceN': {
      const names = space.lookup(1);
      return names instanceof PDFArray ? names.size() : undefined;
    }
    default:
      return undefined;
  }
}

export function isUtf8(name: PDFObject | undefined): boolean {
  if (!(name instanceof PDFName)) return true;
  const bytes = name.asBytes();
  return !bytes.some((byte) => byte > 127) || !Buffer.from(bytes).toString('utf8').includes('\ufffd');
}

/** An object as text, streams by their data: two that print alike are the same. */
function printed(object: PDFObject | undefined, depth = 0): string {
  if (object === undefined || depth > 6) return '';
  if (object instanceof PDFRawStream) return `${printed(object.dict, depth + 1)}${readIccProfile(object)?.toString('base64') ?? ''}`;
  if (object instanceof PDFArray)
    return `[${itemsOf(object)
      .map((item) => printed(item, depth + 1))
      .join(' ')}]`;
  if (object instanceof PDFDict)
    return `<<${object
      .entries()
      .filter(([key]) => !['/Length', '/Filter', '/DecodeParms'].includes(key.toString()))
      .map(([key, value]) => `${key.toString()} ${printed(object.context.lookup(value), depth + 1)}`)
      .toSorted()
      .join(' ')}>>`;
  return object.toString();
}
