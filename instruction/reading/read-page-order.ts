// The order of pages, said freely: moved before or behind another, to one of the ends, swapped, doubled, a blank one added.

import type { Span } from '../tokens.ts';
import type { Folded } from './folded.ts';
import type { Intent } from './intents.ts';
import { patternOf, AFTER, BEFORE, PARTICLES, verbsOf, word } from './lexicon.ts';
import { ORDINAL, ordinalOf } from './scope-words.ts';

const PAGE =
  "(?:pages?|pgs?|pp?\\.?|slides?|sheets?|seiten?|folien?|paginas?|pagina's|pagine|hojas?|feuilles?|feuillets?|diapositivas?|diapos?|bladzijden?|dia's?)";
const THE = "(?:the |der |den |die |das |dem |la |las |le |les |l'|el |los |il |lo |a |as |o |os |de |het )?";
/** One page, or a run of them: `page 7`, `slide no. 3`, `the last page`, `pages 2-4`. */
const ONE = `${THE}(?:${PAGE} ?(?:no\\.? ?|nr\\.? ?|number )?(?:\\d+(?: ?(?:-|,|to|and|und|et|y|e|en|bis) ?\\d+)*)|(?:${ORDINAL}) ${PAGE}|${PAGE} (?:${ORDINAL})|cover(?: page)?|title page|deckblatt|titelseite|couverture|page de garde|portada|copertina|capa|voorblad)`;
const MOVE = word(
  'move|put|bring|shift|place|take|reorder|verschiebe?n?|schiebe?n?|setze?n?|stelle?n?|lege?n?|deplace[rz]?|mets|mettez|place[rz]?|mueve|mueva|mover|pon|ponga|sposta(?:re)?|metti|move|mova|coloque|ponha|verplaats(?:en)?|zet',
);
const COMES = word(
  '(?:should |must |shall |has to |needs to )?(?:go|come|be|goes|comes|belongs?)|soll(?:te)?|gehort|kommt|muss|doit(?: aller| venir| etre)?|va|debe ir|debe estar|deve(?: andare| ir| vir)?|moet|komt|hoort',
);
const FRONT = word(
  '(?:to )?(?:the )?(?:very )?(?:front|beginning|start|top)(?: of the (?:document|pdf|file))?|first|nach (?:ganz )?vorne?|an den anfang|ganz nach vorne?|au debut|en premier|en tete|al principio|al inicio|primero|all.inizio|per prima|no inicio|para o inicio|em primeiro|naar voren|vooraan|aan het begin',
);
const BACK = word(
  '(?:to )?(?:the )?(?:very )?(?:end|back)(?: of the (?:document|pdf|file))?|last|nach (?:ganz )?hinten|ans ende|an das ende|a la fin|en dernier|al final|ultimo|alla fine|in fondo|no fim|para o fim|no final|achteraan|naar achteren|aan het einde?',
);
const SWAP = word(
  'swap|exchange|switch|interchange|tausche?n?|vertausche?n?|echange[rz]?|intervertis|interverti[rs]|intercambia(?:r)?|cambia|scambia(?:re)?|inverti|troque|trocar|troca|verwissel(?:en)?|wissel',
);
const AND = word('and|with|und|mit|et|avec|y|con|por|e|com|en|met|&');
const DOUBLE = word(
  'duplicate|copy|repeat|clone|double|dupliziere?n?|verdopple|verdoppeln|kopiere?n?|duplique[rz]?|copie[rz]?|duplica(?:r|re)?|copia(?:r|re)?|dupliquer|duplicar|dupliceer|kopieer',
);
const BLANK = '(?:blank|empty|white|leere?|vierge|blanche|vide|en blanco|vacia|vuota|bianca|em branco|vazia|lege|blanco)';

export function readPageOrder(folded: Folded, part: Span): Intent[] {
  const text = folded.text.slice(part.start, part.end).trim();
  return readMove(text) ?? readCopied(text) ?? readSwap(text) ?? readDouble(text) ?? readBlank(text) ?? [];
}

