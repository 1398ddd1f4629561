// What is asked of links: a text that shall lead to an address or a page, and links that shall go.

import type { Span } from '../tokens.ts';
import { type Folded, trimmed } from './folded.ts';
import type { Intent } from './intents.ts';
import { patternOf, verbsOf, word } from './lexicon.ts';
import { COLOR } from './looks.ts';
import { takeWhere, withoutKept } from './scope-words.ts';
import { DETERMINER } from './things.ts';
import { CLICKABLE, LINK_NOUN } from './thing-words.ts';

const ADDRESS = /(?:https?:\/\/|www\.|mailto:|tel:)[^\s"'<>()\uE000\uE001]*[^\s"'<>().,;:!?\uE000\uE001]|[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gu;
const LINKS = word(
  'link|hyperlink|verlinken?|verlinke|verknupfen?|lie[rz]?|relie[rz]?|enlaza(?:r)?|vincula(?:r)?|collega(?:re)?|ligue|vincule|koppel(?:en)?',
);
const MAKES = word(
  'make|turn|convert|set|change|mache?|machen|mach|setze?|wandle|andere|rends?|rendez|transforme[rz]?|mets|mettez|haz|convierte|pon|cambia|rendi|trasforma|metti|torne|transforme|coloque|mude|maak|zet|verander',
);
const TO = word('to|at|on|with|into|auf|mit|zu|nach|vers|a|sur|avec|con|su|para|com|naar|met|op|point(?:ing)? to|leading to|fuhrt zu');
const SHALL = word(
  '(?:should|must|shall|needs to|has to) (?:be|become|go to|lead to|point to|link to|open)(?: an?)?|soll(?:te|en)?|muss|doit(?: etre| mener| pointer| renvoyer)?|debe(?: ser| llevar| apuntar)?|deve(?: essere| portare| ser| levar| apontar)?|moet',
);
/** `let the link on "A" lead to …` */
const LEADS = word(
  'lead|leads|go|goes|point|points|open|opens|link|jump|take (?:you|me|people|readers)|redirect|fuhrt|fuhren|zeigt|zeigen|verweist|verweisen|leitet|mene|menent|pointe|pointent|renvoie|renvoyer|mener|pointer|lleve|llevar|apunte|apuntar|dirija|porti|portare|punti|puntare|leve|levar|aponte|apontar|leidt|leiden|verwijst|verwijzen',
);
const LETS = word('let|have|make|get|lass(?:e|en sie)?|fais|faites|haz que|que|fa(?:i)? che|faca|fazer|laat');
const LINK_FILL = word(
  'a|an|the|real|working|clickable|proper|link|links|hyperlink|to|into|it|one|ein|einen|eine|echter|richtiger|der|un|une|le|vrai|lien|vers|el|un|enlace|real|collegamento|vero|o|um|verdadeiro|een|echte|werden|sein|verlinkt|fuhren|be|target|address|adresse|url|ziel|of|under|behind|on|for|von|unter|hinter|fur|de|du|sur|del|sobre|su|di|da|do|van|as|mailto',
);

const OVER = word(
  'on|over|of|from|behind|under|to|in|at|for|with|uber|auf|von|vom|hinter|unter|zu|zur|zum|in|sur|de|du|vers|sous|dans|en|del|sobre|a|di|del|della|su|da|do|para|em|van|op|naar|onder',
);

export function readLinks(folded: Folded, part: Span): Intent[] {
  return [...readBorders(folded, part), ...readUnlinked(folded, part), ...readLinked(folded, part)];
}

function spanIn(folded: Folded, part: Span, found: string, from = 0): Span {
  const at = folded.text.slice(part.start, part.end).indexOf(found, from);
  return trimmed(folded, { start: part.start + at, end: part.start + at + found.length }, /[\s,;:(]/u);
}

const LINKED_IS_ABOUT_LINKS = new RegExp(
  `${LINK_NOUN}|${CLICKABLE}|^${LINKS} | ${LINKS}$|${word('verlinkt|mailto')}|^(?:${LETS}) .+ (?:${LEADS}) `,
  'u',
);
const LINKED_IS_THERE = new RegExp(
  `^(?:(?:${verbsOf('change', 'replace')}|${LETS}|${word('point|redirect|aim|send|direct|update')}) )?(?:${DETERMINER.source.slice(1)})?${LINK_NOUN} (?:${OVER}) `,
  'u',
);
const LINKED_TO_PAGE = new RegExp(`(?:${TO}) (?:the )?(?:page|seite|pagina) (?<page>\\d{1,5})`, 'u');

/** `make "X" clickable (https://…)`, `link "X" to page 5`, `change the link of "X" to https://…`, `X should be a real link`. */
function readLinked(folded: Folded, whole: Span): Intent[] {
  const part = withoutKept(folded, whole);
  const text = folded.text.slice(part.start, part.end);
  const isAboutLinks = LINKED_IS_ABOUT_LINKS.test(text);
  if (!isAboutLinks) return [];
  const isThere = LINKED_IS_THERE.test(text);
  const addresses = [...text.matchAll(ADDRESS)];
  const intents: Intent[] = [];
  const add = (target: string, url: Span | undefined, page?: number) => {
    const span = spanIn(folded, part, target);
    const { rest, where } = takeWhere(folded, span);
    if (rest.start < rest.end)
      intents.push({
        kind: 'link',
        target: rest,
        where,
        ...(url ? { url } : {}),
        ...(page === undefined ? {} : { page }),
        ...(isThere ? { isThere } : {}),
      });
  };
  // The last address is where it leads; one before it is a text of the document.
  const last = addresses.at(-1);
  const hasTarget = last !== undefined && (addresses.length > 1 || !isOnlyText(text, last[0]));
  const url = hasTarget ? { start: part.start + last.index, end: part.start + last.index + last[0].length } : undefined;
  const body = (
    hasTarget ? text.slice(0, last.index) + ' '.repeat(last[0].length) + text.slice(last.index + last[0].length) : text
  ).replace(/\(\s*\)/u, (hole) => ' '.repeat(hole.length));
  const toPage = LINKED_TO_PAGE.exec(body);
  const page = url ? undefined : toPage ? Number(toPage.groups?.['page']) : undefined;
  const said = (toPage && page !== undefined ? body.slice(0, toPage.index) : body).trimEnd();
  for (const target of targetsIn(said)) add(target, url, page);
  return intents;
}

const IS_ONLY_TEXT_WORDS = new RegExp(`${LINK_NOUN} $`, 'u');
const IS_ONLY_TEXT_WORDS_2 = new RegExp(`^ (?:${TO}|${OVER}) `, 'u');
const IS_ONLY_TEXT_WORDS_3 = new RegExp(`(?:${TO}) (?:the )?(?:address |adresse |url )?$`, 'u');

/** `make www.x.org clickable` names a text, and no other address. */
function isOnlyText(text: string, address: string): boolean {
  const before = text.slice(0, text.indexOf(address));
  // `add a hyperlink https://… to the words "A"`
  if (IS_ONLY_TEXT_WORDS.test(before) && IS_ONLY_TEXT_WORDS_2.test(text.slice(before.length + address.length))) return false;
  return !before.trimEnd().endsWith('(') && !IS_ONLY_TEXT_WORDS_3.test(before);
}

const TARGETS_IN_WORDS = new RegExp(`^(?:${LINK_FILL} ?)+$`, 'u');

let frames: readonly RegExp[] | undefined;

const targetFrames = (): readonly RegExp[] =>
  (frames ??= [
    `^${word('where(?:ver)? it (?:says|reads)')} (?<target>.+?),? (?:${LINKS})(?: ${word('it')})? ?(?:${TO})?\\s*(?:instead)?$`,
    `^(?:${LETS}) (?:${LINK_FILL} )*${LINK_NOUN} (?:${OVER}) (?<target>.+?) (?:${LEADS}) ?(?:${TO})?\\s*$`,
    `^(?:${LETS}) (?<target>.+?) (?:${LEADS}|${LINKS}) ?(?:${TO})?\\s*$`,
    `^(?:${word('point|redirect|aim|send|direct')}) (?:${LINK_FILL} )*${LINK_NOUN} (?:${OVER}) (?<target>.+?) ?(?:${TO})?\\s*$`,
    `^(?:${LINK_FILL} )*${LINK_NOUN} (?:${OVER}) (?<target>.+?) (?:(?:${SHALL}|${word('should|must|shall|has to|needs to|soll(?:te)?|muss|doit|debe|deve|moet')}) )?(?:now )?(?:${LEADS}) ?(?:${TO})?\\s*$`,
    `^(?:${LINK_FILL} )*${LINK_NOUN} (?<target>.+?) ${word('soll(?:te)?|muss|should|must')} (?:${TO})?\\s*(?:${LEADS})$`,
    `^(?:${MAKES}) (?<target>.+?) (?:${CLICKABLE}|(?:${TO}|als )?(?:${LINK_FILL} )*${LINK_NOUN})(?: ${TO})?\\s*$`,
    `^(?:${LINKS}) (?<target>.+?)(?: ${TO})?\\s*$`,
    `^(?:${MAKES}|${verbsOf('change', 'replace')}) (?:${LINK_FILL} )*${LINK_NOUN} (?:${LINK_FILL} )*(?<target>.+?) ${TO}\\s*$`,
    `^(?:${verbsOf('insert')}) (?:${LINK_FILL} )*${LINK_NOUN}(?: ${TO})?\\s+(?:${word('on|over|to|for|behind|uber|auf|sur|sobre|en|su|em|op')}) (?<target>.+?)\\s*$`,
    `^(?:${verbsOf('insert')}) (?:${LINK_FILL} )*${LINK_NOUN} (?:${word('on|over|for|behind|uber|auf|sur|sobre|en|su|em|op')}) (?<target>.+?) ${TO}\\s*$`,
    `^(?<target>(?:.+? )?${LINK_NOUN}) (?:(?:${SHALL}|${word('should|must|shall|has to|needs to|soll(?:te)?|muss|doit|debe|deve|moet')}) )?(?:now )?(?:${LEADS}) ?(?:${TO})?\\s*$`,
    `^(?<target>(?:.+? )?${LINK_NOUN}) ${SHALL}\\s*$`,
    `^(?:${verbsOf('change', 'replace')}|${word('point|redirect|aim|send|direct')}) (?<target>(?:.+? )?${LINK_NOUN}) (?:${TO})\\s*$`,
    `^(?:${LINK_FILL} )*${LINK_NOUN} (?:${LINK_FILL} )*(?<target>.+?) ${SHALL}\\s*(?:${LINK_FILL} ?|${TO} ?)*$`,
    `^(?<target>.+?) ${SHALL} ?(?:${LINK_FILL} ?|${TO} ?|${CLICKABLE} ?|\\(|\\)|${word('verlinkt|werden|sein')} ?)*$`,
    `^(?<target>.+?) (?:${word('mit|auf|to|with')})\\s+${LINKS}$`,
  ].map((frame) => new RegExp(frame, 'u')));

/** The words for the text, in the forms in which people ask. */
function targetsIn(said: string): string[] {
  return targetFrames().flatMap((frame) => {
    const target = frame.exec(said)?.groups?.['target']?.trim();
    const isLink = target !== undefined && LINK_LAST.test(target);
    return target === undefined || target === '' || (!isLink && TARGETS_IN_WORDS.test(target)) ? [] : [target];
  });
}

const LINK_LAST = new RegExp(`(?:^|[ ])${LINK_NOUN}$`, 'u');

const UNLINK = word('unlink|entlinke?n?|delier');

const UNLINKED_GONE = new RegExp(
  `^(?:${verbsOf('delete')}) (?:${word('all|every|each|the|any|of|alle|den|die|der|das|le|les|tous|toutes|el|los|todos|il|i|gli|tutti|o|os|de|het')} )*(?:${word('hyper|clickable|internal|external')} )?(?<noun>${LINK_NOUN})(?<rest>.*)$`,
  'u',
);
const UNLINKED_UN = new RegExp(`^(?:${UNLINK}) (?<rest>.+)$`, 'u');
const UNLINKED_NOT = new RegExp(
  `^(?<rest>.+?) (?:${word("should not be|shouldn't be|must not be|is not to be|soll(?:te|en)? nicht(?: mehr)?|ne doit (?:plus|pas) etre|no debe ser|non deve essere|nao deve ser|moet niet")}) (?:${CLICKABLE}|${LINK_NOUN})(?: any ?more| sein)?$`,
  'u',
);
/** `remove the licence link` */
const UNLINKED_NAMED = new RegExp(`^(?:${verbsOf('delete')}) (?<name>[^\uE001]{2,50} ${LINK_NOUN})$`, 'u');
const UNLINKED_JOINT = new RegExp(`^(?:${OVER}) +`, 'u');

/** `remove the link on "X"`, `remove all links to example.com`, `"X" should not be clickable`. */
function readUnlinked(folded: Folded, whole: Span): Intent[] {
  const part = withoutKept(folded, whole);
  const text = folded.text.slice(part.start, part.end);
  const gone = UNLINKED_GONE.exec(text);
  const un = UNLINKED_UN.exec(text);
  const not = UNLINKED_NOT.exec(text);
  const rest = gone?.groups?.['rest'] ?? un?.groups?.['rest'] ?? not?.groups?.['rest'];
  const named = gone ? null : UNLINKED_NAMED.exec(text);
  const called = named?.groups?.['name'];
  if (called !== undefined) {
    const { rest: target, where } = takeWhere(folded, spanIn(folded, part, called, named?.[0].indexOf(called)));
    return [{ kind: 'unlink', target, where, isBorder: false }];
  }
  if (rest === undefined) return [];
  const span = trimmed(folded, { start: part.start + text.lastIndexOf(rest), end: part.start + text.lastIndexOf(rest) + rest.length });
  const { rest: bare, where } = takeWhere(folded, span);
  const joint = gone ? (UNLINKED_JOINT.exec(folded.text.slice(bare.start, bare.end))?.[0].length ?? 0) : 0;
  const target = { start: bare.start + joint, end: bare.end };
  if (gone && target.start >= target.end) return [{ kind: 'unlink', where, isBorder: false }];
  if (gone && joint === 0) return [];
  return [{ kind: 'unlink', target, where, isBorder: false }];
}

const FRAME = word(
  'frames?|borders?|boxes|rectangles?|outlines?|rahmen|umrandung(?:en)?|kasten|cadres?|bordures?|encadres?|marcos?|recuadros?|bordes?|riquadri|cornici|bordi|molduras?|bordas?|kaders?|randen',
);

/** `the red frames around the links are ugly, remove them`. */
function readBorders(folded: Folded, part: Span): Intent[] {
  const text = folded.text.slice(part.start, part.end);
  const around = `(?:${word('the|all|these|those|die|diese|alle|les|ces|los|las|i|le|os|as|de')} )*(?:(?<color>${COLOR}) )?${FRAME} (?:${word('around|of|on|over|um|von|autour d[eu]s?|des?|alrededor de|de|intorno a(?:i|gli)?|dei|em volta d[aoe]s?|dos|rond|om|van')}) (?<what>.+?)`;
  const first = patternOf(`^(?:${verbsOf('delete')}) ${around}$`, 'u').exec(text);
  const later = patternOf(
    `^${around} (?:${word('are|look|sind|sont|son|sono|sao|zijn')}) [\\p{L} ]{1,40}, ?(?:${word('so|please|bitte')} )*(?:${verbsOf('delete')}) (?:${word('them|these|those|sie|les|los|li|eles|ze')})$`,
    'u',
  ).exec(text);
  const last = patternOf(`^${around} +(?:${verbsOf('delete')})$`, 'u').exec(text);
  if (!(first ?? later ?? last)) return [];
  return [{ kind: 'unlink', where: takeWhere(folded, part).where, isBorder: true }];
}
