// Colours as ISO 19005-2, 6.2.3 and 6.2.4 require: one sRGB output intent, device CMYK through a profile, profiles that fit their spaces, described
// colourants. The look of the document stays: no sample and no operand is changed.

import { PDFArray, type PDFContext, type PDFDict, PDFName, PDFNumber, type PDFObject, PDFRawStream, type PDFRef, PDFString } from 'pdf-lib';
import sharp from 'sharp';
import { JobFailure } from '../../../failure.ts';
import { arrayOf, dictOf, itemsOf, lookup, nameOf, numberOf } from '../../syntax/dictionary.ts';
import type { OpenedPdf } from '../../opened.ts';
import { walkLive } from '../../syntax/walk.ts';
import { isGraphicsState } from '../check/check-graphics.ts';
import { cmykProfile } from './cmyk-profile.ts';
import { describeColourants } from './describe-colourants.ts';
import { isInputProfile, isOutputProfile, readIccHeader } from '../check/icc.ts';
import type { ShownContent } from '../check/shown.ts';

const DEVICES: Readonly<Record<number, string>> = { 1: 'DeviceGray', 3: 'DeviceRGB', 4: 'DeviceCMYK' };
const DEPTH_MAX = 8;

export interface MendColours {
  readonly shown: ShownContent;
  /** Device CMYK is used somewhere. */
  readonly hasCmyk: boolean;
}

/** @throws JobFailure unsupported_feature when there are CMYK colours that cannot be described */
export async function mendColours(opened: OpenedPdf, { shown, hasCmyk }: MendColours): Promise<void> {
  const { context, catalog } = opened;
  const given = profilesOf(catalog);
  await writeIntent(opened, given.rgb);
  const spaces = new SpaceMender(context);
  if (hasCmyk) {
    const profile = given.cmyk ?? (await registerCmyk(opened));
    spaces.cmyk = context.obj(['ICCBased', profile]);
  }
  walkLive(context, (visit) => {
    const { dict, key } = visit;
    for (const entry of ['ColorSpace', 'CS']) spaces.mendEntry(dict, entry);
    // Colour spaces in resources, by name.
    if (key === 'ColorSpace') for (const name of dict.keys()) spaces.mendEntry(dict, name.decodeText());
    if (isGraphicsState(visit) && numberOf(dict, 'OPM') === 1) dict.set(PDFName.of('OPM'), PDFNumber.of(0));
  });
  if (!spaces.cmyk) return;
  const cmyk = context.register(spaces.cmyk);
  for (const resources of shown.resources.keys()) {
    let group = dictOf(lookup(resources, 'ColorSpace'));
    if (!group) {
      group = context.obj({});
      resources.set(PDFName.of('ColorSpace'), group);
    }
    group.set(PDFName.of('DefaultCMYK'), cmyk);
  }
}

/** The document's own output intent, for PDF/A, PDF/X or any other. */
function profilesOf(catalog: PDFDict): { readonly rgb: PDFObject | undefined; readonly cmyk: PDFObject | undefined } {
  const found = new Map<string, PDFObject>();
  for (const intent of itemsOf(arrayOf(catalog, 'OutputIntents'))) {
    const raw = dictOf(intent)?.get(PDFName.of('DestOutputProfile'));
    const header = readIccHeader(catalog.context.lookup(raw));
    if (raw && header && isOutputProfile(header) && !found.has(header.space)) found.set(header.space, raw);
  }
  const cmyk = found.get('CMYK');
  return { rgb: found.get('RGB '), cmyk: isInputProfile(catalog.context.lookup(cmyk)) ? cmyk : undefined };
}

async function writeIntent({ context, catalog }: OpenedPdf, own: PDFObject | undefined): Promise<void> {
  const profile = own ?? context.register(context.flateStream(await srgbProfile(), { N: 3 }));
  const name = own ? 'Custom' : 'sRGB IEC61966-2.1';
  const intent = context.obj({
    Type: 'OutputIntent',
    S: 'GTS_PDFA1',
    OutputConditionIdentifier: PDFString.of(name),
    Info: PDFString.of(name),
    DestOutputProfile: profile,
  });
  catalog.set(PDFName.of('OutputIntents'), context.obj([context.register(intent)]));
}

