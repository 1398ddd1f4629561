// Takes off a part what says where and how often: pages, `everywhere`, `every occurrence of`, `the first`. What remains is the thing itself.

import type { Span } from '../tokens.ts';
import { type Folded, trimmed } from './folded.ts';
import { patternOf, word } from './lexicon.ts';

export interface Where {
  /** A choice of pages, as in a plan. */
  readonly pages?: string;
  readonly isEverywhere?: boolean;
  /** The nth of several, -1 the last. */
  readonly nth?: number;
}

const PAGE =
  "(?:pages?|pgs?|pp?\\.?|slides?|sheets?|seiten?|folien?|pagina's|paginas?|pagine|hojas?|feuilles?|diapositivas?|bladzijden?|dia's|stron(?:a|ie|y|ach))";
const PREPOSITION =
  "(?:,? ?\\(?(?<![\\p{L}\\p{N}])(?:on|in|of|from|at|to|across|for|over|auf|von|in|im|sur|a|de|dans|en|em|na|nas|da|das|nos?|sulla|sulle|nella|nelle|della|delle|alla|op|van|z|ze) )?(?<![\\p{L}\\p{N}])(?:the |der |den |die |la |las |le |les |l'|a |as |o |os |de )?";

/** The page that shows the title. */
const COVER =
  '(?:(?:front )?cover(?: page)?(?! letter| sheet)|front page|title page|titelseite|titelblatt|deckblatt|couverture|page de (?:garde|titre)|portada|caratula|copertina|frontespizio|capa|voorblad|omslag|kaft)';

const ORDINALS: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    [
      'first|1st|erste[nrsm]?|premieres?|premiers?|1ere?|primer(?:[ao]s?)?|primeir[ao]s?|prim[aoie]|eerste',
      'second|2nd|zweite[nrsm]?|deuxieme|seconde?|2e|segund[ao]|second[ao]|tweede',
      'third|3rd|dritte[nrsm]?|troisieme|3e|tercer[ao]?|terceir[ao]|terz[ao]|derde',
      'fourth|4th|vierte[nrsm]?|quatrieme|4e|cuart[ao]|quart[ao]|vierde',
      'fifth|5th|funfte[nrsm]?|cinquieme|5e|quint[ao]|vijfde',
      'sixth|6th|sechste[nrsm]?|sixieme|sext[ao]|sest[ao]|zesde',
      'seventh|7th|siebte[nrsm]?|septieme|septim[ao]|settim[ao]|setim[ao]|zevende',
      'eighth|8th|achte[nrsm]?|huitieme|octav[ao]|ottav[ao]|oitav[ao]|achtste',
    ].map((words, index) => [words, index + 1]),
  ),
  '(?:very )?last|final|letzte[nrsm]?|dernieres?|derniers?|ultim[aoie]s?|laatste': -1,
  'second to last|second last|penultimate|vorletzte[nrsm]?|avant-derniere?|penultim[ao]|voorlaatste': -2,
};
export const ORDINAL = word(Object.keys(ORDINALS).join('|'));

const ORDINAL_ALONE = new RegExp(`^(?:${ORDINAL})$`, 'u');

export function ordinalOf(said: string): number | undefined {
  if (!ORDINAL_ALONE.test(said)) return undefined;
  return Object.entries(ORDINALS).findLast(([words]) => patternOf(`^(?:${words})$`, 'u').test(said))?.[1];
}

