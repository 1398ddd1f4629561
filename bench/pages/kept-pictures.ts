// Which pictures of a document a person finds in another. poppler says where they are; what is drawn there is looked for on the same page of the
// other document and the pages beside it, at any place (normalised cross-correlation of grey pictures).

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GreyPage, PicturePlace } from './grey-pages.ts';
import { drawingsOfScan } from './scan-drawings.ts';

export const PICTURE_DPI = 24;
/** Points: smaller ones are ornaments or parts of patterns. */
const SIDE_MIN = 18;
/** Below this nothing is drawn, or one grey. */
const VARIANCE_MIN = 30;
const CORRELATION_MIN = 0.6;
const PICTURES_MAX = 100;
/** Of the page, and the texts that a scan's page may still have (a page number, a stamp). */
const SCAN_SHARE = 0.7;
const SCAN_TEXTS_MAX = 4;

/**
 * A picture that fills most of a page of hardly any text is a scan: what it shows besides words counts, since its words become text.
 * @param pages drawn at PICTURE_DPI; pictures of which nothing is seen are left out
 */
export function placesOfPictures(path: string, pages: readonly GreyPage[]): PicturePlace[] {
  const folder = mkdtempSync(join(tmpdir(), 'kept-pictures-'));
  try {
    const run = spawnSync('pdftohtml', ['-xml', '-stdout', '-fmt', 'png', path, join(folder, 'page')], {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      timeout: 120_000,
      cwd: folder,
    });
    return run.stdout
      .split('<page ')
      .slice(1)
      .flatMap((text, page) => {
        const places = placesOn(text, page, pages[page]);
        return places.some((place) => isScan(place, text, pages[page])) ? drawingsOfScan(path, page, PICTURE_DPI) : places;
      })
      .slice(0, PICTURES_MAX);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function isScan({ width, height }: PicturePlace, text: string, drawn: GreyPage | undefined): boolean {
  return drawn !== undefined && width * height >= SCAN_SHARE * drawn.width * drawn.height && text.split('<text ').length <= SCAN_TEXTS_MAX;
}

function placesOn(text: string, page: number, drawn: GreyPage | undefined): PicturePlace[] {
  const high = Number(/height="(\d+)"/.exec(text)?.[1] ?? 0);
  if (!drawn || high === 0) return [];
  const scale = drawn.height / high;
  const places = text.split('<image ').slice(1);
  return places.flatMap((image) => {
    const value = (name: string) => Number(new RegExp(`${name}="(-?\\d+)"`).exec(image)?.[1] ?? 0) * scale;
    const [left, top] = [Math.max(0, Math.round(value('left'))), Math.max(0, Math.round(value('top')))];
    const [width, height] = [
      Math.min(drawn.width - left, Math.round(value('width'))),
      Math.min(drawn.height - top, Math.round(value('height'))),
    ];
    const sideMin = (SIDE_MIN * PICTURE_DPI) / 72;
    if (width < sideMin || height < sideMin) return [];
    const place = { page, left, top, width, height };
    return momentsOf(drawn, place).variance < VARIANCE_MIN ? [] : [place];
  });
}

export function countKept(places: readonly PicturePlace[], before: readonly GreyPage[], after: readonly GreyPage[]): number {
  return places.filter((place) => {
    const page = before[place.page];
    const near = after.slice(Math.max(0, place.page - 1), place.page + 2);
    return page !== undefined && near.some((other) => isFound(page, place, other));
  }).length;
}

function isFound(page: GreyPage, place: PicturePlace, other: GreyPage): boolean {
  const [width, height] = [Math.min(place.width, other.width), Math.min(place.height, other.height)];
  for (let top = 0; top + height <= other.height; top++)
    for (let left = 0; left + width <= other.width; left++)
      if (correlation(page, { ...place, width, height }, other, [left, top]) >= CORRELATION_MIN) return true;
  return false;
}

function momentsOf({ data, width: rowBytes }: GreyPage, { left, top, width, height }: Omit<PicturePlace, 'page'>) {
  let [sum, squares] = [0, 0];
  for (let y = top; y < top + height; y++) {
    for (let x = left; x < left + width; x++) {
      const grey = data[y * rowBytes + x] ?? 0;
      sum += grey;
      squares += grey * grey;
    }
  }
  const mean = sum / (width * height);
  return { mean, variance: squares / (width * height) - mean * mean };
}

function correlation(one: GreyPage, place: PicturePlace, two: GreyPage, [left, top]: readonly [number, number]): number {
  const { width, height } = place;
  let [sumA, sumB, squaresA, squaresB, products] = [0, 0, 0, 0, 0];
  for (let y = 0; y < height; y++) {
    const [rowA, rowB] = [(place.top + y) * one.width + place.left, (top + y) * two.width + left];
    for (let x = 0; x < width; x++) {
      const [a, b] = [one.data[rowA + x] ?? 0, two.data[rowB + x] ?? 0];
      sumA += a;
      sumB += b;
      squaresA += a * a;
      squaresB += b * b;
      products += a * b;
    }
  }
  const count = width * height;
  const [spreadA, spreadB] = [squaresA - (sumA * sumA) / count, squaresB - (sumB * sumB) / count];
  return spreadA <= 0 || spreadB <= 0 ? 0 : (products - (sumA * sumB) / count) / Math.sqrt(spreadA * spreadB);
}
