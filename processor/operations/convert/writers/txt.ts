// The model → plain text in reading order: a blank line between paragraphs, labels before list items, cells of a row separated by tabs.

import type { Block, ConvertedDocument, Paragraph } from '../../../document/model.ts';
import { labelOf } from './labels.ts';

export function writeTxt(document: ConvertedDocument): Uint8Array {
  const [first] = document.sections;
  const parts = [
    ...blocksText(first?.header ?? []),
    ...document.sections.flatMap((section) => blocksText(section.blocks)),
    ...document.footnotes.map((paragraphs, index) => `[${index + 1}] ${paragraphs.map(textOf).join(' ')}`),
    ...blocksText(first?.footer ?? []),
  ];
  return Buffer.from(`${parts.filter((part) => part.trim() !== '').join('\n\n')}\n`, 'utf8');
}

function blocksText(blocks: readonly Block[]): string[] {
  const parts: string[] = [];
  let inList = false;
  for (const block of blocks) {
    if (block.kind === 'paragraph') {
      const text = textOf(block);
      const listed = block.list !== undefined && block.heading === undefined;
      // Items stand close to each other.
      if (listed && inList) parts[parts.length - 1] += `\n${text}`;
      else parts.push(text);
      inList = listed;
      continue;
    }
    inList = false;
    if (block.kind !== 'table') continue;
    const rows = Array.from({ length: block.rows }, (_, row) => {
      const cells = block.cells.filter((cell) => cell.row === row);
      return cells.map((cell) => blocksText(cell.blocks).join(' ').replaceAll(/\s+/g, ' ').trim()).join('\t');
    });
    parts.push(rows.join('\n'));
  }
  return parts;
}

function textOf(paragraph: Paragraph): string {
  const text = paragraph.runs.map((run) => (run.footnote === undefined ? run.text : `[${run.footnote}]`)).join('');
  if (!paragraph.list) return text;
  const indent = paragraph.heading === undefined ? '  '.repeat(paragraph.list.level) : '';
  return `${indent}${labelOf(paragraph.list)} ${text}`;
}