const EVERYWHERE = word(
  'everywhere(?: it (?:appears|occurs))?(?: (?:in|across|throughout) (?:the|this|our|my) [\\p{L}]+)?|throughout(?: (?:the|this|our|my) (?:whole |entire |complete )?(?:[\\p{L}]+))?|in every place|in all (?:of the )?(?:places|spots)|(?:in|at) (?:both|all (?:two|three|four)) (?:places|spots|positions|cases)|both times|(?:both )?(?:in|as) (?:the |a )?[\\p{L}]+ and (?:also )?(?:in|as) (?:the |a )?[\\p{L}]+|an beiden stellen|an allen stellen|aux deux endroits|en (?:ambos|los dos) (?:lugares|sitios)|in entrambi i (?:posti|punti)|nos dois (?:lugares|sitios)|op beide plaatsen|(?:in|across|all through) (?:the|this|our) (?:whole|entire|complete) [\\p{L}]+|' +
    '(?:every|each) time(?: it (?:appears|occurs))?|where ?ver (?:it|they) (?:appears?|occurs?|is|are)|all over(?: the (?:document|text|place))?|anywhere|all occurrences|every occurrence|' +
    'uberall|(?:im|in der|in dem) (?:ganzen|gesamten|kompletten) [\\p{L}]+|durchgehend|jedes mal|partout|dans (?:tout le|toute la|l.ensemble du) [\\p{L}]+|a chaque fois|en (?:todo el|toda la) [\\p{L}]+|en todas partes|cada vez|ovunque|dappertutto|' +
    'in (?:tutto il|tutta la) [\\p{L}]+|em (?:todo o|toda a) [\\p{L}]+|em todos os lugares|overal|in (?:het|de) hele [\\p{L}]+',
);
const EVERY_BEFORE = word(
  '(?:all|every|each)(?: of the| the)?(?: single)? (?:occurrences?|instances?|mentions?|appearances?) of|alle vorkommen von|jedes vorkommen von|toutes les occurrences d[eu]|todas las (?:apariciones|ocurrencias) de|' +
    'tutte le occorrenze di|todas as ocorrencias de|alle keren dat',
);

/** Small numbers as words. */
const NUMBERS = [
  'two|zwei|deux|dos|due|duas|dois|twee',
  'three|drei|trois|tres|tre|drie',
  'four|vier|quatre|cuatro|quattro|quatro',
  'five|funf|cinq|cinco|cinque|vijf',
  'six|sechs|seis|sei|zes',
  'seven|sieben|sept|siete|sette|sete|zeven',
  'eight|acht|huit|ocho|otto|oito',
  'nine|neun|neuf|nueve|nove|negen',
  'ten|zehn|dix|diez|dieci|dez|tien',
];
const COUNT = `(?:${NUMBERS.join('|')}|\\d{1,3})`;

function countOf(said: string): number {
  const digits = /\d+/u.exec(said)?.[0];
  return digits === undefined ? NUMBERS.findIndex((words) => patternOf(`^(?:${words})$`, 'u').test(said)) + 2 : Number(digits);
}

const RANGE = '(?:-|–|to|through|until|bis|tot(?: en met)?|hasta(?: la)?|fino a|ate(?: a)?|a|al|ao|au)';
const PAGES_HERE = new RegExp(
  `${PREPOSITION}(?:${word(
    `(?:both|all|every|each|alle[nr]?|beiden?|jede[rnms]?|toutes les|chaque|les deux|todas las|cada|ambas(?: las)?|tutte le|ogni|entrambe le|todas as|elke|iedere)(?: the)? ${PAGE}`,
  )}|(?<cover>${word(COVER)}|表紙|封面)|(?<back>${word('back(?: side| page)|back(?=$)|ruckseite|verso|reverso|achterkant')})|(?<ordinal>${ORDINAL}) (?:(?<count>${COUNT}) )?${PAGE}(?![\\p{L}])|(?<before>${COUNT}) (?<behind>${ORDINAL}) ${PAGE}(?![\\p{L}])|(?<![\\p{L}\\p{N}])${PAGE} (?:number )?(?<named>one|eins|un|uno|um|een|${NUMBERS.join('|')})(?! ?(?:and|und|et|y|e|en|to|bis|-) )|(?<![\\p{L}\\p{N}])${PAGE} ?(?:no\\.? |number |nr\\.? )?(?<list>\\d+(?! ?(?:°|degrees?|grad)(?![\\p{L}]))(?: ?(?:${RANGE}|,|and|und|et|y|e|en) ?\\d+(?! ?(?:°|degrees?|grad)(?![\\p{L}])))*))(?![\\p{L}\\p{N}])\\)?`,
  'u',
);

