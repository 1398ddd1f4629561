// A veto over plans: an instruction that speaks of one thing where several are like it, and says nothing that tells them apart.

import { choosePages } from '#contract/params/edit-pages.ts';
import type { EditOperation } from '#contract/params/edit-plan.ts';
import { fold } from '#instruction/reading/folded.ts';
import { word } from '#instruction/reading/lexicon.ts';
import { findIn, type GroundDocument, plainName } from '../places/ground-document.ts';
import { type Place, rowAt } from '../places/page-lines.ts';

const THE = '(?:the|this|that|der|die|das|den|dem|le|la|l|ce|cette|el|este|esta|il|lo|questo|questa|o|a|os|as|het|de|deze|dit)';
const TITLE =
  '(?:title|heading|headline|caption|titel|uberschrift|titre|intertitre|titulo|encabezado|titolo|intestazione|cabecalho|kop|kopje|bijschrift)';
/** Shows that the text behind it is a label. */
const LABEL_END = /^ ?[:：]/u;
const LOOKS: ReadonlySet<string> = new Set(['restyle_text', 'highlight', 'underline', 'strike', 'redact', 'delete_text']);

export function isOneOfSeveral(operation: EditOperation, instruction: string, ground: GroundDocument): boolean {
  if (!('match' in operation) || operation.match.text === undefined) return false;
  const { text, occurrence } = operation.match;
  const placesOf = () => findIn(ground, text, choosePages(operation.pages, ground.pageCount) ?? [])?.places ?? [];
  if (isLabelOnly(operation, text, instruction))
    return placesOf().every(({ page, end }) => LABEL_END.test(ground.lines(page).text.slice(end, end + 2)));
  return occurrence === 'all' && isTitle(text, instruction) && placesOf().filter((place) => isRow(place, text, ground)).length > 1;
}

/** `replace the title Heading`, where several titles may say so. */
function isTitle(text: string, instruction: string): boolean {
  return new RegExp(` ${THE} ${TITLE} ${RegExp.escape(plainName(text))} `, 'u').test(` ${plainName(instruction)} `);
}

const isRow = (place: Place, text: string, ground: GroundDocument) => plainName(rowTextAt(place, ground)) === plainName(text);

function rowTextAt(place: Place, ground: GroundDocument): string {
  return (rowAt(ground.lines(place.page), place) ?? []).map(({ text }) => text).join(' ');
}

/** `make the source bold`: what is printed as the label `Source:` stands for what is behind it. As it is printed it is quoted, or a name. */
function isLabelOnly(operation: EditOperation, text: string, instruction: string): boolean {
  if (!LOOKS.has(operation.op) || (operation.op === 'delete_text' && operation.as !== 'text') || instruction.includes(text)) return false;
  const { text: said } = fold(instruction);
  return new RegExp(word(`${THE}['’ ] ?${RegExp.escape(fold(text).text)}`), 'u').test(said);
}
