// File types: the media types that the service stores, how each is recognised from its first bytes, and the states of an upload record.

export const FILE_STATES = ['awaiting_upload', 'uploaded', 'expired', 'deleted'] as const;
export type FileState = (typeof FILE_STATES)[number];

interface FileTypeRow {
  readonly extension: string;
  /** True when the first bytes can be of this type. `head` holds up to HEAD_BYTES, fewer only when the file is shorter. */
  readonly recognise: (head: Uint8Array) => boolean;
}

/** How many leading bytes `recognise` needs: a PDF header may follow up to 1,024 bytes of other data (ISO 32000-1, Annex H, note 13). */
export const HEAD_BYTES = 1024;

export const FILE_TYPES = {
  'application/pdf': {
    extension: 'pdf',
    recognise: (head) =>
      indexOf(head, '%PDF-') >= 0 && !startsWith(head, '\x7fELF', 'MZ', 'PK\x03\x04', 'GIF8', '\x89PNG') && !startsAsHtml(head),
  },
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': {
    extension: 'docx',
    recognise: (head) => startsWith(head, 'PK\x03\x04'),
  },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {
    extension: 'xlsx',
    recognise: (head) => startsWith(head, 'PK\x03\x04'),
  },
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': {
    extension: 'pptx',
    recognise: (head) => startsWith(head, 'PK\x03\x04'),
  },
  'application/vnd.oasis.opendocument.text': { extension: 'odt', recognise: isOpenDocument('text') },
  'application/vnd.oasis.opendocument.spreadsheet': { extension: 'ods', recognise: isOpenDocument('spreadsheet') },
  'application/vnd.oasis.opendocument.presentation': { extension: 'odp', recognise: isOpenDocument('presentation') },
  'application/epub+zip': { extension: 'epub', recognise: (head) => startsWith(head, 'PK\x03\x04') },
  'application/rtf': { extension: 'rtf', recognise: (head) => startsWith(head, '{\\rtf') },
  'text/html': { extension: 'html', recognise: (head) => isText(head) && /<[a-z!?]/i.test(withoutNul(head)) },
  'text/plain': { extension: 'txt', recognise: isText },
  'text/markdown': { extension: 'md', recognise: isText },
  'text/csv': { extension: 'csv', recognise: isText },
  'message/rfc822': { extension: 'eml', recognise: (head) => isText(head) && /^(?:From |[!-9;-~]+:)/.test(latin1(head).trimStart()) },
  'image/jpeg': { extension: 'jpg', recognise: (head) => startsWith(head, '\xff\xd8\xff') },
  'image/png': { extension: 'png', recognise: (head) => startsWith(head, '\x89PNG\r\n\x1a\n') },
  'image/tiff': { extension: 'tiff', recognise: (head) => startsWith(head, 'II*\0', 'MM\0*') },
  'image/webp': { extension: 'webp', recognise: (head) => startsWith(head, 'RIFF') && startsWith(head.subarray(8), 'WEBP') },
  'image/gif': { extension: 'gif', recognise: (head) => startsWith(head, 'GIF87a', 'GIF89a') },
  'image/bmp': { extension: 'bmp', recognise: (head) => startsWith(head, 'BM') },
  'image/svg+xml': { extension: 'svg', recognise: (head) => isText(head) && /<[a-z!?]/i.test(withoutNul(head)) },
  'application/zip': { extension: 'zip', recognise: (head) => startsWith(head, 'PK\x03\x04') },
  'application/json': { extension: 'json', recognise: () => true },
} as const satisfies Record<string, FileTypeRow>;

export type ContentType = keyof typeof FILE_TYPES;

/** What a customer may upload; `application/json` only ever comes out of a job. */
export const UPLOAD_TYPES = [
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/vnd.oasis.opendocument.text',
  'application/vnd.oasis.opendocument.spreadsheet',
  'application/vnd.oasis.opendocument.presentation',
  'application/rtf',
  'application/epub+zip',
  'application/zip',
  'message/rfc822',
  'text/csv',
  'text/html',
  'text/markdown',
  'text/plain',
  'image/bmp',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/svg+xml',
  'image/tiff',
  'image/webp',
] as const satisfies readonly ContentType[];
export type UploadType = (typeof UPLOAD_TYPES)[number];

export function isUploadType(type: string): type is UploadType {
  return (UPLOAD_TYPES as readonly string[]).includes(type);
}

