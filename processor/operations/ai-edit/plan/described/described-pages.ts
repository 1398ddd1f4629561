// Pages that are named by what they are: `the blank pages`, `the contents page`, `both appendix pages (17, 18)`, `the whole Appendix A`. They are looked
// up in the document, and the instruction is read again with their numbers in place of these words.

import type { EditOperation } from '#contract/params/edit-plan.ts';
import { choosePages } from '#contract/params/edit-pages.ts';
import { fold } from '#instruction/reading/folded.ts';
import { ORDINAL, ordinalOf } from '#instruction/reading/scope-words.ts';
import { findFragment, pagesNamed } from '#instruction/said.ts';
import { type Warrant, warrantOf } from '#instruction/warrant/warrant.ts';
import type { PlacedOperation } from '../../facts/placed-operation.ts';
import { type GroundDocument, plainName } from '../places/ground-document.ts';
import { PAGED, type PagedOperation, SECTION_KINDS, withSectionPages } from './section-pages.ts';

const NOUN =
  "(?<noun>pages?|sheets?|leaf|leaves|slides?|seiten?|blatt(?:er)?|folien?|pagina's|paginas?|pagine|hojas?|feuill(?:et)?s?|feuilles?|folhas?|fogli[oa]?|bladzijden?|bladen)";