/** The profile built into libvips. */
async function srgbProfile(): Promise<Uint8Array> {
  const dot = sharp({ create: { width: 1, height: 1, channels: 3, background: 'white' } });
  const { icc } = await sharp(await dot.withIccProfile('srgb').png().toBuffer()).metadata();
  if (!icc) throw new JobFailure('internal', { cause: new Error('no sRGB profile') });
  return icc;
}

async function registerCmyk({ context }: OpenedPdf): Promise<PDFRef> {
  const profile = await cmykProfile();
  if (!profile)
    throw new JobFailure('unsupported_feature', {
      message: 'No colour profile can be made for the CMYK colours of the document, which PDF/A requires.',
    });
  return context.register(context.flateStream(profile, { N: 4 }));
}

class SpaceMender {
  /** Replaces device CMYK where default colour spaces do not apply. */
  cmyk: PDFArray | undefined;
  private readonly separations = new Map<string, readonly [PDFObject, PDFObject]>();
  private readonly done = new Set<PDFObject>();
  private readonly context: PDFContext;

  constructor(context: PDFContext) {
    this.context = context;
  }

  mendEntry(dict: PDFDict, key: string): void {
    const space = lookup(dict, key);
    if (space instanceof PDFName) {
      if (this.isCmyk(space) && this.cmyk) dict.set(PDFName.of(key), this.cmyk);
    } else if (space instanceof PDFArray) {
      const better = this.mendArray(space, 0);
      if (better) dict.set(PDFName.of(key), better);
    }
  }

  private isCmyk(name: PDFObject | undefined): boolean {
    return name instanceof PDFName && ['DeviceCMYK', 'CMYK'].includes(name.decodeText());
  }

  private mendItem(array: PDFArray, index: number, depth: number): void {
    const item = array.lookup(index);
    if (this.isCmyk(item) && this.cmyk) array.set(index, this.cmyk);
    else if (item instanceof PDFArray) {
      const better = this.mendArray(item, depth + 1);
      if (better) array.set(index, better);
    }
  }

  /** @returns its replacement, where it cannot stay */
  private mendArray(space: PDFArray, depth: number): PDFObject | undefined {
    const kind = space.size() > 0 ? space.lookup(0) : undefined;
    const family = kind instanceof PDFName ? kind.decodeText() : '';
    if (this.isCmyk(kind)) return this.cmyk;
    if (this.done.has(space) || depth > DEPTH_MAX) return undefined;
    this.done.add(space);
    switch (family) {
      case 'ICCBased':
        return this.mendProfile(space);
      case 'Indexed':
      case 'I':
      case 'Pattern':
        if (space.size() > 1) this.mendItem(space, 1, depth);
        return undefined;
      case 'Separation':
        this.mendItem(space, 2, depth);
        this.unify(space);
        return undefined;
      case 'DeviceN':
        this.mendItem(space, 2, depth);
        this.mendColourants(describeColourants(space, this.context));
        return undefined;
      default:
        return undefined;
    }
  }

  private mendColourants(group: PDFDict | undefined): void {
    for (const name of group?.keys() ?? []) if (group) this.mendEntry(group, name.decodeText());
  }

  /** An invalid profile, or one for other colours than its use: readers take the alternate, or device colours with that number of components. */
  private mendProfile(space: PDFArray): PDFObject | undefined {
    const profile = space.lookup(1);
    if (!(profile instanceof PDFRawStream) || isInputProfile(profile)) return undefined;
    const device = DEVICES[numberOf(profile.dict, 'N') ?? 0];
    const alternate = lookup(profile.dict, 'Alternate');
    const instead = alternate instanceof PDFArray && nameOf(profile.dict, 'Alternate') === undefined ? alternate : undefined;
    if (instead) return instead;
    if (device === undefined) return undefined;
    return device === 'DeviceCMYK' && this.cmyk ? this.cmyk : PDFName.of(device);
  }

  /** 6.2.4.4: one name must have one look: the first one found. */
  private unify(space: PDFArray): void {
    const name = space.lookup(1);
    const key = name instanceof PDFName ? name.decodeText() : '';
    const known = this.separations.get(key);
    if (!known) this.separations.set(key, [space.get(2), space.get(3)]);
    else for (const [at, value] of known.entries()) space.set(at + 2, value);
  }
}
