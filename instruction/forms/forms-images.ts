// The form that replaces a picture on the page by one that came with the job.

import { attempt, type Cursor, take, takeWholeNumber, wordAt } from '../cursor.ts';
import { CHANGE_VERBS, edit, type Form, type ReadEdit } from './form.ts';
import { readScope, type Scope, takeNth } from '../scope.ts';

const NOUNS = ['company logo', 'logo', 'image', 'picture', 'photograph', 'photo', 'graphic', 'illustration', 'drawing'];
const PLURALS = ['company logos', 'logos', 'images', 'pictures', 'photographs', 'photos', 'graphics', 'illustrations'];
const SENT = ['attached', 'uploaded', 'supplied', 'provided', 'enclosed', 'new', 'given'];
const AS_SENT = [
  'i attached',
  'i have attached',
  'i uploaded',
  'i sent',
  'i provided',
  'attached',
  'provided',
  'that i attached',
  'that i uploaded',
];

/** `the logo`, `the second picture`, `all images`, `the largest photo`. */
function readOld(cursor: Cursor): 'only' | 'all' | 'largest' | number | undefined {
  if (take(cursor, 'all of the', 'all the', 'all')) return take(cursor, ...PLURALS) ? 'all' : undefined;
  if (take(cursor, 'every', 'each')) return take(cursor, ...NOUNS) ? 'all' : undefined;
  take(cursor, 'the', 'our', 'my', 'its');
  if (take(cursor, 'largest', 'biggest')) return take(cursor, ...NOUNS) ? 'largest' : undefined;
  const nth = attempt(cursor, takeNth);
  if (nth !== undefined) return take(cursor, ...NOUNS) ? nth : undefined;
  take(cursor, 'old', 'existing', 'current', 'only', 'present');
  return take(cursor, ...NOUNS) ? 'only' : undefined;
}

/** `image 1`, `the attached image`, `my new logo`, `the second attached picture`, `the image I uploaded`. */
function readNew(cursor: Cursor): 'only' | number | undefined {
  const numbered = attempt(cursor, (cursor) => {
    take(cursor, 'attached', 'uploaded');
    return take(cursor, ...NOUNS, 'attachment') ? takeWholeNumber(cursor) : undefined;
  });
  if (numbered !== undefined) return numbered;
  take(cursor, 'the', 'my', 'our', 'this', 'an', 'a');
  const nth = attempt(cursor, (cursor) => {
    const found = takeNth(cursor);
    return found !== undefined && found > 0 ? found : undefined;
  });
  const sent = take(cursor, 'newly attached', ...SENT) !== undefined;
  const noun = take(cursor, ...NOUNS, 'file', 'one', 'attachment');
  if (noun === undefined) return undefined;
  const after = take(cursor, ...AS_SENT) !== undefined;
  if (!sent && !after && noun !== 'attachment') return undefined;
  return nth ?? 'only';
}

const FITS: readonly (readonly ['contain' | 'cover' | 'stretch', readonly string[]])[] = [
  ['stretch', ['stretched to fit', 'stretched', 'stretching it', 'distorting it', 'out of proportion']],
  [
    'cover',
    [
      'filling the frame',
      'filling the space',
      'filling its place',
      'cropped to fill',
      'cropped to fit',
      'cropping it',
      'covering it',
      'to fill the frame',
    ],
  ],
  [
    'contain',
    ['keeping its proportions', 'keeping proportions', 'in proportion', 'keeping the aspect ratio', 'fitted inside', 'fitting inside'],
  ],
];

function readFit(cursor: Cursor): 'contain' | 'cover' | 'stretch' | undefined {
  return attempt(cursor, (cursor) => {
    take(cursor, ',');
    return FITS.find(([, phrases]) => take(cursor, ...phrases) !== undefined)?.[0];
  });
}

function readReplaceImage(cursor: Cursor): readonly ReadEdit[] | undefined {
  const scope: Scope = {};
  const image = readOld(cursor);
  if (image === undefined) return undefined;
  readScope(cursor, scope, ['pages']);
  if (!take(cursor, 'with', 'by', 'for', 'to')) return undefined;
  const picture = readNew(cursor);
  if (picture === undefined) return undefined;
  let fit = readFit(cursor);
  readScope(cursor, scope, ['pages']);
  fit ??= readFit(cursor);
  if (wordAt(cursor) !== '') return undefined;
  return [edit('replace_image', { pages: scope.pages, image, with: picture, fit })];
}

export const IMAGE_FORMS: readonly Form[] = [
  {
    op: 'replace_image',
    verbs: ['replace', 'swap out', 'swap', 'exchange', 'substitute', 'switch', ...CHANGE_VERBS],
    example: 'replace the logo on page 1 with image 1',
    read: readReplaceImage,
  },
];