function readMove(text: string): Intent[] | undefined {
  const lead = `^(?:${MOVE} )?(?<what>${ONE})(?: ${COMES})?`;
  const found = patternOf(
    `${lead} (?:${word('to|right|just|directly|direkt|juste')} )*(?:(?<before>${BEFORE})|(?<after>${AFTER})) (?<where>${ONE}|\\d+)(?: ${MOVE})?$`,
    'u',
  ).exec(text);
  const { what, where, before } = found?.groups ?? {};
  if (what !== undefined && where !== undefined) {
    const [pages, anchor] = [pagesOf(what), numberOf(where)];
    return pages === undefined || anchor === undefined
      ? undefined
      : [{ kind: 'move_pages', pages, place: before === undefined ? 'after' : 'before', page: anchor }];
  }
  const end = patternOf(
    `${lead} (?:${word('to|nach|an|a|al|alla|naar|aan')} )?(?:(?<front>${FRONT})|(?<back>${BACK}))(?: ${MOVE})?$`,
    'u',
  ).exec(text);
  const pages = pagesOf(end?.groups?.['what'] ?? '');
  if (!end || pages === undefined) return undefined;
  return [
    { kind: 'move_pages', pages, ...(end.groups?.['front'] === undefined ? { place: 'after', page: -1 } : { place: 'before', page: 1 }) },
  ];
}

const SWAP_FOUND = new RegExp(`^(?:${SWAP}) (?<one>${ONE}) (?:${AND}) (?<two>${ONE}|\\d+)(?: around| aus)?$`, 'u');
const SWAP_FOUND_2 = new RegExp(`^(?:${SWAP}) ${THE}${PAGE} (?<one>\\d+) ?(?:${AND}|,) ?(?<two>\\d+)(?: around| aus)?$`, 'u');
const SWAP_FOUND_3 = new RegExp(`^${THE}${PAGE} (?<one>\\d+) (?:${AND}) (?:${PAGE} )?(?<two>\\d+) (?:${SWAP})$`, 'u');

function readSwap(text: string): Intent[] | undefined {
  const found = SWAP_FOUND.exec(text) ?? SWAP_FOUND_2.exec(text) ?? SWAP_FOUND_3.exec(text);
  const [one, two] = [numberOf(found?.groups?.['one'] ?? ''), numberOf(found?.groups?.['two'] ?? '')];
  return one === undefined || two === undefined ? undefined : [{ kind: 'swap_pages', pages: `${one},${two}` }];
}

const COPIED = new RegExp(
  `^(?:${DOUBLE}) (?<what>${ONE})(?:,? (?:${AND}|then|dann|puis|luego|poi) (?:${MOVE} )?${THE}(?:copy|duplicate|second one|kopie|duplikat|copie|copia|duplicado|duplicato|it|them|sie|diese|la|le|het|die) ?(?:${MOVE} )?|,? (?:${word('to|at|an|ans|am|a|al|alla|no|aan|als')} )?)(?:${word('to|at|an|ans|am|as the|nach|aan|a')} )?(?:(?<front>${FRONT})|(?<back>${BACK})|(?:(?<before>${BEFORE})|(?<after>${AFTER})) (?<where>${ONE}))(?: ${MOVE}| ein)?$`,
  'u',
);

/** `duplicate page 1 and put the copy at the end`: both are alike, so the first one goes where the copy shall stand. */
function readCopied(text: string): Intent[] | undefined {
  const groups = COPIED.exec(text)?.groups;
  const pages = pagesOf(groups?.['what'] ?? '');
  if (!groups || pages === undefined) return undefined;
  const anchor = numberOf(groups['where'] ?? '');
  if (groups['where'] !== undefined && anchor === undefined) return undefined;
  const place = (groups['before'] ?? groups['front']) === undefined ? ('after' as const) : ('before' as const);
  return [{ kind: 'copy_pages', pages, place, page: anchor ?? (groups['front'] === undefined ? -1 : 1) }];
}

