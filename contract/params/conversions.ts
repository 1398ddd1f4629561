// The one matrix of what can become what.

import type { ContentType, UploadType } from '../files.ts';

export const TARGET_FORMATS = ['pdf', 'docx', 'html', 'txt', 'md', 'json', 'xlsx', 'csv', 'jpg', 'png'] as const;
export type TargetFormat = (typeof TARGET_FORMATS)[number];

export const TARGET_TYPES = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  html: 'text/html',
  txt: 'text/plain',
  md: 'text/markdown',
  json: 'application/json',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
  jpg: 'image/jpeg',
  png: 'image/png',
} as const satisfies Record<TargetFormat, ContentType>;

/** From each type that can be converted to each format that it can become. */
export const CONVERSIONS = {
  'application/pdf': ['pdf', 'docx', 'html', 'txt', 'md', 'json', 'xlsx', 'csv', 'jpg', 'png'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['pdf', 'html', 'txt'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['pdf'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['pdf'],
  'application/vnd.oasis.opendocument.text': ['pdf', 'docx', 'html', 'txt'],
  'application/vnd.oasis.opendocument.spreadsheet': ['pdf'],
  'application/vnd.oasis.opendocument.presentation': ['pdf'],
  'application/rtf': ['pdf', 'docx', 'html', 'txt'],
  'application/epub+zip': ['pdf'],
  'application/zip': ['pdf'],
  'message/rfc822': ['pdf'],
  'text/csv': ['pdf'],
  'text/html': ['pdf'],
  'text/markdown': ['pdf'],
  'text/plain': ['pdf'],
  'image/bmp': ['pdf', 'docx', 'html', 'txt', 'md', 'json', 'xlsx', 'csv'],
  'image/gif': ['pdf', 'docx', 'html', 'txt', 'md', 'json', 'xlsx', 'csv'],
  'image/jpeg': ['pdf', 'docx', 'html', 'txt', 'md', 'json', 'xlsx', 'csv'],
  'image/png': ['pdf', 'docx', 'html', 'txt', 'md', 'json', 'xlsx', 'csv'],
  'image/svg+xml': ['pdf'],
  'image/tiff': ['pdf', 'docx', 'html', 'txt', 'md', 'json', 'xlsx', 'csv'],
  'image/webp': ['pdf', 'docx', 'html', 'txt', 'md', 'json', 'xlsx', 'csv'],
} as const satisfies Partial<Record<UploadType, readonly TargetFormat[]>>;

export type ConvertibleType = keyof typeof CONVERSIONS;
export const CONVERTIBLE_TYPES = Object.keys(CONVERSIONS) as [ConvertibleType, ...ConvertibleType[]];

/** Types by the program that opens them. */
export const SHEET_TYPES = [
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.oasis.opendocument.spreadsheet',
  'text/csv',
] as const satisfies readonly ConvertibleType[];
export const SLIDE_TYPES = [
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/vnd.oasis.opendocument.presentation',
] as const satisfies readonly ConvertibleType[];
export const WRITER_TYPES = [
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.oasis.opendocument.text',
  'application/rtf',
] as const satisfies readonly ConvertibleType[];
/** Printed by a browser. */
export const HTML_TYPES = [
  'text/html',
  'text/markdown',
  'message/rfc822',
  'application/zip',
  'application/epub+zip',
] as const satisfies readonly ConvertibleType[];
/** Pages that have pixels: their text has to be recognised. */
export const PICTURE_TYPES = [
  'image/bmp',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/tiff',
  'image/webp',
] as const satisfies readonly ConvertibleType[];

export function isOneOf<T extends string>(types: readonly T[], type: string): type is T {
  return (types as readonly string[]).includes(type);
}

/** Why this source cannot become this target; undefined when it can. */
export function refusePair(source: string, target: string): string | undefined {
  const targets: readonly string[] = Object.hasOwn(CONVERSIONS, source) ? CONVERSIONS[source as ConvertibleType] : [];
  if (targets.includes(target)) return undefined;
  return `Files of the type ${source} cannot be converted to ${target}; they can be converted to ${targets.join(', ') || 'nothing'}.`;
}

const REFLOWED_TARGETS = ['docx', 'html', 'txt', 'md', 'json', 'xlsx', 'csv'] as const satisfies readonly TargetFormat[];

/** As a sentence lists them. */
export const REFLOWED_NAMES = `${REFLOWED_TARGETS.slice(0, -1).join(', ')} and ${REFLOWED_TARGETS.at(-1)}`;

/** The formats that text flows in. */
export type ReflowedFormat = (typeof REFLOWED_TARGETS)[number];

export function isReflowed(target: unknown): target is ReflowedFormat {
  return (REFLOWED_TARGETS as readonly unknown[]).includes(target);
}