const PAGES_WORDS = new RegExp(` ?${RANGE} ?(?=\\d)`, 'gu');

interface PagesSaid {
  readonly pages: string;
  readonly span: Span;
}

/** @returns the choice of pages that is said in a part, and its place; undefined where none is, or several are */
export function findPages({ text }: Folded, { start, end }: Span): PagesSaid | undefined {
  const part = text.slice(start, end);
  const found = PAGES_HERE.exec(part);
  if (!found || PAGES_HERE.test(part.slice(found.index + found[0].length))) return undefined;
  const pages = choiceOf(found);
  return pages === undefined ? undefined : { pages, span: { start: start + found.index, end: start + found.index + found[0].length } };
}

/** Every choice of pages that is said, but for the back of a sheet. */
export function everyPages({ text }: Folded): readonly PagesSaid[] {
  return [...text.matchAll(new RegExp(PAGES_HERE.source, 'gu'))].flatMap((found) => {
    const pages = found.groups?.['back'] === undefined ? choiceOf(found) : undefined;
    return pages === undefined ? [] : [{ pages, span: { start: found.index, end: found.index + found[0].length } }];
  });
}

function choiceOf({ groups }: RegExpExecArray): string | undefined {
  const { count, before, list, cover, back, named } = groups ?? {};
  const ordinal = groups?.['ordinal'] ?? groups?.['behind'];
  const many = count ?? before;
  if (named !== undefined) return String(/^(?:one|eins|un|uno|um|een)$/u.test(named) ? 1 : countOf(named));
  if (cover !== undefined) return '1';
  if (back !== undefined) return 'last';
  if (list !== undefined)
    return list.replaceAll(/ ?(?:,|(?<!\p{L})(?:and|und|et|y|e|en)(?!\p{L})) ?(?=\d)/gu, ',').replaceAll(PAGES_WORDS, '-');
  if (ordinal === undefined) return 'all';
  const nth = ordinalOf(ordinal) ?? 1;
  if (many === undefined) return nth === -1 ? 'last' : String(nth);
  return nth === 1 ? `1-${countOf(many)}` : nth === -1 ? `-${countOf(many)}-last` : undefined;
}

const WHERE_EVERYWHERE = new RegExp(`[ ,(]*${EVERYWHERE}\\)?$`, 'u');
const WHERE_BEFORE = new RegExp(`^${EVERY_BEFORE} *`, 'u');
const WHERE_BEFORE_2 = new RegExp(`^${EVERYWHERE} *,? *`, 'u');

