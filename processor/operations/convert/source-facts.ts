// What the source says of its pages and fields, beside what its document says: sizes, turns, where the text of a place comes from.

import type { ContentField, ContentPage } from '#contract/content.ts';
import type { KeptPage, PageReading } from '../../document/kept-page.ts';
import type { PageBox } from '../../document/model.ts';
import type { Sequence } from '../../document/page-sequence.ts';
import { labelFields } from '../../document/pages/label-fields.ts';
import { listFields } from '../../document/pages/list-fields.ts';
import type { PagePicture } from '../../document/structure/page-pictures.ts';
import { contains } from '../../pdf/geometry/shown-box.ts';
import type { OpenedPdf } from '../../pdf/opened.ts';
import { rotationOf } from '../../pdf/pages/page-box.ts';
import { roundBox, roundPoints } from './writers/round-box.ts';
import type { SourceFacts, TextOrigin } from './writers/content-json.ts';

/** @param order of the document's text */
export function sourceFacts({ pages }: OpenedPdf, kept: Sequence<KeptPage>, order: 'tags' | 'layout'): SourceFacts {
  const readings = new Map<number, PageReading>();
  const pictures = new Map<number, readonly PagePicture[]>();
  for (const { reading, words } of kept) {
    if (reading) readings.set(words.pageIndex + 1, reading);
    const read = words.images.filter((image: PagePicture) => image.read);
    if (read.length > 0) pictures.set(words.pageIndex + 1, read);
  }
  const own = order === 'tags' ? 'tags' : 'text';
  return {
    *pages() {
      for (const { words, facts } of kept) {
        const page = pages[words.pageIndex];
        const reading = readings.get(words.pageIndex + 1);
        const rotation = ((page ? rotationOf(page.dict) : 0) + (reading?.rotation ?? 0)) % 360;
        const origin: Pick<ContentPage, 'from' | 'confidence'> = reading ? originOf(reading) : { from: facts.hasText ? own : 'none' };
        yield { page: words.pageIndex + 1, width: roundPoints(words.width), height: roundPoints(words.height), rotation, ...origin };
      }
    },
    *fields() {
      for (const { words } of kept) {
        const page = pages[words.pageIndex];
        if (page) yield* fieldsOf(page.dict, words);
      }
    },
    originOf(boxes) {
      const reading = boxes[0] && readings.get(boxes[0].page);
      return reading ? originOf(reading, boxes) : (originIn(pictures.get(boxes[0]?.page ?? 0) ?? [], boxes) ?? { from: own });
    },
  };
}

/** Of what was read in a picture. */
function originIn(pictures: readonly PagePicture[], boxes: readonly PageBox[]): TextOrigin | undefined {
  const [first] = boxes;
  const picture = first && pictures.find(({ box }) => contains(box, first.box, 1));
  const words = picture?.read?.confidences ?? [];
  return words.some(({ box }) => boxes.some((place) => isIn(box, place.box))) ? originOf({ words }, boxes) : undefined;
}

/** Of all its words, or of those in boxes on its page. */
function originOf({ words }: Pick<PageReading, 'words'>, boxes?: readonly PageBox[]): TextOrigin {
  const own = boxes ? words.filter(({ box }) => boxes.some((place) => isIn(box, place.box))) : words;
  if (own.length === 0) return { from: 'ocr' };
  const mean = own.reduce((sum, { confidence }) => sum + confidence, 0) / own.length / 100;
  return { from: 'ocr', confidence: Math.round(Math.min(1, Math.max(0, mean)) * 1000) / 1000 };
}

function isIn(word: PageBox['box'], box: PageBox['box']): boolean {
  const [x, y] = [(word.left + word.right) / 2, (word.top + word.bottom) / 2];
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}

type PageDict = Parameters<typeof listFields>[0];

function* fieldsOf(dict: PageDict, words: KeptPage['words']): Generator<ContentField, void, void> {
  const fields = listFields(dict);
  const labels = fields.length > 0 ? labelFields(fields, words) : [];
  for (const [index, { kind, name, value, tip, state, box }] of fields.entries()) {
    const page = words.pageIndex + 1;
    yield {
      id: `p${page}-f${index + 1}`,
      page,
      box: roundBox(box),
      type: kind,
      name,
      ...labels[index],
      ...(tip !== undefined && { tip }),
      value,
      ...(state !== undefined && { state }),
    };
  }
}
