// What is hidden by its kind: every cell of a column (`the licence tags`, `the players' names`), the postal addresses, the authors of a paper.

import { conceptsIn, conceptsSaid } from '#instruction/reading/form-concepts.ts';
import { patternOf, word } from '#instruction/reading/lexicon.ts';
import { DETERMINER, IN_PLACE } from '#instruction/reading/things.ts';
import type { Span } from '#instruction/tokens.ts';
import { rowsOfTable } from '../places/blocks.ts';
import { plainName, ROLE_PAGES_MAX } from '../places/ground-document.ts';
import { valuesLabelled } from '../places/label-values.ts';
import { type Place, placesOf } from '../places/page-lines.ts';
import { isIn, type Resolved, type Scene, textOf } from '../places/scene.ts';
import { LIST_JOINT } from './resolve.ts';

const COUNTS = ['zero', 'one', 'two|both|zwei|beiden?|deux|dos|due|duas|dois|twee', 'three|drei|trois|tres|tre|drie', 'four|vier|quatre|cuatro|quattro|quatro', 'five|funf|cinq|cinco|cinque|vijf', 'six|sechs|seis|sei|zes']; // prettier-ignore
const COUNT = word(COUNTS.slice(2).join('|'));

interface Kind {
  /** In the singular, folded. */
  readonly noun: string;
  readonly count: number | undefined;
}

const NAMES_OF = /^(?:names of the authors|noms des auteurs)$/u;

const KIND_OF_NUMBER = new RegExp(`^(?<count>${COUNT}|\\d{1,3}) `, 'u');
const KIND_OF_WORDS = new RegExp(`${LIST_JOINT}|(?:^| )${IN_PLACE} `, 'u');

/** `the three athletes' names` → names, 3 of them. */
function kindOf({ folded }: Scene, span: Span): Kind | undefined {
  let said = folded.text.slice(span.start, span.end).replace(DETERMINER, '');
  const number = KIND_OF_NUMBER.exec(said);
  const spoken = number?.groups?.['count'] ?? '';
  const count = number
    ? /^\d/u.test(spoken)
      ? Number(spoken)
      : COUNTS.findIndex((words) => patternOf(`^(?:${words})$`, 'u').test(spoken))
    : undefined;
  said = said
    .slice(number?.[0].length ?? 0)
    .replace(/^[\p{L}]+(?:'s|s') /u, '')
    .replace(/^[\u3040-\u30ff\u3400-\u9fff]{1,8}[的の](?=[\u3040-\u30ff\u3400-\u9fff])/u, '');
  // A list, or words that say more than a kind, are read apart.
  if (KIND_OF_WORDS.test(said) && !NAMES_OF.test(said)) return undefined;
  return /^[\p{L}-]{2,30}(?: [\p{L}-]{2,20}){0,3}$/u.test(said) ? { noun: plainName(said), count } : undefined;
}

/** The kinds that are known here; undefined where the words name none, or the document has it in several places that could be meant. */
export function placesOfKind(scene: Scene, span: Span): Resolved | undefined {
  const kind = kindOf(scene, span);
  if (!kind) return undefined;
  const values = labelled(scene, kind.noun);
  if (values.length > 0 && kind.count === undefined) return { ok: true, kind: 'value', targets: values.map((place) => [place]) };
  const targets = AUTHORS.test(kind.noun) ? authorsOf(scene) : ADDRESSES.test(kind.noun) ? addressesOf(scene) : cellsOf(scene, kind.noun);
  const inside = targets.filter((places) => places.length > 0 && places.every((place) => isIn(place, scene.region)));
  if (inside.length === 0 || inside.length < targets.length) return undefined;
  return kind.count === undefined || kind.count === inside.length ? { ok: true, kind: 'value', targets: inside } : undefined;
}

/** `the patient's age`: what stands for the one label that asks for it. */
function labelled(scene: Scene, noun: string): readonly Place[] {
  const meant = conceptsSaid(noun);
  if (meant.length === 0 || ROLE_PAGES_MAX < scene.pages.length) return [];
  const values = valuesLabelled(
    scene.ground,
    (label) => label === noun || conceptsSaid(label).some((one) => meant.includes(one)),
    scene.pages,
  );
  const inside = values.filter((place) => isIn(place, scene.region));
  return new Set(inside.map((place) => textOf(scene, [place]))).size === 1 ? inside : [];
}

/** A noun and what it can be the plural of. */
const numbers = (noun: string) => [
  noun,
  ...['s', 'es', 'n', 'en'].filter((end) => noun.endsWith(end) && noun.length > end.length + 2).map((end) => noun.slice(0, -end.length)),
];
const isSame = (one: string, two: string) => numbers(one).some((form) => numbers(two).includes(form));
/** A head of one of these words says nothing of what the column holds. */
const GENERAL = /^(?:n(?:o|r|umber|ummer|umero)?|id|code|type|date|datum|value|amount|total|notes?|status)$/u;