/** What is left of a part without its ends that say where and how often. */
export function takeWhere(folded: Folded, part: Span): { readonly rest: Span; readonly where: Where } {
  let rest = trimmed(folded, part);
  let where: Where = {};
  for (;;) {
    const text = folded.text.slice(rest.start, rest.end);
    const everywhere = WHERE_EVERYWHERE.exec(text);
    if (everywhere && everywhere.index > 0) {
      [rest, where] = [trimmed(folded, { ...rest, end: rest.start + everywhere.index }), { ...where, isEverywhere: true }];
      continue;
    }
    const before = WHERE_BEFORE.exec(text) ?? WHERE_BEFORE_2.exec(text);
    if (before && before[0].length < text.length) {
      [rest, where] = [trimmed(folded, { ...rest, start: rest.start + before[0].length }), { ...where, isEverywhere: true }];
      continue;
    }
    const pages = where.pages === undefined ? findPages(folded, rest) : undefined;
    if (pages && pages.span.end >= rest.end && pages.span.start > rest.start) {
      // An opening bracket belongs to what is taken off.
      const open = /[ ,]*\($/u.exec(folded.text.slice(rest.start, pages.span.start))?.[0].length ?? 0;
      [rest, where] = [trimmed(folded, { ...rest, end: pages.span.start - open }), { ...where, pages: pages.pages }];
      continue;
    }
    if (pages && pages.span.start <= rest.start && pages.span.end < rest.end) {
      const after = text.charAt(pages.span.end - rest.start);
      if (/[\s,:]/.test(after)) {
        [rest, where] = [trimmed(folded, { ...rest, start: pages.span.end }), { ...where, pages: pages.pages }];
        continue;
      }
    }
    return { rest, where };
  }
}

/** `…, the text itself stays`. */
const TEXT_STAYS = new RegExp(
  `[ ,(;-]+(?:${word('but|and|aber|und|mais|et|pero|y|ma|e|mas|maar|en')} )?(?:${word('the|its|their|der|die|das|den|le|la|les|el|los|las|il|lo|gli|i|o|os|as|de|het')} )?(?:${word(
    '(?:underlying |link )?(?:texts?|words?|wording|content|letters|label)|wort(?:er|e)?|text|inhalt|textes?|mots?|contenu|textos?|palabras?|contenido|test[oi]|parol[ae]|contenuto|palavras?|conteudo|tekst|woord(?:en)?',
  )})(?: ${word('itself|selbst|lui-meme|mismo|stesso')})? (?:${word('(?:should |must |can |has to |is to )?(?:stays?|remains?)|(?:soll(?:en)? |muss |mussen )?(?:bleib(?:t|en)|stehen bleiben)|restent?|doi(?:t|vent) rester|(?:se )?quedan?|restano?|rimang?ono|rimane|ficam?|permanecem?|blijft|blijven')})(?: ${word('(?:as|where|how) (?:it is|is|it was|they are)|there|in place|unchanged|untouched|the same|stehen|so|tel quel|en place|ahi|igual|uguale|staan')})*\\)?$`,
  'u',
);

const KEPT = new RegExp(
  `[ ,(]+(?:${word('but|and|only|aber|und|mais|et|pero|y|ma|e|mas|maar|en')} )?(?:${word(
    'leave|keep|not|without|lass|behalte|nicht|ohne|laisse[rz]?|garde[rz]?|pas|sans|deja|deje|conserva|no|sin|lascia(?:re)?|mantieni|non|senza|deixe|mantenha|nao|sem|laat|behoud|niet|zonder',
  )})(?: ${word('removing|deleting|touching|zu (?:loschen|entfernen)|supprimer|borrar|eliminar|togliere|apagar|te verwijderen')})? (?:${word(
    'the|any|its|their|all|den|der|die|das|dem|le|la|les|el|los|las|il|lo|gli|i|o|os|as|de|het',
  )} )?(?:${word(
    '(?:underlying |marked )?(?:texts?|words?|wording|content|letters)|wort(?:er|e)?|text|inhalt|textes?|mots?|contenu|textos?|palabras?|contenido|test[oi]|parol[ae]|contenuto|palavras?|conteudo|tekst|woord(?:en)?',
  )})(?: ${word('itself|there|in place|as (?:it is|is|they are)|untouched|alone|stehen|intact|en place|ahi|intatto|staan')})*\\)?$`,
  'u',
);

/** `keep the words`, as a request of its own. */
export const isTextKept = (said: string): boolean => KEPT.test(` ${said}`) || TEXT_STAYS.test(` ${said}`);

/** Without `but leave the text`: what lies over a text goes without it anyway. */
export function withoutKept(folded: Folded, part: Span): Span {
  const said = folded.text.slice(part.start, part.end);
  const kept = KEPT.exec(said) ?? TEXT_STAYS.exec(said);
  return kept && kept.index > 0 ? trimmed(folded, { start: part.start, end: part.start + kept.index }) : part;
}