const DOUBLE_FOUND = new RegExp(
  `^(?:${DOUBLE}) (?<what>${ONE})(?: (?<times>twice|two times|2 times|three times|3 times|zweimal|dreimal|deux fois|dos veces|due volte|duas vezes|twee keer))?$`,
  'u',
);
const DOUBLE_LAST = new RegExp(`^(?<what>${ONE}) (?:${DOUBLE})$`, 'u');

function readDouble(text: string): Intent[] | undefined {
  const found = DOUBLE_FOUND.exec(text);
  const last = DOUBLE_LAST.exec(text);
  const pages = pagesOf(found?.groups?.['what'] ?? last?.groups?.['what'] ?? '');
  const times = found?.groups?.['times'];
  if (pages === undefined) return undefined;
  return [{ kind: 'duplicate_pages', pages, copies: times === undefined ? 1 : /three|3|drei/u.test(times) ? 3 : 2 }];
}

function readBlank(text: string): Intent[] | undefined {
  const page = `(?:an? |one |eine? |une |una |um[a]? |een )?(?:${BLANK} ${PAGE}|${PAGE} ${BLANK})`;
  const found = patternOf(
    `^(?:${verbsOf('insert')}) ${page} (?:(?<before>${BEFORE})|(?<after>${AFTER})|(?<end>(?:${word('at|a|am|an|al|alla|no|aan')} )?${BACK})|(?<start>(?:${word('at|a|am|an|al|all|no|aan')} )?${FRONT}))(?: (?<where>${ONE}))?(?: ein| hinzu| in| toe)?$`,
    'u',
  ).exec(text);
  const placed = patternOf(
    `^(?:${verbsOf('insert')}) (?:(?:${PARTICLES}) )?(?:(?<before>${BEFORE})|(?<after>${AFTER})) (?<where>${ONE}) ${page}(?: (?:${PARTICLES}))?$|^(?:${verbsOf('insert')}) ${page} (?:${PARTICLES}) (?:(?<before2>${BEFORE})|(?<after2>${AFTER})) (?<where2>${ONE})$`,
    'u',
  ).exec(text)?.groups;
  if (placed) {
    const anchor = numberOf(placed['where'] ?? placed['where2'] ?? '');
    const isBefore = (placed['before'] ?? placed['before2']) !== undefined;
    return anchor === undefined ? undefined : [{ kind: 'insert_blank', place: isBefore ? 'before' : 'after', page: anchor }];
  }
  if (!found?.groups) return undefined;
  const { before, end, start, where } = found.groups;
  if (end !== undefined) return [{ kind: 'insert_blank', place: 'after', page: -1 }];
  if (start !== undefined) return [{ kind: 'insert_blank', place: 'before', page: 1 }];
  const anchor = numberOf(where ?? '');
  return anchor === undefined ? undefined : [{ kind: 'insert_blank', place: before === undefined ? 'after' : 'before', page: anchor }];
}

const COVER = /cover|title page|deckblatt|titelseite|couverture|page de garde|portada|copertina|capa|voorblad/u;

/** A choice of pages, as in a plan. */
function pagesOf(said: string): string | undefined {
  const list = /\d[\d ,a-z-]*$/u.exec(said)?.[0];
  if (list !== undefined) {
    const plain = list.replaceAll(/ ?(?:to|bis|-) ?/gu, '-').replaceAll(/ ?(?:and|und|et|y|en|e|,) ?/gu, ',');
    return /^\d+(?:[-,]\d+)*$/u.test(plain) ? plain : undefined;
  }
  const number = numberOf(said);
  return number === undefined ? undefined : number === -1 ? 'last' : String(number);
}

const NUMBER_OF_ORDINAL = new RegExp(ORDINAL, 'u');

function numberOf(said: string): number | undefined {
  const digits = /\d+/u.exec(said)?.[0];
  if (digits !== undefined) return Number(digits) > 0 && !/\d\D+\d/u.test(said) ? Number(digits) : undefined;
  if (COVER.test(said)) return 1;
  const ordinal = NUMBER_OF_ORDINAL.exec(said)?.[0];
  return ordinal === undefined ? undefined : ordinalOf(ordinal);
}