/** The cells below the one head of this name in the tables of the pages. */
function cellsOf({ ground, pages }: Scene, noun: string): readonly (readonly Place[])[] {
  const meant = conceptsSaid(noun);
  const last = noun.split(' ').at(-1) ?? '';
  const isHead = (text: string) => {
    const head = plainName(text);
    if (head === '') return false;
    if (isSame(head, noun) || (isSame(head, last) && !GENERAL.test(head))) return true;
    return meant.length > 0 && head.split(' ').length < 4 && meant.some((concept) => conceptsIn(head).has(concept));
  };
  const columns = pages.flatMap((page) =>
    ground
      .blocks(page)
      .filter(({ kind }) => kind === 'table')
      .flatMap((table) => {
        const [top = [], ...rows] = rowsOfTable(table);
        return top
          .filter(({ text }) => isHead(text))
          .map(({ column, columnSpan }) => ({
            page,
            cells: rows.flat().filter((cell) => cell.column >= column && cell.column < column + columnSpan),
          }));
      }),
  );
  const [only] = columns;
  if (!only || columns.length > 1) return [];
  return only.cells.filter(({ words }) => words.length > 0).map(({ words }) => placesOf(ground.lines(only.page), words));
}

const ADDRESSES =
  /^(?:(?:street|postal|mailing|home) address(?:es)?|addresses|anschriften|postanschriften|adressen|adresses(?: postales)?|direcciones|indirizzi|enderecos|moradas|adressen)$/u;
const ROAD =
  'Road|Rd|Street|St|Avenue|Ave|Drive|Dr|Lane|Ln|Boulevard|Blvd|Court|Ct|Circle|Place|Pl|Square|Sq|Way|Terrace|Highway|Hwy|Parkway|Pkwy|Crescent|Close';
/** A house number and a road, with the town that follows. */
const AMERICAN = new RegExp(
  `(?<![\\p{L}\\p{N}])\\d{1,6}[a-z]?(?: (?:[NSEW]\\.?|\\p{Lu}[\\p{L}'.-]*)){0,4} (?:${ROAD})(?![\\p{L}])\\.?(?:,? (?:Apt|Suite|Unit|#)\\.? ?[\\p{L}\\d-]{1,6})?(?:,?\\s{1,3}\\p{Lu}[\\p{L}.' -]{1,40}, {1,3}[A-Z]{2} {1,3}\\d{5}(?:-\\d{4})?)?`,
  'gu',
);
const EUROPEAN =
  /(?<![\p{L}\p{N}])\p{Lu}[\p{L}.' -]{2,40}(?:stra(?:ß|ss)e|str\.|weg|gasse|platz|allee|straat|laan|plein) ?\d{1,4}[a-z]?(?:,?\s{1,3}(?:[A-Z]{1,2}-)?\d{4,5}(?: [A-Z]{2})? \p{Lu}[\p{L}. -]{1,40})?/gu;

/** None where a post code stands outside of them: an address that is written in another way would stay. */
function addressesOf({ ground, pages }: Scene): readonly (readonly Place[])[] {
  return pages.flatMap((page) => {
    const text = ground.facts.pageText(page);
    const found = [...text.matchAll(AMERICAN), ...text.matchAll(EUROPEAN)].map(({ index, 0: hit }) => ({
      page,
      start: index,
      end: index + hit.trimEnd().length,
    }));
    const codes = [...text.matchAll(/(?<![\p{L}\p{N}])[A-Z]{2} {1,3}\d{5}(?!\d)/gu)];
    const isLeft = codes.some(({ index }) => !found.some(({ start, end }) => index >= start && index < end));
    return isLeft ? [[]] : found.map((place) => [place]);
  });
}

const AUTHORS =
  /^(?:authors?(?: (?:block|lines?|names?|list|section|information|details))?|names of the authors|byline|autoren(?:block|zeile|angaben)?|verfasser|bloc des auteurs|auteurs(?:blok)?|autores|bloque de autores|autori)$/u;
const ABSTRACT = /^(?:abstract|summary|zusammenfassung|kurzfassung|resume|resumen|riassunto|sommario|resumo|samenvatting)(?: |$)/u;
const AUTHOR_BLOCKS_MAX = 24;
const AUTHOR_CHARS_MAX = 400;

/** Everything between the title of a paper and its abstract. */
function authorsOf({ ground, pages }: Scene): readonly (readonly Place[])[] {
  if (!pages.includes(1)) return [];
  const blocks = ground.blocks(1);
  const title = blocks.findIndex(({ kind }) => kind === 'heading');
  const abstract = blocks.findIndex(({ text }) => ABSTRACT.test(plainName(text)));
  const between = blocks.slice(title + 1, abstract);
  if (
    title < 0 ||
    abstract <= title + 1 ||
    between.length > AUTHOR_BLOCKS_MAX ||
    between.some(({ text }) => text.length > AUTHOR_CHARS_MAX)
  )
    return [];
  const lines = ground.lines(1);
  return between.filter(({ words }) => words.length > 0).map(({ words }) => placesOf(lines, words));
}
