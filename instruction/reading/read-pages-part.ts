// Pages as a whole: removed, kept, turned, reversed; the form made flat.

import type { Span } from '../tokens.ts';
import { type Folded, trimmed } from './folded.ts';
import type { Intent } from './intents.ts';
import { unitOf } from '../words.ts';
import { patternOf, verbsOf, word } from './lexicon.ts';
import { readPageOrder } from './read-page-order.ts';
import { findPages } from './scope-words.ts';

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
const SWAP = /^(?:swap|exchange|switch) (?:the )?(?:first )?(?:two |2 )?pages(?: around)?$/u;
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
  if (SWAP.test(text)) return [{ kind: 'swap_pages', pages: /first/u.test(text) ? '1-2' : 'all' }];
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
  if (PAGES_PART_WORDS.test(text.trim()) && bare(rest, verbsOf('delete'), PAGE_FILL) === '')
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
  return readShowing(folded, part, found);
}

const SHOWING = word(
  'with|showing|containing|about|that (?:show|have|contain)s?|which (?:show|have|contain)s?|mit|uber|zu|avec|sur|con|sobre|com|su|met|over',
);

const SHOWING_SHOWS = new RegExp(`^ ?(?:${SHOWING}) (?<what>[^\\d\uE001,:;]{3,60})$`, 'du');
const SHOWING_IS_ONLY = new RegExp(ONLY, 'gu');
const SHOWING_WORDS = new RegExp(`^${KEEP}`, 'u');
const SHOWING_WORDS_2 = new RegExp(`^(?:${verbsOf('delete')})`, 'u');

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
  word('as (?:a |an own |its own )?(?:separate )?(?:pdf|file|document)|als pdf|en pdf|in pdf|come pdf|page|seite|pagina'),
  'u',
);
const NAMED_DELETES = new RegExp(`^(?:${verbsOf('delete')}) `, 'u');

/** `I just need the table of contents as a pdf`: a page by what stands at its top. */
function readNamed(folded: Folded, part: Span): Intent[] {
  const text = folded.text.slice(part.start, part.end);
  const keeps = NAMED_KEEPS.exec(text);
  const isPdf = NAMED_IS_PDF.test(text);
  const deletes = NAMED_DELETES.exec(text);
  const verb = keeps ?? (PAGE_LAST.test(text) ? deletes : null);
  if (!verb || !isPdf) return [];
  const name = NAMED_PAGE.exec(text.slice(verb[0].length))?.groups?.['name'];
  // `the logo from every page` names no page.
  if (name === undefined || NO_NAME.test(name)) return [];
  const start = part.start + text.indexOf(name, verb[0].length);
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