/** Other names of the same types, as clients and systems send them. */
const TYPE_ALIASES: ReadonlyMap<string, UploadType> = new Map(
  Object.entries({
    'application/x-pdf': 'application/pdf',
    'application/x-zip-compressed': 'application/zip',
    'application/x-rtf': 'application/rtf',
    'text/rtf': 'application/rtf',
    'application/csv': 'text/csv',
    'text/x-markdown': 'text/markdown',
    'application/xhtml+xml': 'text/html',
    'image/jpg': 'image/jpeg',
    'image/pjpeg': 'image/jpeg',
    'image/x-png': 'image/png',
    'image/tif': 'image/tiff',
    'image/x-tiff': 'image/tiff',
    'image/svg': 'image/svg+xml',
    'image/x-bmp': 'image/bmp',
    'image/x-ms-bmp': 'image/bmp',
  } as const),
);

/** The media type without parameters, by the name that the service uses: `image/jpg` is `image/jpeg`. */
export function canonicalType(type: string): string {
  const bare = type.split(';')[0]?.trim().toLowerCase() ?? '';
  return TYPE_ALIASES.get(bare) ?? bare;
}

/** A media type that says nothing about the bytes: what clients send when they do not know one. */
export function isGenericType(type: string): boolean {
  return ['', 'application/octet-stream', 'binary/octet-stream', 'application/unknown', 'application/x-unknown'].includes(type);
}

/** Other endings of the same types. */
const EXTENSION_ALIASES: ReadonlyMap<string, UploadType> = new Map(
  Object.entries({
    jpeg: 'image/jpeg',
    jpe: 'image/jpeg',
    tif: 'image/tiff',
    htm: 'text/html',
    xhtml: 'text/html',
    markdown: 'text/markdown',
    text: 'text/plain',
  } as const),
);

/** The type that the name's ending stands for. */
export function typeOfName(filename: string): UploadType | undefined {
  const ending = /\.([a-z0-9]+)$/i.exec(filename)?.[1]?.toLowerCase() ?? '';
  return UPLOAD_TYPES.find((type) => FILE_TYPES[type].extension === ending) ?? EXTENSION_ALIASES.get(ending);
}

function startsWith(head: Uint8Array, ...magics: string[]): boolean {
  return magics.some((magic) => indexOf(head.subarray(0, magic.length), magic) === 0);
}

/** OpenDocument 1.3, part 2, 3.3: the first entry holds the type uncompressed. Repacked packages may lack that. */
function isOpenDocument(kind: 'text' | 'spreadsheet' | 'presentation'): (head: Uint8Array) => boolean {
  return (head) => {
    if (!startsWith(head, 'PK\x03\x04')) return false;
    const text = latin1(head);
    return text.slice(30, 38) !== 'mimetype' || text.slice(30).includes(`application/vnd.oasis.opendocument.${kind}`);
  };
}

/** Signatures of binary types whose first bytes may look like text. */
const BINARY_MAGICS = [
  '%PDF-',
  '%!PS',
  'PK\x03\x04',
  '\x7fELF',
  'MZ\x90',
  '\x89PNG',
  '\xff\xd8\xff',
  'GIF8',
  'II*\0',
  'MM\0*',
  '\xd0\xcf\x11\xe0',
  '\x1f\x8b',
  '{\\rtf',
];
/** Control characters that texts do not have; NUL is half of UTF-16 and is let through. */
// oxlint-disable-next-line no-control-regex -- the control characters are what is counted
const UNTEXTUAL = /[\x01-\x07\x0e-\x1a\x1c-\x1f]/g;
const UNTEXTUAL_SHARE_MAX = 0.05;

function isText(head: Uint8Array): boolean {
  if (startsWith(head, ...BINARY_MAGICS)) return false;
  return (latin1(head).match(UNTEXTUAL)?.length ?? 0) <= head.length * UNTEXTUAL_SHARE_MAX;
}

function withoutNul(head: Uint8Array): string {
  return latin1(head).replaceAll('\0', '');
}

function startsAsHtml(head: Uint8Array): boolean {
  const text = latin1(head).trimStart().toLowerCase();
  return text.startsWith('<!doctype html') || text.startsWith('<html') || text.startsWith('mime-version:');
}

function indexOf(head: Uint8Array, magic: string): number {
  return latin1(head).indexOf(magic);
}

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
