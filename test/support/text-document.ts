// A document that is nothing but the text of its pages: its facts, which the checks of a plan need, and its model, without an engine.

import { createHash } from 'node:crypto';
import type { DocumentModel } from '../../processor/document/pages/model-document.ts';
import type { PageModel } from '../../processor/document/pages/page-model.ts';
import { findText } from '../../processor/operations/ai-edit/facts/find-text.ts';
import { countValues, type DocumentFacts, type PageLayout, type Remark } from '../../processor/operations/ai-edit/facts/locate.ts';

export interface TextDocument {
  readonly pages: readonly string[];
  readonly fields?: Readonly<Record<string, 'text' | 'choice' | 'box' | 'button' | 'signature'>>;
  /** What fields hold already. */
  readonly values?: Readonly<Record<string, string>>;
  /** Annotations, on every page. */
  readonly remarks?: readonly Remark[];
}

export function factsOfText({ pages, fields = {}, values = {}, remarks = [] }: TextDocument): DocumentFacts {
  const pageText = (page: number) => pages[page - 1] ?? '';
  return {
    sha256: createHash('sha256').update(pages.join('\f')).digest('hex'),
    pageCount: pages.length,
    pageText,
    locate: async (match, chosen, anySpelling) =>
      chosen.flatMap((page) =>
        findText(pageText(page), match, anySpelling).map(({ start, end }) => ({
          page,
          start,
          end,
          text: pageText(page).slice(start, end),
        })),
      ),
    unitOf: (place) => place,
    images: () => [],
    isBlank: (page) => pageText(page).trim() === '',
    drawings: () => [],
    fieldKind: async (name) => (Object.hasOwn(fields, name) ? fields[name] : undefined),
    fieldValue: async (name) => values[name] ?? '',
    countFields: async () => {
      const written = Object.keys(fields).filter((name) => fields[name] === 'text' || fields[name] === 'choice');
      return countValues(written.map((name) => values[name] ?? ''));
    },
    layout: (page) => layOut(pageText(page)),
    remarks: () => remarks,
    annotations: () => [],
    linksOver: () => [],
  };
}

/** Every line is a paragraph; each page has the same fields and annotations. */
export function modelOfText({ pages, fields = {}, values = {}, remarks = [] }: TextDocument): Pick<DocumentModel, 'page'> {
  const box = { left: 0, top: 0, right: 100, bottom: 10 };
  const page = (number: number): PageModel | undefined => {
    const lines = pages[number - 1]?.split('\n').filter((line) => line.trim() !== '');
    return (
      lines && {
        page: number,
        width: 595,
        height: 842,
        blocks: lines.map((text, index) => ({
          id: `p${number}-b${index + 1}`,
          box,
          kind: 'paragraph',
          text,
          lines: [{ text, box }],
          from: 'text',
        })),
        pairs: [],
        fields: Object.keys(fields).map((name, index) => ({
          id: `p${number}-f${index + 1}`,
          box,
          name,
          kind: 'text',
          label: undefined,
          tip: undefined,
          value: values[name] ?? '',
        })),
        links: [],
        remarks: remarks.map((remark, index) => ({ id: `p${number}-r${index + 1}`, box, ...remark })),
      }
    );
  };
  return { page };
}

/** On A4, 2 cm from its edges, as a typewriter sets it. */
function layOut(text: string): PageLayout {
  const [widthPt, heightPt, margin, line, advance] = [595, 842, 56, 16, 6];
  const words: PageLayout['words'][number][] = [];
  for (const { 0: word, index } of text.matchAll(/\S+/gu)) {
    const before = text.slice(0, index);
    const row = before.split('\n').length - 1;
    const left = margin + advance * (index - (before.lastIndexOf('\n') + 1));
    const top = heightPt - margin - line * row;
    words.push({ start: index, end: index + word.length, box: [left, top - 12, left + advance * word.length, top] });
  }
  return { widthPt, heightPt, words };
}
