// What a file is whose sender does not say it: by the name, where the bytes agree with it, else by the bytes alone. Pure.

import { FILE_TYPES, HEAD_BYTES, isUploadType, typeOfName, type UploadType } from '#contract/files.ts';

/**
 * @param start The first bytes, as many as are at hand: a package is known by the entries that lie in them.
 * @returns undefined for bytes of no type that the service takes.
 */
export function detectType(filename: string, start: Uint8Array): UploadType | undefined {
  const head = start.subarray(0, HEAD_BYTES);
  const named = typeOfName(filename);
  if (isPackage(head)) return packageType(start) ?? (named && FILE_TYPES[named].recognise(head) ? named : 'application/zip');
  if (named && FILE_TYPES[named].recognise(head)) return named;
  return BINARY_TYPES.find((type) => FILE_TYPES[type].recognise(head)) ?? (isBitmap(head) ? 'image/bmp' : textType(head));
}

const BINARY_TYPES = [
  'application/pdf',
  'application/rtf',
  'image/jpeg',
  'image/png',
  'image/tiff',
  'image/webp',
  'image/gif',
] as const satisfies readonly UploadType[];

function isPackage(head: Uint8Array): boolean {
  return FILE_TYPES['application/zip'].recognise(head);
}

/** Two letters alone begin many texts: the reserved bytes of a bitmap are zero. */
function isBitmap(head: Uint8Array): boolean {
  return FILE_TYPES['image/bmp'].recognise(head) && head.length > 10 && head.subarray(6, 10).every((byte) => byte === 0);
}

/** The folder that holds the document of each kind of OOXML package (ECMA-376, part 1). */
const PACKAGE_FOLDERS = [
  ['word/', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['xl/', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['ppt/', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
] as const satisfies readonly (readonly [string, UploadType])[];

function packageType(start: Uint8Array): UploadType | undefined {
  // OpenDocument 1.3, part 2, 3.3, and EPUB OCF 3.3, 4.3: the first entry is the type, uncompressed.
  const opening = latin1(start.subarray(30, 128));
  if (opening.startsWith('mimetype')) {
    const type = /^mimetype([\w.+-]+\/[\w.+-]+?)(?:PK|$)/.exec(opening)?.[1] ?? '';
    return isUploadType(type) ? type : undefined;
  }
  const names = entryNames(start);
  if (!names.includes('[Content_Types].xml')) return undefined;
  return PACKAGE_FOLDERS.find(([folder]) => names.some((name) => name.startsWith(folder)))?.[1];
}

/** Names beyond this many tell no more. */
const ENTRIES_MAX = 10_000;

/** By the package's directory, where the whole package is at hand (APPNOTE 4.3.12, 4.3.16); else as they stand before the files (4.3.7). */
function entryNames(bytes: Uint8Array): readonly string[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = lastIndexOf(bytes, [0x50, 0x4b, 5, 6]);
  const names: string[] = [];
  if (end >= 0 && end + 22 <= bytes.length) {
    let at = view.getUint32(end + 16, true);
    while (at + 46 <= end && view.getUint32(at, true) === 0x02014b50 && names.length < ENTRIES_MAX) {
      names.push(latin1(bytes.subarray(at + 46, at + 46 + Math.min(256, view.getUint16(at + 28, true)))));
      at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    }
    return names;
  }
  for (let at = 0; at >= 0 && at + 30 <= bytes.length && names.length < ENTRIES_MAX; at = bytes.indexOf(0x50, at + 1)) {
    if (view.getUint32(at, true) === 0x04034b50)
      names.push(latin1(bytes.subarray(at + 30, at + 30 + Math.min(256, view.getUint16(at + 26, true)))));
  }
  return names;
}

function lastIndexOf(bytes: Uint8Array, signature: readonly [number, ...number[]]): number {
  for (let at = bytes.lastIndexOf(signature[0]); at >= 0; at = at === 0 ? -1 : bytes.lastIndexOf(signature[0], at - 1)) {
    if (signature.every((byte, i) => bytes[at + i] === byte)) return at;
  }
  return -1;
}

/** The fields of a message that begins like one (RFC 5322, 3.6), two of them in its first lines. */
const MESSAGE_FIELDS = /^(?:Return-Path|Received|Delivered-To|From|To|Date|Subject|Message-ID|MIME-Version|X-[\w-]+):/gim;

function textType(head: Uint8Array): UploadType | undefined {
  if (head.length === 0 || !FILE_TYPES['text/plain'].recognise(head)) return undefined;
  const text = latin1(head)
    .replaceAll('\0', '')
    .replace(/^\u00ef\u00bb\u00bf|^\u00ff\u00fe|^\u00fe\u00ff/, '')
    .trimStart();
  if (/^(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*|<!doctype svg[^>]*>\s*)*<svg[\s>]/is.test(text)) return 'image/svg+xml';
  if (/^(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype html|html|head|body)[\s>]/is.test(text)) return 'text/html';
  const isMessage = FILE_TYPES['message/rfc822'].recognise(head) && (text.split(/\r?\n\r?\n/)[0]?.match(MESSAGE_FIELDS)?.length ?? 0) >= 2;
  return isMessage ? 'message/rfc822' : 'text/plain';
}

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
