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
  'image/jpeg': { extension: 'jpg', recognise: (head) => startsWith(head, '\xff\xd8\xff') },
  'image/png': { extension: 'png', recognise: (head) => startsWith(head, '\x89PNG\r\n\x1a\n') },
  'application/json': { extension: 'json', recognise: () => true },
} as const satisfies Record<string, FileTypeRow>;

export type ContentType = keyof typeof FILE_TYPES;

/** What a customer may upload; `application/json` only ever comes out of a job. */
export const UPLOAD_TYPES = [
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'image/jpeg',
  'image/png',
] as const satisfies readonly ContentType[];
export type UploadType = (typeof UPLOAD_TYPES)[number];

export function isUploadType(type: string): type is UploadType {
  return (UPLOAD_TYPES as readonly string[]).includes(type);
}

function startsWith(head: Uint8Array, ...magics: string[]): boolean {
  return magics.some((magic) => indexOf(head.subarray(0, magic.length), magic) === 0);
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
