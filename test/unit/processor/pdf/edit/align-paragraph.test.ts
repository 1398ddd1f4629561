import { describe, expect, it } from 'vitest';
import { alignParagraph, type ParagraphAlignment } from '../../../../../processor/pdf/edit/align-paragraph.ts';
import type { EditOutcome } from '../../../../../processor/pdf/edit/replace-text.ts';
import { hasPdfJudges, textOfPdf } from '../../../../../support/judges/judge-pdf.ts';
import { onePage, openObjects, pdfiumOrigins, save } from '../../../../../support/run/edit-pdf.ts';
import { editMatches } from '../../../../support/replace-on-page.ts';

const LINES = [
  'The parties to this agreement have',
  'agreed upon the terms that follow in',
  'the annex and in each of its parts as',
  'amended today.',
];
const TEXT = `BT /F1 12 Tf 14 TL 40 150 Td ${LINES.map((line) => `(${line}) Tj T*`).join(' ')} ET`;

async function align(...alignments: readonly ParagraphAlignment[]) {
  const opened = await openObjects(onePage(TEXT, { page: '/MediaBox [0 0 300 220]' }));
  const outcomes: EditOutcome[] = [];
  for (const alignment of alignments)
    outcomes.push(
      ...(await editMatches(opened, 0, { text: 'agreed upon' }, 1, (page, match) =>
        Promise.resolve(alignParagraph({ document: opened, pageIndex: 0, text: page }, match, alignment)),
      )),
    );
  const bytes = await save(opened);
  const rows = Map.groupBy(await pdfiumOrigins(bytes), ({ y }) => Math.round(y));
  const sides = [...rows.values()].map((row) => {
    const shown = row.filter((one) => one.text.trim() !== '');
    return [Math.min(...shown.map(({ x }) => x)), Math.max(...shown.map(({ x }) => x))] as const;
  });
  return { outcomes, sides, text: textOfPdf(bytes).replaceAll(/\s+/gu, ' ').trim() };
}

describe.skipIf(!hasPdfJudges)('the alignment of a paragraph', () => {
  it.each(['left', 'center', 'right', 'justify'] as const)('%s', async (alignment) => {
    const { outcomes, sides, text } = await align(alignment);
    expect(outcomes.map((one) => (one.ok ? 'ok' : one.refusal))).toEqual(['ok']);
    expect(text).toBe(LINES.join(' '));
    const [first, second, third, last] = sides;
    const widest = Math.max(...sides.map(([, end]) => end));
    const near = (one: number | undefined, two: number | undefined) => expect(Math.abs((one ?? 0) - (two ?? 99))).toBeLessThan(6);
    const middles = sides.map(([start, end]) => (start + end) / 2);
    if (alignment === 'left' || alignment === 'justify') for (const [start] of sides) expect(start).toBeCloseTo(40, 1);
    if (alignment === 'justify') for (const line of [first, second, third]) near(line?.[1], widest);
    if (alignment === 'justify') expect(last?.[1]).toBeLessThan(widest - 50);
    if (alignment === 'right') for (const [, end] of sides) near(end, widest);
    if (alignment === 'center') for (const middle of middles) near(middle, middles[1]);
  });

  it('of stretched lines: they have their usual spaces again', async () => {
    const [was, is] = [(await align()).sides, (await align('justify', 'left')).sides];
    for (const [index, [start, end]] of is.entries()) {
      expect(start).toBeCloseTo(40, 1);
      expect(Math.abs(end - (was[index]?.[1] ?? 0))).toBeLessThan(0.5);
    }
  });
});
