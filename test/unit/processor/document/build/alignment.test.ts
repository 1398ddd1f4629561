// How paragraphs are set: lines that hang from what they begin with, and lines whose marks stand out.

import { describe, expect, it } from 'vitest';
import { settingOf } from '../../../../../processor/document/build/alignment.ts';
import { settingIn } from '../../../../../processor/document/build/build-paragraph.ts';
import { wordsBeforeText } from '../../../../../processor/document/build/hanging.ts';
import { makeRuns } from '../../../../../processor/document/build/runs.ts';
import type { DraftText } from '../../../../../processor/document/drafts.ts';
import { type Line, lineOf } from '../../../../../processor/document/words/lines.ts';
import { makeSegments } from '../../../../../processor/document/words/segments.ts';
import { linesOf, set, STYLE, wordsOf } from '../../../../support/synthetic-page.ts';

const CONTEXT = { vocabulary: new Set<string>(), hyphenates: false };

function draftOf(lines: readonly Line[], right: number): DraftText {
  const box = { left: 0, right, top: 0, bottom: 100 };
  return { kind: 'text', lines, box, left: 0, right, pageIndex: 0, spaceBefore: 0 };
}

describe('lines that hang', () => {
  const lines = [lineOf(makeSegments(wordsOf(set('7.', 0, 20), set('the harbour', 16, 20))), 0), ...linesOf([['is open', 16, 32]])];

  it('have a tab before the text that they stand below', () => {
    expect(wordsBeforeText(lines)).toBe(1);
    expect(
      makeRuns(lines, CONTEXT)
        .map(({ text }) => text)
        .join(''),
    ).toBe('7.\tthe harbour is open');
  });

  it('are not set to the right although only the first one starts elsewhere', () => {
    const full = [lineOf(makeSegments(wordsOf(set('7.', 0, 20), set('the harbour', 16, 20))), 0), ...linesOf([['of a market', 16, 32]])];
    expect(settingOf(draftOf(full, 82))).toMatchObject({ alignment: 'left', indentLeft: 16, indentFirst: -16 });
  });

  it('are not centred although the second one has the middle of the first', () => {
    const item = [lineOf(makeSegments(wordsOf(set('7.', 0, 20), set('the harbours', 16, 20))), 0), ...linesOf([['is opened', 16, 32]])];
    expect(settingOf(draftOf(item, 88))).toMatchObject({ alignment: 'left', indentLeft: 16, indentFirst: -16 });
  });

  it('have none where they start below no word', () => {
    const indented = linesOf([
      ['harbours of the north', 0, 20],
      ['are open', 16, 32],
    ]);
    expect(wordsBeforeText(indented)).toBe(0);
  });
});

describe('justified lines', () => {
  const setting = (ends: readonly number[], texts: readonly string[]) =>
    settingOf(
      draftOf(
        texts.map((text, at) =>
          lineOf(makeSegments(wordsOf(set('so', 0, at * 12), set(text, (ends[at] ?? 0) - text.length * 6, at * 12))), 0),
        ),
        Math.max(...ends),
      ),
    ).alignment;

  it('may have hyphens and points beyond their edge', () => {
    expect(setting([202, 200, 202, 120], ['har-', 'market', 'bread,', 'end'])).toBe('justified');
  });

  it('end at one edge', () => {
    expect(setting([202, 190, 202, 120], ['har-', 'market', 'bread,', 'end'])).toBe('left');
    expect(setting([202, 200, 195, 120], ['harbour', 'market', 'bread', 'end'])).toBe('left');
  });

  it('are none where each is a letter with its index, as the labels of a drawing', () => {
    const label = (y: number) => lineOf(makeSegments(wordsOf([...set('x', 0, y), ...set('0', 7, y + 2, { ...STYLE, size: 7 })])), 0);
    expect(settingOf(draftOf([label(20), label(32), label(44)], 14)).alignment).toBe('left');
  });

  it('are two in a document whose paragraphs are, and not in its headings', () => {
    const lines = linesOf([
      ['the harbour of the north', 0, 20],
      ['is open', 0, 32],
    ]);
    const draft = draftOf(lines, 144);
    expect(settingIn(draft, { justifies: true, headings: new Map() }).alignment).toBe('justified');
    expect(settingIn(draft, { justifies: true, headings: new Map([[draft, 1]]) }).alignment).toBe('left');
  });
});
