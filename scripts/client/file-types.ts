// The media type of each file name's ending, for the client, from the table of file types.

import { FILE_TYPES, typeOfName, UPLOAD_TYPES } from '#contract/files.ts';

const OTHER_ENDINGS = ['jpeg', 'jpe', 'tif', 'htm', 'xhtml', 'markdown', 'text'];

/** Each ending with its media type. */
export const ENDINGS: readonly (readonly [string, string])[] = [...UPLOAD_TYPES.map((type) => FILE_TYPES[type].extension), ...OTHER_ENDINGS]
  .toSorted()
  .map((ending) => [ending, typeOfName(`a.${ending}`) ?? ''] as const);

export function fileTypesSource(): string {
  return [
    '// Printed by `npm run client:generate`: the media type of each ending of a file name that the service takes.',
    '',
    'export const TYPE_OF_ENDING: Readonly<Record<string, string>> = {',
    ...ENDINGS.map(([ending, type]) => `  ${ending}: '${type}',`),
    '};',
    '',
  ].join('\n');
}
