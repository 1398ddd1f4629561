// Whether the words of an instruction ask for an operation: for its kind, for what it acts on and for what it writes. Every kind of operation
// has its row in one table, so that a new one cannot come without. The grammar's own reading of an instruction needs no such proof.

import type { EditName, EditOf, EditOperation } from '#contract/params/edit-plan.ts';
import { isAsked } from '../asked.ts';
import { parseInstruction } from '../parse.ts';
import { findFragment, pagesNamed, rulersOf, type Said, verbsOf, type Verb } from '../said.ts';
import type { Span } from '../tokens.ts';
import { VERB_FAMILIES, type VerbFamily } from '../verbs.ts';
import { type Named, type Reading, chosen, ruledBy, targetOf, within } from './reading.ts';
import { copied, NUMBERS_BY_EXAMPLE, blank, cropped, keptPages, moved, numbered, removedPages, rotated } from './named-pages.ts';
import { boxed, highlighted, inserted, isFaint, replaced, restyled, stamped, watermarked, written } from './named-text.ts';
import {
  addedPicture,
  drawn,
  emptied,
  fieldNamed,
  filled,
  linked,
  movedPicture,
  pictured,
  properties,
  property,
  remarks,
  resizedPicture,
  someRemarks,
  unlinked,
} from './named-things.ts';

/** The part of the instruction that an operation rests on; or the field that rests on nothing. */
export type Warrant =
  | { readonly ok: true; readonly objects: readonly Span[]; readonly takesAway: boolean }
  | { readonly ok: false; readonly field: string };

interface Row<N extends EditName> {
  /** Verbs that ask for it. Absent where the grammar's words are enough, since the named objects say what is meant. */
  readonly verbs?: readonly VerbFamily[] | ((operation: EditOf<N>) => readonly VerbFamily[]);
  /** Its own nouns, which ask for it as a verb does. With them, the grammar's words are not enough. */
  readonly words?: RegExp;
  /** Words that ask for it without any verb, unless they are forbidden or are to be taken away themselves. */
  readonly hints?: RegExp;
  /** Whether it removes, crops, hides or ticks: then a verb of its family must be in its own fragment and rule its object. */
  readonly takesAway: boolean | ((operation: EditOf<N>) => boolean);
  /** What it acts on or writes, where it is named. Several lists: each must be named. */
  readonly objects: (operation: EditOf<N>, reading: Reading) => Named;
}

const WATERMARK = /watermark|wasserzeichen|filigran|marca de agua/u;
const STAMP = /stamp|stempel|tampon|sello|timbr|corner|\btop\b|\bbottom\b/u;
const NUMBERS = /number|seitenzahl|nummer|numérot|numer|paginat/u;
const BLANK =
  /(?:blank|empty|white|leere[ns]?|vierge|blanche|vide|en blanco|vac[íi]a|vuota|bianca|em branco|lege|pust[aą])(?: \p{L}+)? (?:page|sheet|side|seite|blatt|feuille|hoja|pagina|página|strona)s?|(?:page|feuille|p[áa]gina|hoja|strona) (?:blanche|vierge|vide|en blanco|em branco|vac[íi]a|vuota|bianca|pusta)|(?:leere|lege) (?:seite|pagina)/gu;
const MOVED =
  /(?<!\p{L})(?:comes?|goes?|go|belongs?|follows?|precedes?|should be|must be|wants? to be|kommt|gehört|gehören|va|vient|doit être|debe ir|viene|deve stare)(?!\p{L})/gu;
const TWICE =
  /(?<!\p{L})(?:twice|two times|three times|double|copies|copy|again|second time|duplicates?|doppelt|zweimal|en double|deux fois|dos veces|due volte|duas vezes|tweemaal|dwa razy)(?!\p{L})/gu;
