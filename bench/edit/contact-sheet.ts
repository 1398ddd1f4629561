// `node bench/edit/contact-sheet.ts sheet.png`: edits of different real files, each as it was and as it is, side by side in an order that chance
// has chosen, drawn by pdftoppm, to judge by eye; the key is printed. SEED chooses others, SHEET_EDITS how many, SHEET_FROM how many to leave out
// first; EDIT_SET=length takes edits that change the length of a text, written those that people wrote (one of each file, as chance has it).
// SHEET_PAIRS=folder writes larger parts of the pages without labels instead, two pictures for each edit, for eyes that are not to know which is which;
// SHEET_WITHOUT=key leaves out the files that are named in a printed key, which were seen before.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { JobFailure } from '../../processor/failure.ts';
import { endPdfium } from '../../processor/pdf/pdfium/pdfium-thread.ts';
import { runEdit } from '../../support/run/run-edit.ts';
import { seeded } from '../../support/documents/random.ts';
import { chooseEdits, chooseLengthEdits, type Edit, TEXT_KINDS } from './choose.ts';
import { readWrittenEdits } from './written.ts';
import { drawPage, type Part, type Picture, placeOnPicture, shapeOf } from './pictures.ts';

const EDITS = Number(process.env['SHEET_EDITS'] ?? 12);
const FROM = Number(process.env['SHEET_FROM'] ?? 0);
const SEED = Number(process.env['SEED'] ?? 1);
const SEEN = process.env['SHEET_WITHOUT'] === undefined ? '' : readFileSync(process.env['SHEET_WITHOUT'], 'utf8');
const CANDIDATES = 100;
const DPI = 150;
const PAIRS = process.env['SHEET_PAIRS'];
const [CROP_WIDTH, CROP_HEIGHT] = PAIRS === undefined ? [520, 110] : [1000, 460];
const [LABEL_HEIGHT, GAP] = [22, 8];

interface Row {
  readonly label: string;
  readonly before: Buffer;
  readonly after: Buffer;
}

async function makeRow(edit: Edit, folder: string): Promise<Row | undefined> {
  try {
    const run = await runEdit(edit.bytes, edit.instruction);
    // The place of the text, not all that its edit may move.
    const { report } = await runEdit(edit.bytes, { instruction: edit.instruction, dry_run: true });
    const box = report.matches[0]?.boxes[0] ?? run.report.changes.find(({ page }) => page === edit.page)?.bbox;
    const shape = shapeOf(edit.path, edit.page);
    const path = join(folder, 'result.pdf');
    writeFileSync(path, run.bytes);
    const [before, after] = [drawPage(edit.path, edit.page, { dpi: DPI }), drawPage(path, edit.page, { dpi: DPI })];
    if (!box || !shape || !before || !after) return undefined;
    const part = placeOnPicture(box, shape, before);
    return { label: `${edit.file}: ${edit.instruction}`, before: await crop(before, part), after: await crop(after, part) };
  } catch (error) {
    if (error instanceof JobFailure) return undefined;
    throw error;
  }
}

async function crop({ width, height, pixels }: Picture, [left, top, right, bottom]: Part): Promise<Buffer> {
  const [cropWidth, cropHeight] = [Math.min(CROP_WIDTH, width), Math.min(CROP_HEIGHT, height)];
  const at = {
    left: Math.round(Math.max(0, Math.min(width - cropWidth, (left + right - cropWidth) / 2))),
    top: Math.round(Math.max(0, Math.min(height - cropHeight, (top + bottom - cropHeight) / 2))),
  };
  return sharp(Buffer.from(pixels), { raw: { width, height, channels: 3 } })
    .extract({ ...at, width: cropWidth, height: cropHeight })
    .png()
    .toBuffer();
}

function labelOf(text: string, width: number): Buffer {
  const said = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${LABEL_HEIGHT}"><text x="4" y="16" font-family="sans-serif" font-size="14">${said}</text></svg>`,
  );
}

function chooseWritten(_: number, seed: number): Edit[] {
  const random = seeded(seed);
  const all = readWrittenEdits('open', Infinity).map((edit) => ({ edit, at: random() }));
  const files = new Set<string>();
  return all.toSorted((one, two) => one.at - two.at).flatMap(({ edit }) => (files.has(edit.file) ? [] : (files.add(edit.file), [edit])));
}

async function writeSheet(isSwapped: readonly boolean[]): Promise<void> {
  const [width, rowHeight] = [CROP_WIDTH * 2 + GAP, LABEL_HEIGHT + CROP_HEIGHT + GAP];
  await sharp({ create: { width, height: rowHeight * rows.length, channels: 3, background: '#d0d0d0' } })
    .composite(
      rows.flatMap(({ label, before, after }, index) => [
        { input: labelOf(label, width), left: 0, top: index * rowHeight },
        { input: isSwapped[index] ? after : before, left: 0, top: index * rowHeight + LABEL_HEIGHT },
        { input: isSwapped[index] ? before : after, left: CROP_WIDTH + GAP, top: index * rowHeight + LABEL_HEIGHT },
      ]),
    )
    .png()
    .toFile(out);
}

function writePairs(folderOfPairs: string, isSwapped: readonly boolean[]): void {
  mkdirSync(folderOfPairs, { recursive: true });
  for (const [index, { before, after }] of rows.entries()) {
    const name = join(folderOfPairs, String(index + 1).padStart(2, '0'));
    writeFileSync(`${name}-left.png`, isSwapped[index] ? after : before);
    writeFileSync(`${name}-right.png`, isSwapped[index] ? before : after);
  }
}

const [out = 'contact-sheet.png'] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'contact-sheet-'));
const rows: Row[] = [];
const choose = { length: chooseLengthEdits, written: chooseWritten }[process.env['EDIT_SET'] ?? ''] ?? chooseEdits;
for (const edit of choose(CANDIDATES, SEED).slice(FROM)) {
  if (rows.length === EDITS) break;
  if (SEEN.includes(`: ${edit.file}: `)) continue;
  if (!TEXT_KINDS.has(edit.kind) && edit.kind !== 'stamp') continue;
  const row = await makeRow(edit, folder);
  if (row) rows.push(row);
}
rmSync(folder, { recursive: true });
const next = seeded(SEED + FROM);
const isSwapped = rows.map(() => next() < 0.5);
if (PAIRS === undefined) await writeSheet(isSwapped);
else writePairs(PAIRS, isSwapped);
process.stdout.write(`${rows.length} edits: ${PAIRS ?? out}\n`);
for (const [index, { label }] of rows.entries()) process.stdout.write(`${isSwapped[index] ? 'left ' : 'right'} is edited: ${label}\n`);
await endPdfium();
