// What independent readers find in a document's text: poppler's words with their boxes, and pdf.js's lines.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadPdfium, openInPdfium, readPageText } from '../../processor/pdf/pdfium/pdfium.ts';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

export interface FoundWord {
  readonly text: string;
  /** Points of the crop box as shown. */
  readonly box: readonly [number, number, number, number];
}

const DIRECTION_MARKS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

function ask(args: readonly string[], bytes: Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'layer-'));
  try {
    const path = join(folder, 'file.pdf');
    writeFileSync(path, bytes);
    return spawnSync('pdftotext', [...args, path, '-'], { maxBuffer: 64 * 1024 * 1024 })
      .stdout.toString('utf8')
      .replace(DIRECTION_MARKS, '');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Words of one page, 1-based. */
export function popplerBoxes(bytes: Uint8Array, page = 1): FoundWord[] {
  const html = ask(['-bbox', '-cropbox', '-f', String(page), '-l', String(page)], bytes);
  return [...html.matchAll(/<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*?)<\/word>/g)].map((match) => ({
    text: match[5] ?? '',
    box: [Number(match[1]), Number(match[2]), Number(match[3]), Number(match[4])],
  }));
}

export function popplerRawWords(bytes: Uint8Array): string[] {
  return ask(['-raw'], bytes).match(/\S+/g) ?? [];
}

/** The page's text as PDFium reports it, 0-based. */
export async function pdfiumText(bytes: Uint8Array, pageIndex = 0): Promise<string> {
  const engine = await loadPdfium();
  const opened = openInPdfium(engine, bytes);
  if (typeof opened === 'number') throw new Error(`PDFium answers ${opened}`);
  using document = opened;
  return readPageText(engine, document, pageIndex) ?? '';
}

/** Lines of the first page as pdf.js breaks them. */
export async function pdfjsLines(bytes: Uint8Array): Promise<string[]> {
  const task = getDocument({ data: Uint8Array.from(bytes), verbosity: 0 });
  const document = await task.promise;
  const content = await (await document.getPage(1)).getTextContent();
  const text = content.items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
  await task.destroy();
  return text.split('\n').filter((line) => line.trim() !== '');
}

/** A digest of the first page as pdf.js draws it at 100 dpi. */
export async function pdfjsPicture(bytes: Uint8Array): Promise<string> {
  const { createCanvas } = await import('@napi-rs/canvas');
  const task = getDocument({ data: Uint8Array.from(bytes), verbosity: 0 });
  const page = await (await task.promise).getPage(1);
  const viewport = page.getViewport({ scale: 100 / 72 });
  const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
  const canvasContext = canvas.getContext('2d') as unknown as Parameters<typeof page.render>[0]['canvasContext'];
  await page.render({ canvas: null, canvasContext, viewport }).promise;
  const picture = canvas.data();
  await task.destroy();
  return createHash('sha256').update(picture).digest('hex');
}

export function overlap(one: FoundWord['box'], two: FoundWord['box']): number {
  const across = Math.max(0, Math.min(one[2], two[2]) - Math.max(one[0], two[0]));
  const down = Math.max(0, Math.min(one[3], two[3]) - Math.max(one[1], two[1]));
  const areaOf = ([x0, y0, x1, y1]: FoundWord['box']) => (x1 - x0) * (y1 - y0);
  const both = across * down;
  return both / (areaOf(one) + areaOf(two) - both);
}