const TURNED =
  /upside[- ]down|sideways|landscape|portrait|degrees|°|clockwise|on (?:its|their) (?:side|head)|wrong way|right way up|upright|querformat|hochformat|auf dem kopf|à l['’]envers|boca abajo|de lado|sottosopra/gu;
const UNLINKED =
  /(?:not|no longer|never|nicht(?: mehr)?|ne plus|no)(?: \p{L}+)? (?:clickable|anklickbar|cliquables?)|unclickable|(?:without|no(?: more)?|free of|ohne|sans|sin|senza) (?:any |the )?(?:hyper)?(?:links?|liens?|enlaces?)|links? (?:\p{L}+ ){0,3}(?:off|away|gone|dead)(?!\p{L})/gu;
const INSTEAD =
  /instead of|rather than|in place of|(?<!\p{L})(?:an)?statt(?!\p{L})|anstelle|au lieu d|à la place d|en lugar de|en vez de|invece di|al posto di|em vez de|in plaats van|zamiast/gu;
/** Who asks for more than the words themselves to go names what they stand in. */
const UNIT =
  /(?<!\p{L})(?:lines?|rows?|items?|bullets?|points?|paragraphs?|(?:foot|end)? ?notes?|fu(?:ß|ss)noten?|notes? de bas de page|notas? (?:al pie|de rodap[ée])|not[ae](?: a piè di pagina)?|(?:voet)?noten?|caption|didascali[ae]|légendes?|leyendas?|legendas?|bildunterschrift|bijschrift|entry|entries|sentences?|zeilen?|absätze?|absatz|punkte?|aufzählungspunkte?|einträge?|eintrag|lignes?|rangées?|paragraphes?|puces?|éléments?|líneas?|filas?|párrafos?|viñetas?|elementos?|righe|riga|paragrafi|paragrafo|voci|voce|linhas?|parágrafos?|itens?|regels?|rijen|rij|alinea['’]?s?)(?!\p{L})|行|段落|段|項目|项目|箇条|条/u;
const HEADER = /header|footer|\btop\b|\bbottom\b|kopf|fuß|en-tête|pied de page|encabezado|pie de p|intestazione/u;
const FIELDS =
  /form|fields?|flat|feld|champ|aplat|camp[oi]|aplan|appiatt|achat|veld|platt|pola|editable|bearbeitbar|modifiable|表单|字段|フォーム|フィールド|フラット/u;
const PROPERTY =
  /titles?|titel|titre|t[íi]tulo|titolo|author|autor|auteur|autore|subject|betreff|sujet|asunto|key ?words?|metadata|metadaten|properties|file info/u;

const ROWS: { readonly [N in EditName]: Row<N> } = {
  replace_text: { verbs: ['change', 'add', 'style'], hints: INSTEAD, takesAway: false, objects: replaced },
  delete_text: {
    verbs: ['remove'],
    takesAway: true,
    objects: ({ match, pages, as }, reading) =>
      as === 'text' || UNIT.test(reading.said.unquoted) ? within(targetOf(match, reading), pages, reading) : 'as',
  },
  insert_text: { takesAway: false, objects: inserted },
  restyle_text: {
    verbs: ({ color, size }) => (isFaint(color, size) ? ['style', 'change', 'redact'] : []),
    takesAway: ({ color, size }) => isFaint(color, size),
    objects: restyled,
  },
  restyle_box: {
    verbs: ({ frame }) => (frame === 'none' ? ['remove', 'style', 'change'] : ['style', 'change', 'highlight', 'add']),
    takesAway: ({ frame }) => frame === 'none',
    objects: boxed,
  },
  redact: {
    verbs: ['redact', 'remove'],
    takesAway: true,
    objects: ({ match, pages }, reading) => within(targetOf(match, reading), pages, reading, true),
  },
  highlight: { verbs: ['highlight', 'style', 'redact'], takesAway: true, objects: highlighted },
  replace_image: { verbs: ['change', 'add'], takesAway: false, objects: pictured },
  delete_image: { verbs: ['remove'], takesAway: true, objects: pictured },
  delete_drawing: { verbs: ['remove'], takesAway: true, objects: drawn },
  move_image: { verbs: ['move', 'change', 'add'], takesAway: false, objects: movedPicture },
  resize_image: { verbs: ['style', 'change'], takesAway: false, objects: resizedPicture },
  insert_image: { verbs: ['add'], takesAway: false, objects: addedPicture },
  underline: {
    verbs: ['highlight', 'style'],
    takesAway: false,
    objects: ({ match, pages }, reading) => within(targetOf(match, reading), pages, reading),
  },
  // A struck text counts as taken away.
  strike: {
    verbs: ['remove', 'highlight', 'style'],
    takesAway: true,
    objects: ({ match, pages }, reading) => within(targetOf(match, reading), pages, reading),
  },
  set_link: { verbs: ['change', 'add', 'style'], takesAway: false, objects: linked },
  add_note: { verbs: ['add'], takesAway: false, objects: written },
  rotate_pages: { verbs: ['rotate'], hints: TURNED, takesAway: false, objects: rotated },
  delete_pages: {
    verbs: ['remove', 'keep'],
    takesAway: true,
    objects: ({ pages }, reading) => removedPages(chosen(pages, reading), reading),
  },
  keep_pages: { verbs: ['keep', 'remove'], takesAway: true, objects: ({ pages }, reading) => keptPages(chosen(pages, reading), reading) },
  move_pages: { verbs: ['move', 'change'], hints: MOVED, takesAway: false, objects: moved },
  duplicate_pages: {
    verbs: ['copy', 'add'],
    hints: TWICE,
    takesAway: false,
    objects: copied,
  },
  insert_blank_page: { verbs: ['add'], hints: BLANK, takesAway: false, objects: blank },
  crop: { verbs: ['crop'], takesAway: true, objects: cropped },
  watermark_text: { verbs: ['add'], words: WATERMARK, takesAway: false, objects: watermarked },
  stamp: { verbs: ['add'], words: STAMP, takesAway: false, objects: stamped },
  page_numbers: { words: NUMBERS, hints: NUMBERS_BY_EXAMPLE, takesAway: false, objects: numbered },
  header_footer: { verbs: ['add'], words: HEADER, takesAway: false, objects: written },
  set_metadata: { words: PROPERTY, takesAway: false, objects: property },
  remove_metadata: { verbs: ['remove', 'redact'], takesAway: true, objects: properties },
  fill_field: { verbs: ['fill', 'tick', 'change'], takesAway: false, objects: filled },
  check_field: {
    verbs: ({ checked }) => (checked ? ['tick', 'fill'] : ['untick', 'remove']),
    takesAway: true,
    objects: ({ field }, reading) => fieldNamed(field, reading),
  },
  clear_fields: { verbs: ['remove'], takesAway: true, objects: ({ fields }, reading) => emptied(fields, reading) },
  flatten_forms: { verbs: ['flatten'], words: FIELDS, takesAway: false, objects: ({ fields }, reading) => emptied(fields, reading) },
  flatten_annotations: { verbs: ['flatten'], takesAway: false, objects: remarks },
  remove_annotations: { verbs: ['remove'], takesAway: true, objects: someRemarks },
  remove_links: { verbs: ['remove'], hints: UNLINKED, takesAway: true, objects: unlinked },
};

/** @returns what it rests on, at the place of the fragment where that is most. */
export function warrantOf(operation: EditOperation, instruction: string, pageCount: number): Warrant {
  if (isOwnReading(operation, instruction)) return { ok: true, objects: [], takesAway: false };
  let refused: Warrant = { ok: false, field: 'because' };
  for (const said of findFragment(instruction, operation.because)) {
    const warrant = judgePlace(operation, said, pageCount);
    if (warrant.ok) return warrant;
    refused = warrant;
  }
  return refused;
}

/** Two operations of different kinds that take something away cannot rest on the same words. */
export function shareObject(one: Warrant, two: Warrant): boolean {
  if (!one.ok || !two.ok || !one.takesAway || !two.takesAway) return false;
  return one.objects.some((a) => two.objects.some((b) => a.start < b.end && b.start < a.end));
}

function isOwnReading(operation: EditOperation, instruction: string): boolean {
  const read = parseInstruction(instruction);
  return (
    read.ok &&
    read.edits.operations.some((own) => JSON.stringify(inOrder({ ...own, id: '' })) === JSON.stringify(inOrder({ ...operation, id: '' })))
  );
}

function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [two]) => (one < two ? -1 : 1))
      .map(([key, item]) => [key, inOrder(item)]),
  );
}

