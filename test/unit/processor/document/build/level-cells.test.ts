// Cells of tables that keep their places: what stands beside each other is one line.

import { expect, test } from 'vitest';
import { withLevelCells } from '../../../../../processor/document/build/level-cells.ts';
import type { DraftTable, DraftText } from '../../../../../processor/document/drafts.ts';
import { boxAround } from '../../../../../processor/pdf/geometry/shown-box.ts';
import { lineOf, textOfLine } from '../../../../../processor/document/words/lines.ts';
import { segmentOf } from '../../../../../processor/document/words/segments.ts';

const LETTER = 5;

function line(text: string, left: number, y: number) {
  const look = { fontName: 'Any', family: 'Any', bold: false, italic: false, fixedPitch: false, serif: true, size: 10 };
  const word = {
    text,
    box: { left, top: y - 8, right: left + text.length * LETTER, bottom: y + 2 },
    y,
    style: { ...look, colour: 0, angle: 0, invisible: false },
    order: y * 1000 + left,
    object: 0,
    mcid: -1,
    spaceBefore: false,
    spaceTyped: false,
    rtl: false,
    hyphen: false,
  };
  return lineOf([segmentOf([word])], 0);
}

function textOf(...lines: ReturnType<typeof line>[]): DraftText {
  const box = boxAround(lines.map((one) => one.box));
  return { kind: 'text', lines, box, left: box.left, right: box.right, spaceBefore: 0, pageIndex: 0 };
}

function linesAfter(...blocks: DraftText[]): string[] {
  const cell = { row: 0, column: 0, rowSpan: 1, columnSpan: 1, blocks };
  const box = { left: 0, top: 90, right: 300, bottom: 130 };
  const table: DraftTable = {
    kind: 'table',
    xs: [0, 300],
    rows: 1,
    cells: [cell],
    bordered: true,
    colour: 0,
    box,
    pageIndex: 0,
    rtl: false,
  };
  return withLevelCells(table).cells.flatMap((one) =>
    one.blocks.map((block) => (block.kind === 'text' ? block.lines.map(textOfLine).join(' / ') : '')),
  );
}

test('texts of which one begins beside the other and goes on below it are lines with tabs', () => {
  const [market, harper] = [textOf(line('Market', 10, 100)), textOf(line('Harper', 200, 100), line('Engine', 10, 114))];
  expect(linesAfter(market, harper)).toEqual(['Market\tHarper', 'Engine']);
});

test('texts below each other stay paragraphs', () => {
  const [one, two] = [textOf(line('Market', 10, 100), line('bread', 10, 112)), textOf(line('Harper', 10, 126))];
  expect(linesAfter(one, two)).toEqual(['Market / bread', 'Harper']);
});