const PLURAL =
  /^(?:pages|sheets|leaves|slides|seiten|blatter|folien|pagina's|paginas|pagine|hojas|feuill(?:et|e)s|folhas|fogli|bladzijden|bladen)$/u;
const ALL = '(?:both|all|every|each|alle[nr]?|beiden?|jede[rnms]?|toutes|chaque|todas|cada|ambas|tutte|ogni|entrambe|elke|iedere)';
const BLANK =
  '(?:blank|empty|white|leere[nrs]?|leer|unbedruckte[nrs]?|vierges?|vides?|blanches?|en blanco|blanco|vacias?|vuot[ae]|bianc(?:a|he)|em branco|vazias?|lege|leeg)';
const THAT = '(?:that|which|die|das|qui|que|che)';
const IS = '(?:is|are|sind|ist|sont|est|estan|esta|sono|e|sao|zijn)';
const CONTENTS =
  '(?:table of contents|contents|toc|inhaltsverzeichnis(?:ses)?|inhalts?|sommaire|table des matieres|tabla de contenidos?|sommario|sumario|indice|inhoudsopgave)';
const WITH = '(?:with|of|showing|containing|holding|mit|des|der|vom|avec|de|del|della|dell|du|con|com|do|da|met|van)';
const DIVIDERS = [
  `(?:divid(?:er|ing)|separator|separating|title-only) ${NOUN}`,
  `(?<noun>trennseiten?|trennblatt(?:er)?|zwischenseiten?|zwischenblatt(?:er)?|intercalaires?|scheidings?blad(?:en)?|tussenblad(?:en)?)`,
  `${NOUN} (?:de separation|de separacion|intercalaires?|separador[ae]s?|di separazione|divisori[ae]?|de separacao)`,
];
const LIST = '(?<list>\\d{1,4}(?: ?(?:-|,|&|and|und|et|y|e|en) ?\\d{1,4})*)';
/** Right behind a page noun, or with one in it. */
const BRACKET = new RegExp(`^ ?\\((?:(?:pp?\\.?|pgs?\\.?|s\\.|pages?|seiten?|pag\\.?|pagin[ae]s?) ?)?${LIST}\\)`, 'u');

type Pages = readonly number[];
type Groups = Readonly<Record<string, string | undefined>>;
interface Found {
  readonly start: number;
  readonly end: number;
  /** Undefined where they cannot be told: none, or several where one is said. */
  readonly pages: Pages | undefined;
}

interface Kind {
  readonly pattern: RegExp;
  readonly pages: (ground: GroundDocument, groups: Groups) => Pages;
}

const kindOf = (pattern: string, pages: Kind['pages']): Kind => ({
  pattern: new RegExp(`(?<![\\p{L}\\p{N}])(?:(?<all>${ALL}) )?(?:(?:of )?(?:the|die|den|der|das|les?|la|las|los|le|gli|as|os|de|het) )?(?:(?<count>two|three|four|five|zwei|drei|deux|trois|dos|tres|due|tre|duas|twee|drie|\\d{1,2}) )?(?:(?<nth>${ORDINAL}) )?(?:${pattern})(?![\\p{L}\\p{N}])`, 'gu'), // prettier-ignore
  pages,
});

const every = ({ pageCount }: GroundDocument): Pages => Array.from({ length: pageCount }, (_, index) => index + 1);

const KINDS: readonly Kind[] = [
  ...[
    `(?:completely |totally |vollig |ganz )?${BLANK} ${NOUN}`,
    `${NOUN} ${BLANK}`,
    `${NOUN},? ${THAT} (?:(?:${IS}) (?:completely |totally )?${BLANK}|${BLANK} ${IS})`,
    '(?<noun>leerseiten?|leerblatt(?:er)?)',
  ].map((pattern) => kindOf(pattern, (ground) => every(ground).filter((page) => ground.facts.isBlank(page)))),
  ...[`${CONTENTS} ${NOUN}`, `${NOUN} ${WITH} ?(?:the |dem |der |des |la |le |l'|el |il |lo |o |de |het |')?${CONTENTS}`, '(?<noun>inhaltsseiten?)'].map((pattern) => kindOf(pattern, contentsPages)), // prettier-ignore
  ...DIVIDERS.map((pattern) => kindOf(pattern, dividerPages)),
  // How far the last one goes is known where it is said how many there are.
  ...SECTION_KINDS.map((kind) =>
    kindOf(`(?:${kind}) ${NOUN}`, (ground, { all, count }) => (isCounted(all, count) ? headedBy(kind, ground) : [])),
  ),
];

/** An indefinite article names no page that is there: `add a blank page`. */
const INDEFINITE = /(?<!\p{L})(?:an?|another|one|eine[nrms]?|une?|un[ao]?|um|een|new|neue|nouvelle|nueva|nuova|nova) $/u;

/**
 * What asks for an operation on whole pages, where its words describe them.
 * @param quoted where they name them by number
 */
export function pagesWarrant(
  { operation }: Pick<PlacedOperation, 'operation'>,
  { quoted, instruction, placed }: { readonly quoted: Warrant; readonly instruction: string; readonly placed: readonly PlacedOperation[] },
  ground: GroundDocument,
): Warrant {
  if (!isPaged(operation)) return quoted;
  const own = describedIn(operation.because, ground);
  if (own.length === 0) {
    const section = quoted.ok || quoted.field !== 'pages' ? undefined : withSectionPages(operation, instruction, ground);
    return section ? warrantOf(section.operation, section.instruction, ground.pageCount) : quoted;
  }
  const because = numbered(operation.because, own);
  const [named] = findFragment(because, because);
  // Words that no page of the document is, or several where one is said, do not say which.
  if (own.some(({ pages }) => pages === undefined) && (!named || pagesNamed(named, ground.pageCount).length === 0))
    return { ok: false, field: 'pages' };
  const warrant = warrantOf({ ...operation, because }, numbered(instruction, describedIn(instruction, ground)), ground.pageCount);
  return warrant.ok && !areAllTaken(own.flatMap(({ pages }) => pages ?? []), operation, placed, ground) ? { ok: false, field: 'pages' } : warrant; // prettier-ignore
}

export const isPaged = (operation: EditOperation): operation is PagedOperation => PAGED.some((op) => op === operation.op);

/** Whether the operations of this kind together act on all of them; what keeps pages may keep all or none. */
function areAllTaken(pages: Pages, { op }: PagedOperation, placed: readonly PlacedOperation[], { pageCount }: GroundDocument): boolean {
  const alike = placed.flatMap(({ operation }) => (isPaged(operation) && operation.op === op ? [operation] : []));
  const taken = new Set(alike.flatMap((one) => choosePages(one.pages, pageCount) ?? []));
  return pages.every((page) => taken.has(page)) || (op === 'keep_pages' && !pages.some((page) => taken.has(page)));
}

function numbered(text: string, found: readonly Found[]): string {
  let written = text;
  for (const { start, end, pages } of found.toSorted((one, two) => two.start - one.start))
    if (pages) written = `${written.slice(0, start)}pages ${pages.join(', ')}${written.slice(end)}`;
  return written;
}

function describedIn(text: string, ground: GroundDocument): readonly Found[] {
  const folded = fold(text).text;
  const found: Found[] = [];
  for (const { pattern, pages } of KINDS) {
    for (const { 0: said, index, groups = {} } of folded.matchAll(pattern)) {
      if (INDEFINITE.test(folded.slice(0, index)) || found.some(({ start, end }) => start < index + said.length && index < end)) continue;
      const bracket = BRACKET.exec(folded.slice(index + said.length));
      const listed = bracket && choosePages((bracket.groups?.['list'] ?? '').replaceAll(/ ?(?:&|and|und|et|y|e|en) ?/gu, ',').replaceAll(' ', ''), ground.pageCount); // prettier-ignore
      const own = meant(pages(ground, groups), groups);
      found.push({ start: index, end: index + said.length + (bracket?.[0].length ?? 0), pages: bracket ? agreed(own, listed ?? undefined) : own }); // prettier-ignore
    }
  }
  return [...found, ...bracketed(folded, ground, found)];
}

/** `the photo pages (3, 7)`: numbers behind any other name of pages. */
function bracketed(folded: string, ground: GroundDocument, known: readonly Found[]): readonly Found[] {
  return [...folded.matchAll(new RegExp(`${NOUN} \\(${LIST}\\)`, 'gu'))].flatMap(({ 0: said, index, groups = {} }) => {
    if (known.some(({ start, end }) => start < index + said.length && index < end)) return [];
    const list = (groups['list'] ?? '').replaceAll(/ ?(?:&|and|und|et|y|e|en) ?/gu, ',').replaceAll(' ', '');
    return [{ start: index, end: index + said.length, pages: choosePages(list, ground.pageCount) }];
  });
}

/** The numbers decide where nothing else is known, and must be those that are. */
function agreed(own: Pages | undefined, listed: Pages | undefined): Pages | undefined {
  if (!listed || !own) return listed;
  return own.length === listed.length && own.every((page) => listed.includes(page)) ? listed : undefined;
}

const COUNTS = ['two|zwei|deux|dos|due|duas|twee', 'three|drei|trois|tres|tre|drie', 'four', 'five'];
const BOTH = /^(?:both|beiden?|ambas|entrambe)$/u;
const isCounted = (all: string | undefined, count: string | undefined): boolean =>
  count !== undefined || (all !== undefined && BOTH.test(all));

/** As many as are said. */
function meant(pages: Pages, { all, noun = '', nth, count }: Groups): Pages | undefined {
  const nthSaid = nth === undefined ? undefined : ordinalOf(nth);
  if (nthSaid !== undefined) {
    const page = PLURAL.test(noun) ? undefined : pages.at(nthSaid > 0 ? nthSaid - 1 : nthSaid);
    return page === undefined ? undefined : [page];
  }
  if (isCounted(all, count)) return pages.length === countOf(count ?? '2') ? pages : undefined;
  const isSeveral = all !== undefined || PLURAL.test(noun) || /(?:seiten|blatter|intercalaires|bladen)$/u.test(noun);
  return pages.length === 1 || (isSeveral && pages.length > 0) ? pages : undefined;
}

const countOf = (said: string): number =>
  /\d/u.test(said) ? Number(said) : COUNTS.findIndex((words) => words.split('|').includes(said)) + 2;

const TOP_SHARE = 0.7;
const LEADERS_MIN = 4;
const CONTENTS_ALONE = new RegExp(`^(?:${CONTENTS}|content)$`, 'u');

/** From the page with the heading on, as long as the entries go on. */
function contentsPages(ground: GroundDocument): Pages {
  const isHead = (page: number) => {
    const { rows, height } = ground.lines(page);
    return rows.some(
      ([piece, other]) => piece && !other && piece.box[1] > height * TOP_SHARE && CONTENTS_ALONE.test(plainName(piece.text)),
    );
  };
  const isEntries = (page: number) =>
    ground.lines(page).rows.filter((row) => /(?:\. ?){5}|\s\d{1,4}$/u.test(row.map(({ text }) => text).join(' '))).length >= LEADERS_MIN;
  const heads = every(ground).filter(isHead);
  const [first] = heads;
  if (first === undefined || heads.length > 1) return heads;
  const pages = [first];
  for (let next = first + 1; next <= ground.pageCount && isEntries(first) && isEntries(next) && startsWithEntry(ground, next); next++)
    pages.push(next);
  return pages;
}

/** A page that goes on with a list has no heading of its own. */
function startsWithEntry(ground: GroundDocument, page: number): boolean {
  const rows = ground.lines(page).rows.slice(0, 3);
  return rows.some((row) => /\D\s?\d{1,4}$/u.test(row.map(({ text }) => text).join(' ')));
}

const DIVIDER_WORDS_MAX = 12;
const DIVIDER_DRAWN_SHARE = 0.25;

/** A few words and nothing else, between other pages. */
function dividerPages(ground: GroundDocument): Pages {
  return every(ground).filter((page) => {
    const { words, width, height } = ground.lines(page);
    if (page === 1 || page === ground.pageCount || words.length === 0 || words.length > DIVIDER_WORDS_MAX) return false;
    const { facts } = ground;
    const isLarge = ({ seen }: ReturnType<typeof facts.drawings>[number]) =>
      (seen.right - seen.left) * (seen.bottom - seen.top) > width * height * DIVIDER_DRAWN_SHARE;
    return facts.images([page]).length === 0 && !facts.drawings(page).some(isLarge);
  });
}

/** Pages that begin with a heading of this kind. */
function headedBy(kind: string, ground: GroundDocument): Pages {
  const begins = new RegExp(`^(?:${kind})(?![\\p{L}])`, 'u');
  return every(ground).filter((page) => {
    const [first] = ground.lines(page).rows;
    const block = ground.blocks(page).find((one) => one.kind !== 'header' && one.kind !== 'footer');
    return begins.test(fold(block?.text ?? first?.map(({ text }) => text).join(' ') ?? '').text);
  });
}