function judgePlace<N extends EditName>(operation: EditOf<N>, said: Said, pageCount: number): Warrant {
  // The row is that of the operation's own kind.
  const row = ROWS[operation.op] as unknown as Row<N>;
  const takesAway = typeof row.takesAway === 'function' ? row.takesAway(operation) : row.takesAway;
  const families = typeof row.verbs === 'function' ? row.verbs(operation) : (row.verbs ?? []);
  const verbs = verbsOf(said, VERB_FAMILIES);
  const isMeant = (verb: Verb) => families.some((family) => family === verb.family);
  const hinted = row.hints && hintedBy(row.hints, verbs, said, operation.op === 'page_numbers');
  const isHinted = hinted === 'asked';
  const isAskedFor = verbs.some(isMeant) || isHinted;
  if ((takesAway || hinted === 'forbidden') && !isAskedFor) return { ok: false, field: 'because' };
  const isNamed = row.words?.test(said.unquoted.slice(said.start, said.end)) ?? false;
  if (row.words && !isNamed && !isAskedFor) return { ok: false, field: 'because' };
  if (!row.words && !takesAway && !isAskedFor && !isAsked(operation.op, said.unquoted.slice(said.start, said.end)))
    return { ok: false, field: 'because' };
  const objects = row.objects(operation, { said, verbs, pages: pagesNamed(said, pageCount), pageCount });
  if (typeof objects === 'string') return { ok: false, field: objects };
  if (!takesAway || (isHinted && !verbs.some(isMeant))) return { ok: true, objects, takesAway };
  const ruled = objects.filter((object) => ruledBy(object, verbs, said).some(isMeant));
  return ruled.length === 0 ? { ok: false, field: 'because' } : { ok: true, objects: ruled, takesAway };
}

