// One Word document, laid out by LibreOffice, compared with the PDF that it was made from: pages, their look, rules, pictures and words.

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { measureSsim } from '../../processor/images/ssim.ts';
import { wordsOf } from '../../support/judges/quality/outline.ts';
import { sequenceRatio } from '../../support/judges/quality/score.ts';
import { round } from '../measure.ts';
import type { Source } from './choose.ts';
import { drawGrey, type GreyPage, onSameCanvas } from './grey-pages.ts';
import { countKept, PICTURE_DPI, placesOfPictures } from './kept-pictures.ts';
import { countPrintedOver } from './printed-over.ts';
import { keptRules } from './kept-rules.ts';

const LOOK_DPI = 50;
const RULE_DPI = 100;

export interface FileFigures {
  readonly file: string;
  readonly contestant: string;
  readonly pages: number;
  /** 0: nothing came out. */
  readonly pagesFound: number;
  /** Of each page of the source; 0 for one that is missing or has another size. */
  readonly ssim: readonly number[];
  /** Pixels of rules, boxes and frames of the source, and those of them that the result has on the same page. */
  readonly rules: { readonly source: number; readonly kept: number };
  readonly pictures: { readonly source: number; readonly kept: number };
  /** In order; absent where the source has none. */
  readonly words?: number;
  /** Pairs of words that are printed over each other, and were not in the source. */
  readonly printedOver: number;
  /** Characters that stand for none. */
  readonly lost: number;
}

interface Compared {
  readonly contestant: string;
  readonly source: Source;
  readonly docx: Uint8Array | undefined;
  readonly pdf: Uint8Array | undefined;
  readonly folder: string;
}

export function compareFile({ contestant, source, docx, pdf, folder }: Compared): FileFigures {
  const path = join(folder, 'result.pdf');
  writeFileSync(path, pdf ?? new Uint8Array());
  const [before, after] = [drawGrey(source.path, LOOK_DPI), pdf ? drawGrey(path, LOOK_DPI) : []];
  const ssim = before.map((page, index) => round(likeness(page, after[index])));
  const said = wordsOf(textOf(source.path));
  const small = drawGrey(source.path, PICTURE_DPI);
  const pictures = placesOfPictures(source.path, small);
  return {
    file: source.name,
    contestant,
    pages: before.length,
    pagesFound: after.length,
    ssim,
    rules: keptRules(drawGrey(source.path, RULE_DPI), pdf ? drawGrey(path, RULE_DPI) : []),
    pictures: { source: pictures.length, kept: pdf ? countKept(pictures, small, drawGrey(path, PICTURE_DPI)) : 0 },
    ...(said.length > 0 && { words: round(pdf ? sequenceRatio(said, wordsOf(textOf(path))) : 0) }),
    printedOver: pdf ? countPrintedOver(source.path, path) : 0,
    lost: docx ? lostCharacters(docx) : 0,
  };
}

function likeness(one: GreyPage, two: GreyPage | undefined): number {
  const same = two && onSameCanvas(one, two);
  return same ? measureSsim(one.data, same.data, one.width, one.height) : 0;
}

/** A ligature is the letters that it stands for. */
function textOf(path: string): string {
  return spawnSync('pdftotext', [path, '-'], { encoding: 'utf8', maxBuffer: 2 ** 28 }).stdout.normalize('NFKC');
}

function lostCharacters(docx: Uint8Array): number {
  const text = strFromU8(unzipSync(docx)['word/document.xml'] ?? new Uint8Array());
  return text.match(/\ufffd|\p{Surrogate}/gu)?.length ?? 0;
}
