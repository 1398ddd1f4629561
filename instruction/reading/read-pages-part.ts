// Pages as a whole: removed, kept, turned, reversed; the form made flat.

import type { Span } from '../tokens.ts';
import { type Folded, trimmed } from './folded.ts';
import type { Intent } from './intents.ts';
import { unitOf } from '../words.ts';
import { ANY_VERB, patternOf, verbsOf, word } from './lexicon.ts';
import { readPageOrder } from './read-page-order.ts';
import { findPages } from './scope-words.ts';
import { DETERMINER, thingOf } from './things.ts';

const KEEP = word(
  '(?:please )?(?:keep|extract|retain|save|i (?:only |just )?(?:need|want)|we (?:only |just )?(?:need|want)|only|just)|behalte[n]?|extrahiere[n]?|nur|garde[rz]?|conserve[rz]?|extrai[st]|extraire|conserva|mante[n]|extrae|extraer|solo|tieni|estrai|mantenha|extraia|behoud|bewaar',
);
const ONLY = word(
  'only|just|nur|seulement|solo|solamente|soltanto|apenas|alleen|pages?|the|la|le|die|de|as a pdf|die|du|that|please|bitte',
);
const ROTATE = word(
  'rotate|turn|flip|drehen?|dreh|tourne[rz]?|(?:fais|faites|faire) pivoter|(?:fais|faites|faire) tourner|pivote[rz]?|gira(?:r)?|rota(?:r)?|gire|ruota(?:re)?|rode|rotacion[ea]|roda(?:r)?|vire|virar|draai(?:en)?',
);
const DEGREES =
  /(\d{2,3}|ninety|neunzig|quatre-vingt-dix|noventa|novanta|negentig|(?:a |one )?quarter turn|(?:eine )?vierteldrehung|(?:eine )?viertelumdrehung|(?:d')?un quart de tour|(?:un )?cuarto de vuelta|(?:un )?quarto di giro|(?:um )?quarto de volta|(?:een )?kwartslag) ?(?:°|degrees?|degres?|deg|graden|grados?|gradi|graus|grad)?/u;
const COUNTER = word(
  'counter-?clockwise|anti-?clockwise|tegen de (?:wijzers van de )?klok(?: in)?|in senso antiorario|en sentido antihorario|sens antihoraire|sentido anti-?horario|to the left|left|gegen den uhrzeigersinn|nach links|links|vers la gauche|a gauche|a la izquierda|izquierda|a sinistra|para a esquerda|linksom|naar links',
);
const CLOCK = word(
  'clockwise|met de (?:wijzers van de )?klok mee|en sentido horario|sens horaire|dans le sens des aiguilles d.une montre|sentido horario|to the right|right|im uhrzeigersinn|nach rechts|rechts|vers la droite|a droite|a la derecha|derecha|a destra|in senso orario|para a direita|rechtsom|naar rechts',
);
const IT = word(
  'it|the (?:whole )?(?:page|document|pdf|file|sheet)|das (?:dokument|blatt)|die seite|alle seiten|la page|le document|la pagina|el documento|la hoja|il documento|o documento|het document|de pagina|by|um|de|di|to|on|its|of|the|head',
);
const REVERSE_LAST =
  /^(?:die |de |)?(?:reihenfolge der seiten|seitenreihenfolge|volgorde van de pagina's|paginavolgorde) (?:bitte )?(?:umkehren|umdrehen|omkeren|omdraaien)$/u;
const REVERSE =
  /^(?:reverse|invert|flip|kehre|inverse[rz]?|invierte|inverti|inverta|draai) (?:the |die |l'|el |o )?(?:page order|order of (?:the |all )?pages|pages|seitenreihenfolge(?: um)?|ordre des pages|orden de las paginas|ordine delle pagine|ordem das paginas|volgorde van de pagina's|paginavolgorde)(?: om| um)?$/u;
const CROP =
  /^(?:crop|trim|cut|beschneide|schneide|rogne[rz]?|recorta|ritaglia|apara|snijd) (?:off )?(?:all )?(?:the |die |les |los |i |as |de )?(?:margins?|rander|seitenrander|marges?|margenes|margini|margens|edges) (?:by|um|de|di|em|met) (?<value>\d{1,4}(?:[.,]\d{1,2})?) ?(?<unit>[a-z%]+)$/u;
const SWAPS = word(
  'swap|exchange|switch|interchange|(?:ver)?tausche?n?|echange[rz]?|interverti[rs]|intercambia(?:r)?|scambia(?:re)?|troque|trocar|verwissel(?:en)?',
);
const TWO_PAGES =
  "(?:(?:the|die|les|las|le|as|de) )?(?:(?<which>first|last|(?:letzten|ersten) (?:beiden|zwei)|(?:beiden|zwei) (?:letzten|ersten)|(?:deux )?(?:premieres|dernieres)|(?:dos )?(?:primeras|ultimas)|(?:prime|ultime) due|(?:duas )?(?:primeiras|ultimas)|(?:laatste|eerste) twee) )?(?:two |2 |both )?(?:pages|seiten|paginas|pagine|pagina's)";
const SWAP = [
  new RegExp(`^(?:${SWAPS}) ${TWO_PAGES}(?: around| miteinander| aus| um| om)?$`, 'u'),
  new RegExp(`^${TWO_PAGES} (?:miteinander )?(?:${SWAPS})$`, 'u'),
] as const;
const ODD = /^(?:give me |keep |extract |i (?:only )?need )?(?:only )?(?:the )?(?<which>odd|even)(?:-numbered)? pages(?: only)?$/u;
const FLATTEN = new RegExp(
  `^(?:(?:make|turn) (?:the |this |all )*(?:form|pdf|document|fields|form fields) (?:(?:non[- ]?|un|not )editable|read-?only|not editable|no longer (?:editable|fillable)|not fillable)(?: any ?more)?|${word('flatten|flachen?|aplati[rs]|aplatissez|aplanar|aplana|appiattisci|achate')}(?: (?:please|it|this|the (?:whole )?(?:form|pdf|document|file|fields)|das formular|le formulaire|el formulario|il modulo|o formulario))?|(?:das )?formular(?: danach| dann)? flach(?: machen)?(?:, also nicht mehr ausfullbar)?)$`,
  'u',
);

const PAGES_PART_TURNED = new RegExp(`(?:^|\\s)${ROTATE}(?:\\s|$)`, 'u');
const PAGES_PART_WORDS = new RegExp(`^(?:${verbsOf('delete')})|(?:${verbsOf('delete')})$`, 'u');
const PAGES_PART_NAMED = new RegExp(`^(?:${verbsOf('delete')}) [^\\uE001:(]{1,60} ?[:(] ?\\| ?\\)?$`, 'u');
const PAGES_PART_WORDS_2 = new RegExp(`^${KEEP}`, 'u');

export function readPagesPart(folded: Folded, part: Span): Intent[] {
  const text = folded.text.slice(part.start, part.end);
  if (REVERSE.test(text) || REVERSE_LAST.test(text)) return [{ kind: 'reverse' }];
  const crop = CROP.exec(text)?.groups;
  const unit = unitOf(crop?.['unit'] ?? '');
  if (crop && unit) return [{ kind: 'crop', value: Number((crop['value'] ?? '').replace(',', '.')), unit }];
  if (FLATTEN.test(text)) return [{ kind: 'flatten' }];
  const swap = SWAP.map((pattern) => pattern.exec(text)).find((found) => found !== null);
  const which = swap?.groups?.['which'] ?? '';
  if (swap) return [{ kind: 'swap_pages', pages: which === '' ? 'all' : /last|letzt|derni|ult|laat/u.test(which) ? 'last' : '1-2' }];
  const odd = ODD.exec(text)?.groups?.['which'];
  if (odd !== undefined) return [{ kind: 'keep_pages', pages: odd }];
  const found = findPages(folded, part);
  const rest = (found ? text.replace(folded.text.slice(found.span.start, found.span.end), ' | ') : text).replaceAll(/ +/gu, ' ');
  const bare = (of: string, ...words: readonly string[]) => {
    let left = of;
    for (const one of words) left = left.replaceAll(patternOf(one, 'gu'), ' ');
    return left.replaceAll(/[\s|,.()°]/gu, '');
  };
  const turned = PAGES_PART_TURNED.test(text) ? readTurn(rest) : undefined;
  if (
    turned &&
    bare(
      rest.replace(DEGREES, ' '),
      COUNTER,
      CLOCK,
      ROTATE,
      IT,
      word(
        'upside down|umdrehen|auf den kopf|(?:auf|ins?|to|into|en|a|naar) (?:das |the |le |el |het )?(?:querformat|hochformat|landscape|portrait|paysage|apaisado|horizontal|liggend)|stelle|stell|setze|set|please|bitte|auf|also|so|then',
      ),
    ) === ''
  )
    return [{ kind: 'rotate', pages: found?.pages ?? 'all', degrees: turned }];
  const ordered = readPageOrder(folded, part);
  if (ordered.length > 0) return ordered;
  if (!found || found.pages === 'all') return readNamed(folded, part);
  const aside = rest.replace(/\| ?\((?<what>[^()|\uE001]{2,60})\)/u, '|');
  if (PAGES_PART_WORDS.test(text.trim()) && bare(aside, verbsOf('delete'), PAGE_FILL) === '')
    return [{ kind: 'delete_pages', pages: found.pages }];
  // The pages are said; what they hold is only named beside them.
  const named = PAGES_PART_NAMED.test(rest.trim());
  if (named) return [{ kind: 'delete_pages', pages: found.pages }];
  // What the pages are for may be said before: `split off the appendix: we only need pages 1-14`.
  const asked = /^[^\uE001|]{1,80}: (?=.*\|)/u.exec(rest)?.[0].length ?? 0;
  for (const from of [0, asked]) {
    const tail = rest.slice(from);
    if (PAGES_PART_WORDS_2.test(tail) && bare(tail, KEEP, ONLY) === '') return [{ kind: 'keep_pages', pages: found.pages }];
  }
  const shown = readShowing(folded, part, found);
  return shown.length > 0 ? shown : readKeptThing(folded, part, found);
}

const SHOWING = word(
  'with|showing|containing|about|that (?:show|have|contain)s?|which (?:show|have|contain)s?|mit|uber|zu|avec|sur|con|sobre|com|su|met|over',
);

const SHOWING_SHOWS = new RegExp(`^ ?(?:${SHOWING}) (?<what>[^\\d\uE001,:;]{3,60})$`, 'du');
const SHOWING_IS_ONLY = new RegExp(ONLY, 'gu');
const SHOWING_WORDS = new RegExp(`^${KEEP}`, 'u');
const SHOWING_WORDS_2 = new RegExp(`^(?:${verbsOf('delete')})`, 'u');

/** `I only want the list on the second page`: what stands there is the page. */
function readKeptThing(folded: Folded, part: Span, { pages, span }: { readonly pages: string; readonly span: Span }): Intent[] {
  const said = folded.text.slice(part.start, span.start);
  const lead = KEPT_THING.exec(said);
  const shown = lead && trimmed(folded, { start: part.start + lead[0].length, end: span.start });
  if (!shown || span.end < part.end || shown.start >= shown.end) return [];
  const what = folded.text.slice(shown.start, shown.end).replace(DETERMINER, '');
  if (KEPT_THING_ASKS.test(what) || what.split(' ').length > 5 || /\uE001/u.test(what)) return [];
  // A name must stand there; what is only a kind of thing is not looked for.
  return [{ kind: 'keep_pages', pages, ...(thingOf(what) === undefined ? { shown } : {}) }];
}

const KEPT_THING = new RegExp(
  `^${word('(?:i|we) (?:only|just) (?:need|want)|(?:i|we) (?:need|want) (?:only|just)|only keep|keep only|keep just|extract(?: only| just)?|ich (?:brauche|will|mochte) nur|wir brauchen nur|behalte nur|je (?:ne )?veux (?:que|seulement|juste)|(?:solo )?(?:necesito|quiero) (?:solo)?|voglio solo|mi serve solo|(?:so )?(?:preciso|quero) (?:so|apenas) (?:de )?|ik wil alleen|ik heb alleen')} `,
  'u',
);
const KEPT_THING_ASKS = new RegExp(ANY_VERB, 'u');

/** `the last two pages with the summary`: what they show is said too. */
function readShowing(folded: Folded, part: Span, { pages, span }: { readonly pages: string; readonly span: Span }): Intent[] {
  const before = folded.text.slice(part.start, span.start).trim();
  const shows = SHOWING_SHOWS.exec(folded.text.slice(span.end, part.end));
  const what = shows?.indices?.groups?.['what'];
  if (!what) return [];
  const shown = trimmed(folded, { start: span.end + what[0], end: span.end + what[1] });
  const isOnly = (words: string) => before.replaceAll(patternOf(words, 'gu'), ' ').replaceAll(SHOWING_IS_ONLY, ' ').trim() === '';
  if (SHOWING_WORDS.test(before) && isOnly(KEEP)) return [{ kind: 'keep_pages', pages, shown }];
  return SHOWING_WORDS_2.test(before) && isOnly(verbsOf('delete')) ? [{ kind: 'delete_pages', pages, shown }] : [];
}

const NAMED_PAGE = new RegExp(
  `^(?:${word('the|die|das|den|la|le|les|el|il|o|a|de|het')} )?(?<name>[^\\uE001\\d]{3,60}?)(?: ${word('page|pages|section|chapter|seite|kapitel|seccion|chapitre|sezione|capitolo|secao|hoofdstuk')})?(?: ${word('as (?:a |an own |its own )?(?:separate )?(?:pdf|file|document)|als pdf|en pdf|in pdf|come pdf')})?$`,
  'u',
);

const NO_NAME = new RegExp(
  word(
    'from|on|of (?:the|every|each|all)|every|each|all|both|first|last|next|blank|empty|auf|von|jede[rnms]?|alle[nr]?|de|du|des|sur|dans|del|della|en|em|na|no|van|op',
  ),
  'u',
);
const PAGE_LAST = / (?:pages?|seiten?)$/u;

const NAMED_KEEPS = new RegExp(`^(?:${KEEP}(?: ${word('just|only|nur|solo|seulement')})?) `, 'u');
const NAMED_IS_PDF = new RegExp(
  word('as (?:a |an own |its own )?(?:separate )?(?:pdf|file|document)|als pdf|en pdf|in pdf|come pdf|pages?|seiten?|paginas?'),
  'u',
);
const NAMED_DELETES = new RegExp(`^(?:${verbsOf('delete')}) `, 'u');

const NAMED_DELETED_LAST = new RegExp(` (?:${verbsOf('delete')})$`, 'u');

/** `I just need the table of contents as a pdf`, `the Symbol and Dingbats pages can go`: a page by what stands at its top. */
function readNamed(folded: Folded, part: Span): Intent[] {
  const text = folded.text.slice(part.start, part.end);
  const last = NAMED_DELETED_LAST.exec(text);
  const body = last ? text.slice(0, last.index).trimEnd() : text;
  const keeps = NAMED_KEEPS.exec(text);
  const deletes = NAMED_DELETES.exec(text);
  const verb = keeps ?? (PAGE_LAST.test(body) ? (deletes ?? last) : null);
  if (!verb || !NAMED_IS_PDF.test(text)) return [];
  const from = verb === last ? 0 : verb[0].length;
  const name = NAMED_PAGE.exec(body.slice(from))?.groups?.['name'];
  // `the logo from every page` names no page.
  if (name === undefined || NO_NAME.test(name)) return [];
  const start = part.start + text.indexOf(name, from);
  return [{ kind: 'named_pages', act: keeps ? 'keep_pages' : 'delete_pages', name: { start, end: start + name.length } }];
}

const PAGE_FILL = word(
  '(?:whole|entire|complete|ganze|toute|entera|intera)|from (?:the|this) (?:document|pdf|file)|of (?:the|this) (?:document|pdf|file)|aus dem dokument|du document|del documento|dal documento|do documento',
);

const TURN_WORDS = new RegExp(word('upside down|auf den kopf|a l.envers|boca abajo|sottosopra'), 'u');
const TURN_IS_LEFT = new RegExp(COUNTER, 'u');
const TURN_IS_RIGHT = new RegExp(CLOCK, 'u');

function readTurn(text: string): 90 | 180 | 270 | undefined {
  if (TURN_WORDS.test(text)) return 180;
  const turn = DEGREES.exec(text)?.[1] ?? '0';
  const said = /^\d/u.test(turn) ? Number(turn) : 90;
  if (said === 180) return 180;
  const isLeft = TURN_IS_LEFT.test(text);
  const isRight = TURN_IS_RIGHT.test(text);
  if (isLeft && isRight) return undefined;
  if (said === 270) return isLeft ? 90 : 270;
  if (said === 90 || said === 0) return isLeft ? 270 : said === 90 || isRight ? 90 : undefined;
  return undefined;
}
