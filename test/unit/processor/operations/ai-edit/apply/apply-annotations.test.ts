// What a plan does to annotations and forms, judged by qpdf and poppler.

import { afterAll, describe, expect, test } from 'vitest';
import { fieldsByName, findField, kindOfField } from '../../../../../../processor/pdf/forms/named-fields.ts';
import { applyFields, removeAnnotations } from '../../../../../../processor/operations/ai-edit/apply/apply-annotations.ts';
import { flattenFields } from '../../../../../../processor/pdf/forms/flatten-form.ts';
import { highlightBoxes } from '../../../../../../processor/operations/ai-edit/apply/highlight.ts';
import type { OpenedPdf } from '../../../../../../processor/pdf/opened.ts';
import { openPdf } from '../../../../../../processor/pdf/open.ts';
import { endPdfium } from '../../../../../../processor/pdf/pdfium/pdfium-thread.ts';
import { savePdf } from '../../../../../../processor/pdf/save.ts';
import { hasPdfJudges, pagesDrawnDifferently, qpdfCheck, qpdfPlain, textOfPdf } from '../../../../../../support/judges/judge-pdf.ts';
import { placedOperations } from '../../../../../support/placed-operations.ts';
import { reportPdf } from '../../../../../../support/documents/report-pdf.ts';

afterAll(endPdfium);

const open = () => openPdf(reportPdf(), { needs: 'modify', pagesMax: 100 });
const save = (opened: OpenedPdf) => savePdf(opened.context, { packed: false });
const count = (plain: string, what: RegExp) => [...plain.matchAll(what)].length;

async function remove(instruction: string) {
  const opened = await open();
  const counts = removeAnnotations(opened, placedOperations(instruction, 4));
  const made = await save(opened);
  expect(qpdfCheck(made)).toMatchObject({ status: 0 });
  return { counts, plain: qpdfPlain(made) };
}

describe.runIf(hasPdfJudges)('annotations', () => {
  test.each([
    ['remove all annotations', { removedAnnotations: 2, removedLinks: 0 }, { Link: 2, Text: 0, Highlight: 0, Widget: 4 }],
    ['remove all comments', { removedAnnotations: 1, removedLinks: 0 }, { Link: 2, Text: 0, Highlight: 1, Widget: 4 }],
    ['remove all highlights on page 1', { removedAnnotations: 0, removedLinks: 0 }, { Link: 2, Text: 1, Highlight: 1, Widget: 4 }],
    ['remove all links', { removedAnnotations: 0, removedLinks: 2 }, { Link: 0, Text: 1, Highlight: 1, Widget: 4 }],
    ['remove all links on page 2', { removedAnnotations: 0, removedLinks: 0 }, { Link: 2, Text: 1, Highlight: 1, Widget: 4 }],
    ['remove all highlights and all links', { removedAnnotations: 1, removedLinks: 2 }, { Link: 0, Text: 1, Highlight: 0, Widget: 4 }],
  ])('%s takes those and no others', async (instruction, counts, left) => {
    const made = await remove(instruction);
    expect(made.counts).toEqual(counts);
    for (const [kind, expected] of Object.entries(left)) {
      expect(count(made.plain, new RegExp(`/Subtype /${kind}\\b`, 'g')), kind).toBe(expected);
    }
  });

  test('a link that goes leaves the structure tree as well', async () => {
    const { plain } = await remove('remove all links');
    expect(plain).not.toMatch(/\/OBJR|\/S \/Link/);
    expect(count(plain, /\/Type \/StructElem/g)).toBe(5);
  });
});

describe.runIf(hasPdfJudges)('forms', () => {
  test('flattening draws what was seen, and leaves no form', async () => {
    const opened = await open();
    expect(await flattenFields(opened)).toBe(4);
    const made = await save(opened);
    expect(qpdfCheck(made)).toMatchObject({ status: 0 });
    expect(pagesDrawnDifferently(reportPdf(), made)).toEqual([]);
    expect(textOfPdf(made).match(/Filled/g)).toHaveLength(3);
    expect(qpdfPlain(made)).not.toMatch(/\/AcroForm|\/Widget/);
  });

  test('fields are known by name, with their kind', async () => {
    const fields = fieldsByName(await open());
    expect([...fields].map(([name, field]) => [name, kindOfField(field)])).toEqual([
      ['Name', 'text'],
      ['Both', 'text'],
      ['Agree', 'box'],
    ]);
  });

  test('a field is found by what only it is called', async () => {
    const fields = fieldsByName(await open());
    expect(findField(fields, 'name')?.getName()).toBe('Name');
    expect(findField(new Map([...fields].map(([name, field]) => [`form[0].page[0].${name}[0]`, field])), 'Agree')?.getName()).toBe('Agree');
    expect(findField(new Map([...fields].map(([name, field]) => [`${name}.same`, field])), 'same')).toBeUndefined();
  });

  test('a value is written and seen, in every widget of its field, and survives flattening', async () => {
    const opened = await open();
    await applyFields(
      opened,
      placedOperations('fill the field "Name" with "Ann Lee"; fill the field "Both" with "Twice"; check the box "Agree"', 4),
    );
    const filled = await save(opened);
    expect(qpdfCheck(filled)).toMatchObject({ status: 0 });
    expect(textOfPdf(filled)).toContain('Ann Lee');
    expect(textOfPdf(filled).match(/Twice/g)).toHaveLength(2);
    expect(pagesDrawnDifferently(reportPdf(), filled)).toEqual([1, 2, 3]);
    const again = await openPdf(filled, { needs: 'modify', pagesMax: 100 });
    await flattenFields(again);
    const flat = await save(again);
    expect(textOfPdf(flat)).toContain('Ann Lee');
    expect(pagesDrawnDifferently(filled, flat)).toEqual([]);
  });

  test('a value beyond the face, or for nothing, is refused', async () => {
    const fill = async (instruction: string) => applyFields(await open(), placedOperations(instruction, 4));
    await expect(fill('fill the field "Name" with "𒀀𒁀"')).rejects.toMatchObject({ reason: 'glyph_missing' });
    await expect(fill('fill the field "Nobody" with "x"')).rejects.toMatchObject({ reason: 'plan_invalid' });
    await expect(fill('check the box "Name"')).rejects.toMatchObject({ reason: 'plan_invalid' });
  });
});

describe.runIf(hasPdfJudges)('a highlight', () => {
  test('lies over its boxes, lets the text show through, and leaves other pages alone', async () => {
    const opened = await open();
    const [page] = opened.pages;
    if (!page) throw new Error('no page');
    const boxes = [
      [20, 95, 70, 115],
      [20, 75, 40, 95],
    ] as const;
    highlightBoxes(opened.context, page.dict, boxes, '#ffff00');
    const made = await save(opened);
    expect(qpdfCheck(made)).toMatchObject({ status: 0 });
    expect(pagesDrawnDifferently(reportPdf(), made)).toEqual([1]);
    expect(textOfPdf(made)).toContain('Alpha');
    expect(qpdfPlain(made).replaceAll(/\s+/g, ' ')).toContain('/QuadPoints [ 20 115 70 115 20 95 70 95 20 95 40 95 20 75 40 75 ]');
    const again = await openPdf(made, { needs: 'modify', pagesMax: 100 });
    expect(removeAnnotations(again, placedOperations('remove all highlights on page 1', 4)).removedAnnotations).toBe(1);
    expect(pagesDrawnDifferently(reportPdf(), await save(again))).toEqual([]);
  });
});
