// Reads and edits the Photoshop image resources of a JPEG's APP13, and in them the IPTC application record (IIM 4.2, record 2).
// Bounded by the bytes it is given; a false length ends the reading.

export interface IptcDataset {
  readonly record: number;
  readonly dataset: number;
  readonly name: string;
  readonly data: Uint8Array;
  readonly value?: string;
}

export interface ImageResource {
  readonly id: number;
  /** The Pascal string with its padding, as stored. */
  readonly name: Uint8Array;
  readonly data: Uint8Array;
}

export const PHOTOSHOP_HEADER = 'Photoshop 3.0\0';
export const IPTC_RESOURCE = 0x0404;
/** Holds the MD5 of the IPTC block; a reader that finds it stale distrusts the XMP. */
export const IPTC_DIGEST_RESOURCE = 0x0425;

const RESOURCES_MAX = 10_000;
const DATASETS_MAX = 2000;
const DATASET_NAMES: Readonly<Record<number, string>> = {
  5: 'ObjectName',
  15: 'Category',
  25: 'Keywords',
  40: 'SpecialInstructions',
  55: 'DateCreated',
  60: 'TimeCreated',
  62: 'DigitalCreationDate',
  63: 'DigitalCreationTime',
  65: 'OriginatingProgram',
  80: 'By-line',
  85: 'By-lineTitle',
  90: 'City',
  92: 'Sub-location',
  95: 'Province-State',
  101: 'Country-PrimaryLocationName',
  103: 'OriginalTransmissionReference',
  105: 'Headline',
  110: 'Credit',
  115: 'Source',
  116: 'CopyrightNotice',
  118: 'Contact',
  120: 'Caption-Abstract',
  122: 'Writer-Editor',
};

/** @param bytes What follows PHOTOSHOP_HEADER. @returns The resources and whether all bytes were understood. */
export function readImageResources(bytes: Uint8Array): { resources: readonly ImageResource[]; complete: boolean } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const resources: ImageResource[] = [];
  let at = 0;
  while (at + 12 <= bytes.length && resources.length < RESOURCES_MAX) {
    if (view.getUint32(at) !== 0x3842494d) break;
    const nameLength = (bytes[at + 6] ?? 0) + 1;
    const nameEnd = at + 6 + nameLength + (nameLength % 2);
    if (nameEnd + 4 > bytes.length) break;
    const length = view.getUint32(nameEnd);
    const end = nameEnd + 4 + length;
    if (end > bytes.length) break;
    resources.push({ id: view.getUint16(at + 4), name: bytes.subarray(at + 6, nameEnd), data: bytes.subarray(nameEnd + 4, end) });
    at = end + (length % 2);
  }
  return { resources, complete: at >= bytes.length };
}

export function writeImageResources(resources: readonly ImageResource[]): Uint8Array {
  return Buffer.concat(
    resources.flatMap(({ id, name, data }) => {
      const head = Buffer.from('8BIM\0\0');
      head.writeUInt16BE(id, 4);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(data.length);
      return [head, name, length, data, new Uint8Array(data.length % 2)];
    }),
  );
}

/** @param iim The content of the resource IPTC_RESOURCE. */
export function readIptc(iim: Uint8Array): IptcDataset[] {
  const datasets: IptcDataset[] = [];
  let utf8 = false;
  for (let at = 0; at + 5 <= iim.length && iim[at] === 0x1c && datasets.length < DATASETS_MAX;) {
    const length = ((iim[at + 3] ?? 0) << 8) | (iim[at + 4] ?? 0);
    if (length >= 0x8000 || at + 5 + length > iim.length) break;
    const record = iim[at + 1] ?? 0;
    const dataset = iim[at + 2] ?? 0;
    const data = iim.subarray(at + 5, at + 5 + length);
    if (record === 1 && dataset === 90) utf8 = Buffer.from(data).toString('latin1') === '\u001b%G';
    const value = record === 2 && dataset !== 0 ? Buffer.from(data).toString(utf8 ? 'utf8' : 'latin1') : undefined;
    const name = (record === 2 ? DATASET_NAMES[dataset] : undefined) ?? `${record}:${dataset}`;
    datasets.push({ record, dataset, name, data, ...(value === undefined ? {} : { value }) });
    at += 5 + length;
  }
  return datasets;
}

/** The block without the record 2 datasets of these numbers. */
export function dropIptcDatasets(iim: Uint8Array, dropped: ReadonlySet<number>): Uint8Array {
  const kept = readIptc(iim).filter(({ record, dataset }) => record !== 2 || !dropped.has(dataset));
  return Buffer.concat(
    kept.map(({ record, dataset, data }) =>
      Buffer.concat([Uint8Array.of(0x1c, record, dataset, data.length >> 8, data.length & 0xff), data]),
    ),
  );
}
