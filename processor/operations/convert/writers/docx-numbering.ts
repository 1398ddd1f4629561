// Numbering definitions of a Word document: one per list, with a level for each depth that occurs.

import { AlignmentType, LevelFormat } from 'docx';
import { type ConvertedDocument, type ListPlace, type Paragraph, paragraphsIn } from '../../../document/model.ts';

const FORMATS = {
  bullet: LevelFormat.BULLET,
  decimal: LevelFormat.DECIMAL,
  lowerLetter: LevelFormat.LOWER_LETTER,
  upperLetter: LevelFormat.UPPER_LETTER,
  lowerRoman: LevelFormat.LOWER_ROMAN,
  upperRoman: LevelFormat.UPPER_ROMAN,
} as const;

export function listReference(place: ListPlace): string {
  return `list-${place.list}`;
}

export function collectLists(document: ConvertedDocument) {
  const lists = new Map<string, Map<number, Paragraph>>();
  for (const paragraph of paragraphsOf(document)) {
    if (!paragraph.list) continue;
    const reference = listReference(paragraph.list);
    const levels = lists.get(reference) ?? new Map<number, Paragraph>();
    if (!levels.has(paragraph.list.level)) levels.set(paragraph.list.level, paragraph);
    lists.set(reference, levels);
  }
  return [...lists].map(([reference, levels]) => ({
    reference,
    levels: [...levels].flatMap(([level, { list, indentLeft, indentFirst }]) => {
      if (!list) return [];
      return {
        level,
        format: FORMATS[list.format.kind],
        // A pattern counts its own levels from 1; the last number is this level's.
        text: list.format.kind === 'bullet' ? list.format.text : list.format.text.replaceAll(/%\d/g, (place) => placeFor(place, list)),
        alignment: AlignmentType.LEFT,
        start: list.value,
        style: { paragraph: { indent: { start: Math.round(indentLeft * 20), hanging: Math.round(-indentFirst * 20) } } },
      };
    }),
  }));
}

function placeFor(place: string, list: ListPlace): string {
  const places = (list.format.text.match(/%\d/g) ?? []).length;
  return `%${Number(place.slice(1)) + list.level + 1 - places}`;
}

function paragraphsOf(document: ConvertedDocument): Paragraph[] {
  return [
    ...document.sections.flatMap((section) => [...paragraphsIn([...section.header, ...section.footer, ...section.blocks])]),
    ...document.footnotes.flat(),
  ];
}
