// A new entry of a list of contents, which is said in pieces with the nouns for them: `add chapter 10 "Glossary", page 95` writes `10. Glossary 95`.

import { saidInPieces } from '#instruction/derived.ts';
import type { PlacedOperation } from '../../facts/placed-operation.ts';
import type { GroundDocument } from '../places/ground-document.ts';

/** What the pieces are called, and what joins them. */
const PIECE_NOUNS: ReadonlySet<string> = new Set(
  (
    'chapter section part appendix title titled called named page pages p pg number no on at with from starting begins and ' +
    'kapitel abschnitt teil anhang titel seite nummer nr auf mit ab und chapitre partie annexe titre intitulé page numéro à sur avec et ' +
    'capítulo sección apéndice título página número en con y capitolo sezione titolo pagina numero a e seção com na ' +
    'hoofdstuk paragraaf bladzijde blz op met en'
  ).split(' '),
);
/** Of the lines of a list, with that of the match. */
const ENTRIES_MIN = 3;
const ENTRY = /\p{L}.*\D\d{1,4}$/u;
/** What it begins with, and the mark behind its number. */
const NUMBERED = /^(?:\p{L}+ )?(?:\d+(?:\.\d+)*|[ivxlc]+)([.):]?) /iu;

/** The page of an entry, with its noun. */
const PAGE_SAID =
  /(?<!\p{L})(?:pages?|pp?\.?|pg\.?|seiten?|s\.|p[áa]gina|pag\.|bladzijde|blz\.?) ?(?:number |no\.? |nr\.? )?\d{1,4}(?!\d)/iu;

/** Whether it is an entry beside others, in their form: with all its pieces, or without its page or in another form; undefined where it is none. */
export function entrySaid(
  { operation, found }: PlacedOperation,
  { instruction, ground }: { readonly instruction: string; readonly ground: GroundDocument },
): 'whole' | 'part' | undefined {
  const [place] = found;
  if (operation.op !== 'insert_text' || operation.as === 'text' || !place || found.length > 1) return undefined;
  const rows = ground.lines(place.page).rows.map((row) => ({
    text: row.map(({ text }) => text).join(' '),
    isOwn: row.some(({ words }) => words.some(({ start, end }) => start < place.end && end > place.start)),
  }));
  const entries = rows.filter(({ text }) => ENTRY.test(text));
  const own = entries.find(({ isOwn }) => isOwn);
  if (!own || entries.length < ENTRIES_MIN) return undefined;
  const { value } = operation;
  if (!ENTRY.test(value)) return PAGE_SAID.test(instruction) ? 'part' : undefined;
  if (!saidInPieces(value, instruction, PIECE_NOUNS)) return undefined;
  return NUMBERED.exec(own.text)?.[1] === NUMBERED.exec(value)?.[1] ? 'whole' : 'part';
}
