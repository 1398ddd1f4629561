// The header of an ICC profile (ICC.1:2010, 7.2) as far as ISO 19005-2 needs it: its kind, colours and version.

import { PDFRawStream, type PDFObject } from 'pdf-lib';
import { PDF_BOUNDS } from '../../bounds.ts';
import { tryDecodeWhole } from '../../streams/decode-stream.ts';
import { numberOf } from '../../syntax/dictionary.ts';

export interface IccHeader {
  /** `mntr`, `prtr`, `scnr`, `spac`, … */
  readonly deviceClass: string;
  /** `RGB `, `CMYK`, `GRAY`, `Lab `, … */
  readonly space: string;
  /** 2.4 for 2.4.0. */
  readonly version: number;
}

const HEADER_BYTES = 128;
const COMPONENTS: Readonly<Record<string, number>> = { 'RGB ': 3, CMYK: 4, GRAY: 1, 'Lab ': 3 };

/** Undefined when the stream does not hold a profile. */
export function readIccHeader(object: PDFObject | undefined): IccHeader | undefined {
  const bytes = readIccProfile(object);
  if (!bytes || bytes.length < HEADER_BYTES || bytes.toString('latin1', 36, 40) !== 'acsp') return undefined;
  return {
    deviceClass: bytes.toString('latin1', 12, 16),
    space: bytes.toString('latin1', 16, 20),
    version: (bytes[8] ?? 0) + (bytes[9] ?? 0) / 160,
  };
}

export function readIccProfile(object: PDFObject | undefined): Buffer | undefined {
  if (!(object instanceof PDFRawStream)) return undefined;
  const bytes = tryDecodeWhole(object, PDF_BOUNDS.streamBytesMax);
  return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** 6.2.3: an output or monitor profile. */
export function isOutputProfile(header: IccHeader | undefined): boolean {
  return (
    header !== undefined &&
    ['prtr', 'mntr'].includes(header.deviceClass) &&
    ['RGB ', 'CMYK', 'GRAY'].includes(header.space) &&
    header.version < 5
  );
}

/** 6.2.4.2: the profile of an ICCBased colour space, with the number of components in its stream. */
export function isInputProfile(object: PDFObject | undefined): boolean {
  const header = readIccHeader(object);
  if (!header || !(object instanceof PDFRawStream)) return false;
  const isKind = ['prtr', 'mntr', 'scnr', 'spac'].includes(header.deviceClass) && header.version < 5;
  return isKind && COMPONENTS[header.space] !== undefined && COMPONENTS[header.space] === numberOf(object.dict, 'N');
}