const HINT_FORBIDDEN =
  /(?<!\p{L})(?:not|no|never|don't|without|avoid|instead of|rather than|nicht|keine?[nrs]?|ohne|nie|ne|pas|sans|sin|nunca|non|senza)(?: \p{L}+){0,3} $/u;
const TAKING_AWAY: ReadonlySet<string> = new Set<VerbFamily>(['remove', 'redact', 'crop']);

/** @param isQuoted an example of the text to write may be in quotes */
function hintedBy(hints: RegExp, verbs: readonly Verb[], said: Said, isQuoted: boolean): 'asked' | 'forbidden' | undefined {
  const text = isQuoted ? said.text : said.unquoted;
  const spans = Array.from(text.matchAll(new RegExp(hints.source, 'gu')), ({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
  })).filter(({ start, end }) => start >= said.start && end <= said.end);
  const isAsking = (span: Span) => {
    const clause = text.slice(Math.max(0, span.start - 60), span.start).replace(/^.*(?:[,;.:]| but )/su, '');
    return !HINT_FORBIDDEN.test(clause) && !rulersOf(verbs, span, said.unquoted).some(({ family }) => TAKING_AWAY.has(family));
  };
  if (spans.length === 0) return undefined;
  return spans.some(isAsking) ? 'asked' : 'forbidden';
}
