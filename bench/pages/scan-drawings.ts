// What the scan of a page shows besides words: its words become text, its drawings have to stay. tesseract says where words are.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawGrey, type GreyPage, type PicturePlace } from './grey-pages.ts';

const WORD_DPI = 150;
/** Greys below the paper's that are ink. */
const DARKER = 60;
/** Of 100: a guess below it is taken for a drawing. */
const CONFIDENCE_MIN = 30;
/** Pixels: strokes of one drawing are as near as this. */
const NEAR = 8;
/** Points: a smaller one is a mark, or a letter that was not read. */
const SIDE_MIN = 36;
/** Pixels around a word that are still its ink. */
const AROUND = 4;

/** @param page 0-based. @returns at `dpi`, in pixels */
export function drawingsOfScan(path: string, page: number, dpi: number): PicturePlace[] {
  const drawn = drawGrey(path, WORD_DPI, page + 1)[0];
  if (!drawn) return [];
  const ink = inkOf(drawn);
  for (const box of wordBoxes(path, page)) erase(ink, drawn, box);
  const scale = dpi / WORD_DPI;
  return piecesOf(ink, drawn)
    .filter(({ width, height }) => Math.min(width, height) >= (SIDE_MIN * WORD_DPI) / 72)
    .map(({ left, top, width, height }) => ({
      page,
      left: Math.floor(left * scale),
      top: Math.floor(top * scale),
      width: Math.floor(width * scale),
      height: Math.floor(height * scale),
    }));
}

type Box = Omit<PicturePlace, 'page'>;

function inkOf({ data }: GreyPage): Uint8Array {
  const paper = data.toSorted()[data.length >> 1] ?? 255;
  return data.map((grey) => (grey < paper - DARKER ? 1 : 0));
}

function wordBoxes(path: string, page: number): Box[] {
  const folder = mkdtempSync(join(tmpdir(), 'scan-drawings-'));
  try {
    const base = join(folder, 'page');
    const only = ['-f', String(page + 1), '-l', String(page + 1), '-singlefile'];
    spawnSync('pdftoppm', ['-gray', '-cropbox', '-png', '-r', String(WORD_DPI), ...only, path, base], { timeout: 120_000 });
    const { stdout } = spawnSync('tesseract', [`${base}.png`, '-', '--psm', '11', 'tsv'], { encoding: 'utf8', timeout: 300_000 });
    return stdout
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t'))
      .filter((cells) => cells[0] === '5' && Number(cells[10]) >= CONFIDENCE_MIN && /[\p{L}\p{N}]/u.test(cells[11] ?? ''))
      .map((cells) => ({ left: Number(cells[6]), top: Number(cells[7]), width: Number(cells[8]), height: Number(cells[9]) }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function erase(ink: Uint8Array, { width, height }: GreyPage, box: Box): void {
  const right = Math.min(width, box.left + box.width + AROUND);
  for (let y = Math.max(0, box.top - AROUND); y < Math.min(height, box.top + box.height + AROUND); y++)
    ink.fill(0, y * width + Math.max(0, box.left - AROUND), y * width + right);
}

/** Boxes of ink whose parts are NEAR each other: counted in squares of that size, with the eight around each. */
function piecesOf(ink: Uint8Array, { width, height }: GreyPage): Box[] {
  const [across, down] = [Math.ceil(width / NEAR), Math.ceil(height / NEAR)];
  const squares = new Uint8Array(across * down);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) if (ink[y * width + x]) squares[Math.floor(y / NEAR) * across + Math.floor(x / NEAR)] = 1;
  const pieces: Box[] = [];
  for (let start = 0; start < squares.length; start++) {
    if (!squares[start]) continue;
    squares[start] = 0;
    const found = [start];
    for (const square of found)
      for (const next of around(square, across, down))
        if (squares[next]) {
          squares[next] = 0;
          found.push(next);
        }
    const columns = found.map((square) => square % across);
    const rows = found.map((square) => Math.floor(square / across));
    const [left, top] = [Math.min(...columns) * NEAR, Math.min(...rows) * NEAR];
    pieces.push({
      left,
      top,
      width: Math.min(width, (Math.max(...columns) + 1) * NEAR) - left,
      height: Math.min(height, (Math.max(...rows) + 1) * NEAR) - top,
    });
  }
  return pieces;
}

function around(square: number, across: number, down: number): number[] {
  const [column, row] = [square % across, Math.floor(square / across)];
  return [-1, 0, 1].flatMap((dy) =>
    [-1, 0, 1].flatMap((dx) => {
      const [x, y] = [column + dx, row + dy];
      return x < 0 || y < 0 || x >= across || y >= down ? [] : [y * across + x];
    }),
  );
}
