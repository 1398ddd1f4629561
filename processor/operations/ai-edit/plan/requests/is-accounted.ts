// A veto over plans: what the instruction says must be seen in what they do. A quoted text that is nowhere in the plan, a long text that gives way to
// a few words, a picture that goes for a part of it: such a plan was guessed.

import { choosePages } from '#contract/params/edit-pages.ts';
import type { EditOperation } from '#contract/params/edit-plan.ts';
import { type Folded, fold, quotedIn } from '#instruction/reading/folded.ts';
import { CLOSERS, patternOf, verbsOf, word } from '#instruction/reading/lexicon.ts';
import { THINGS } from '#instruction/reading/things.ts';
import { stayOf } from '#instruction/reading/clauses/stays.ts';
import { termOf } from '#instruction/mentions/mention-words.ts';
import { readMention } from '#instruction/mentions/read-mention.ts';
import { requestsFor, sliceOf, withoutCourtesy } from '#instruction/requests/acts.ts';
import { piecesOf } from '#instruction/requests/pieces.ts';
import { findIn, type GroundDocument, plainName } from '../places/ground-document.ts';
import { isTalk } from '#instruction/requests/talk.ts';
import { isOneOfSeveral } from './is-one-of-several.ts';
import { keepsQuotes } from './keeps-quotes.ts';
import { shareOf } from './likest-part.ts';

/** @returns whether nothing of the instruction speaks against the plan */
export const isAccounted = (instruction: string, operations: readonly EditOperation[], ground: GroundDocument): boolean =>
  isUndisputed(instruction, operations, ground) && areQuotesUsed(instruction, operations, ground);

/** The same, where every quoted text is known to have its part. */
export function isUndisputed(instruction: string, operations: readonly EditOperation[], ground: GroundDocument): boolean {
  return (
    operations.every(
      (operation) => !isOutOfProportion(operation, instruction) && !isPartOfPicture(operation) && !isWish(operation, instruction),
    ) &&
    !operations.some((operation) => standsAlready(operation, ground) || isOfOneWord(operation, instruction)) &&
    !operations.some((operation) => isPlaceOfAnother(operation, instruction) || isWholeOfAnother(operation, instruction)) &&
    areNewNamesUsed(instruction, operations, ground) &&
    keepsQuotes(instruction, operations) &&
    !(operations.length > 1 && operations.some(isLimit)) &&
    !IN_ONE_LANGUAGE.test(fold(instruction).text) &&
    !operations.some((operation) => isSeveralOfOne(operation, instruction, ground) || isOneOfSeveral(operation, instruction, ground))
  );
}

const ALL = new RegExp(
  word(
    'all|every|everywhere|each|both|any|alle[nrs]?|jede[nrsm]?|beide[nrs]?|uberall|tous|toutes|chaque|partout|tod[oa]s|cada|ambos|ambas|tutt[ie]|ogni|entramb[ie]|elke?|overal|allebei',
  ),
  'u',
);

/** `the candidates of that party should be 1,842`: what is described is one thing, and its text stands in two cells. */
function isSeveralOfOne(operation: EditOperation, instruction: string, ground: GroundDocument): boolean {
  if (operation.op !== 'replace_text' || operation.match.text === undefined || operation.match.occurrence !== 'all') return false;
  const { text } = operation.match;
  if (` ${plainName(instruction)} `.includes(` ${plainName(text)} `) || ALL.test(fold(instruction).text)) return false;
  const places = findIn(ground, text, choosePages(operation.pages, ground.pageCount) ?? [])?.places ?? [];
  return places.some((one, index) => places.findIndex(({ page }) => page === one.page) !== index);
}

const LANGUAGES =
  '(?:english|german|french|spanish|italian|portuguese|dutch|chinese|japanese|arabic|hebrew|englische[nrs]?|deutsche[nrs]?|franzosische[nrs]?|spanische[nrs]?|italienische[nrs]?|anglais|allemande?|francais|espagnole?|italienne?|espanol|ingles|aleman|frances|italiano|portugues|inglese|tedesc[oa]|francese|spagnol[oa]|engelse?|duitse?|franse?|spaanse?)';
const WRITTEN_PART =
  '(?:text[eo]?|tekst|testo|version|versione|versao|versie|part[ei]?|teil|columna?|colonn[ae]|spalte|half|section|fassung)';
/** `in the Spanish text`: no page says in which language it is written. */
const IN_ONE_LANGUAGE = new RegExp(word(`${LANGUAGES} ${WRITTEN_PART}|${WRITTEN_PART} (?:en |in )?${LANGUAGES}`), 'u');

const ONLY =
  /^\P{L}*(?:only|just|nur|blo(?:ß|ss)|seulement|uniquement|s[oó]lo|solamente|[uú]nicamente|soltanto|apenas|somente|alleen|enkel|只|仅|だけ|のみ)/iu;

/** `write DRAFT at the top, only on the first page`: where it is done is no wish for fewer pages. */
function isLimit(operation: EditOperation): boolean {
  return operation.op === 'keep_pages' && ONLY.test(operation.because);
}

const AUTHOR = new RegExp(
  word(
    'my|mine|our|ours|us|your|mein(?:e[nrms]?)?|unser(?:e[nrms]?)?|uns|mon|ma|mes|notre|nos|nous|mi|mis|nuestr[oa]s?|nosotros|mio|mia|nostr[oaie]|noi|meu|minha|noss[oa]s?|mijn|onze|ons',
  ),
  'u',
);
const SAYS = new RegExp(word('is|are|should|must|shall|ist|sind|soll|sollte|muss|est|sont|doit|es|son|debe|deve|devono|zijn|moet'), 'u');
/** A text with so many words may hold a sentence. */
const SENTENCE_MIN = 4;
/** Begins what says how or where, and seldom what shall stand there. */
const MANNER = new RegExp(
  `^${word('in|on|at|by|with|without|under|below|above|like|as|from|im|auf|bei|mit|ohne|unter|uber|wie|von|dans|en|sur|sous|avec|sans|comme|par|con|sin|como|bajo|sobre|nel|nella|senza|come|sotto|sopra|com|sem|sob|op|onder|met|zonder|zoals')} `,
  'u',
);

/** `that was Ann Brown from our side`, `the names should be in alphabetical order`: words without quotation marks that say more than a new text. */
function isWish(operation: EditOperation, instruction: string): boolean {
  if (operation.op !== 'replace_text') return false;
  const { value } = operation;
  const at = instruction.indexOf(value);
  if (at < 0 || (at > 0 && /["'`“”„«»‘’‚「『]/u.test(instruction.charAt(at - 1)))) return false;
  const [said, old] = [fold(value).text, fold(operation.match.text ?? '').text];
  // `(benchmarks re-run in May)` behind a new text is said about it.
  if (/\([^()]*\)$/u.test(value) && !(operation.match.text ?? '').includes('(')) return true;
  // `fix Pg in the MCH line, unit is pg`: a sentence about a word is not what takes its place.
  const verb = old.split(' ').length < SENTENCE_MIN ? SAYS.exec(said)?.[0] : undefined;
  if (verb !== undefined && !patternOf(word(verb), 'u').test(old)) return true;
  const own = AUTHOR.exec(said)?.[0];
  if (own !== undefined && !patternOf(word(own), 'u').test(old)) return true;
  const manner = MANNER.exec(said)?.[0];
  return manner !== undefined && !old.startsWith(manner);
}

/** `"it is not my intension" must be intention`: the new text is one of the words of the old one, spelled otherwise. */
function isOfOneWord(operation: EditOperation, instruction: string): boolean {
  if (operation.op !== 'replace_text' || operation.value.includes(' ')) return false;
  const [olds, value] = [plainName(operation.match.text ?? '').split(' '), plainName(operation.value)];
  if (olds.length < 3 || value.length < 4 || olds.includes(value)) return false;
  return (
    fold(instruction).text.includes('\uE001') &&
    olds.some((one) => one.slice(0, 3) === value.slice(0, 3) && Math.abs(one.length - value.length) < 3)
  );
}

const PLACES: ReadonlySet<string> = new Set(['under', 'above', 'after', 'before', 'beside']);

/** `black out the name behind Printed by`: what stands behind a word of place says where the thing is. */
function isPlaceOfAnother(operation: EditOperation, instruction: string): boolean {
  if (!OF_TEXTS.has(operation.op) || operation.op === 'insert_text' || !('match' in operation)) return false;
  // The row of a text goes as a row.
  const isWhole = operation.op === 'delete_text' && operation.as !== 'text';
  const [said, text] = [` ${plainName(instruction)} `, ` ${plainName(operation.match.text ?? '')} `];
  if (text.trim() === '') return false;
  const befores: string[][] = [];
  for (let at = said.indexOf(text); at >= 0; at = said.indexOf(text, at + 1)) befores.push(said.slice(0, at).split(' '));
  return (
    befores.length > 0 &&
    befores.every(
      (words) =>
        isWordOfPlace(words.at(-1)) || (OF.test(words.at(-1) ?? '') && isWordOfPlace(words.at(-2))) || (!isWhole && isPartBefore(words)),
    )
  );
}

const PART = new RegExp(
  `^(?:${[THINGS.item, THINGS.line, THINGS.row, THINGS.sentence, THINGS.paragraph].join('|')}|words?|worte?|worter|mots?|palabras?|parol[ae]|palavras?|woord(?:en)?)$`,
  'u',
);

/** `the last item of`: a part of it is meant. */
function isPartBefore(words: readonly string[]): boolean {
  const last = words.findLastIndex((one) => !OF.test(one));
  return (
    last >= 0 &&
    last < words.length - 1 &&
    PART.test(words[last] ?? '') &&
    words.slice(last + 1).some((one) => /^(?:of|de|del|du|des|di|da|do|d|der|von|vom|van|della)$/u.test(one))
  );
}

const OF = /^(?:the|an?|of|to|de|del|du|des|di|da|do|la|le|el|il|o|der|die|das|dem|den|het)$/u;

function isWordOfPlace(word = ''): boolean {
  const term = termOf(word);
  return term.is === 'relation' && PLACES.has(term.relation);
}

/** `remove "However," from "However, it is"`: the longer text says where. */
function isWholeOfAnother(operation: EditOperation, instruction: string): boolean {
  if (operation.op !== 'delete_text' && operation.op !== 'redact') return false;
  const gone = plainName(operation.match.text ?? '');
  const quotes = quotesIn(fold(instruction)).map(plainName);
  return quotes.includes(gone) && quotes.some((quote) => quote !== '' && quote !== gone && ` ${gone} `.includes(` ${quote} `));
}

const GERMAN = /(?<!\p{L})(?:der|die|das|den|dem|und|bitte|nicht|soll|auf|im|ist)(?!\p{L})/gu;
/** Two names in a row, or a code: `Tequila Splitfin`, `PO-4711`. */
const NEW_NAME = /(?<=[\p{Ll}\p{N},:>→] )\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)+/gu;

const SIGNED = new RegExp(`(?:${CLOSERS})[\\s,.!;-]*$`, 'u');

/** Names without quotation marks that stand nowhere in the document shall be written: a plan that has none of them left a request out. */
function areNewNamesUsed(instruction: string, operations: readonly EditOperation[], ground: GroundDocument): boolean {
  if (!operations.every(({ op }) => OF_TEXTS.has(op)) || (fold(instruction).text.match(GERMAN)?.length ?? 0) > 1) return true;
  const folded = fold(instruction);
  const done = plainName(operations.map((operation) => JSON.stringify({ ...operation, because: '' })).join(' '));
  const pages = Array.from({ length: ground.pageCount }, (_, index) => index + 1);
  const told = piecesOf(folded).filter(({ start, end }) => {
    const part = sliceOf(folded, start, end);
    return isTalk(part.text) || stayOf(withoutCourtesy(part).text) !== undefined;
  });
  return [...folded.source.matchAll(NEW_NAME)].every(({ 0: written, index }) => {
    const words = plainName(written).split(' ');
    const isKnown = words.some((one) => pages.some((page) => ground.holds(page, ` ${one} `))) || words.every((one) => done.includes(one));
    return isKnown || SIGNED.test(folded.text.slice(0, index)) || told.some(({ start, end }) => index >= start && index < end);
  });
}

const ADDED = new RegExp(verbsOf('insert'), 'u');

/** `"1st edition, 2017" shall stand on the cover`, where a text like it stands: it may be meant to take its place. */
function standsAlready(operation: EditOperation, ground: GroundDocument): boolean {
  if (operation.op !== 'stamp' || ADDED.test(fold(operation.because).text) || !/\p{N}/u.test(operation.value)) return false;
  const words = plainName(operation.value).match(/\p{L}{4,}/gu) ?? [];
  return (choosePages(operation.pages, ground.pageCount) ?? []).some((page) =>
    ground.lines(page).rows.some((row) => {
      const text = ` ${plainName(row.map((piece) => piece.text).join(' '))} `;
      return /\p{N}/u.test(text) && words.some((one) => text.includes(` ${one} `));
    }),
  );
}

const OLD_WORDS_MIN = 7;
const TIMES_MAX = 4;

/** A text of many words for a few that are not among them. */
function isOutOfProportion(operation: EditOperation, instruction: string): boolean {
  if (operation.op !== 'replace_text') return false;
  const old = operation.match.text ?? '';
  const [olds, news] = [old.split(/\s+/u).length, operation.value.split(/\s+/u).length];
  if (olds < OLD_WORDS_MIN || olds < news * TIMES_MAX || shareOf(operation.value, old) > 0.5) return false;
  return !plainName(instruction).includes(plainName(old));
}

/** `delete the bar from the chart`: the chart stays. */
function isPartOfPicture(operation: EditOperation): boolean {
  if (operation.op !== 'delete_image') return false;
  const objects = requestsFor(fold(operation.because), 'delete').map(({ object }) =>
    readMention(object, { start: 0, end: object.text.length }),
  );
  return (
    objects.some(({ noun, words, at }) => noun !== 'picture' && words !== undefined && at.some(({ relation }) => relation === 'in')) &&
    !objects.some(({ noun }) => noun === 'picture')
  );
}

const OF_TEXTS: ReadonlySet<string> = new Set([
  'replace_text',
  'delete_text',
  'insert_text',
  'restyle_text',
  'redact',
  'highlight',
  'underline',
  'strike',
]);

/** `vi. `, `(3) `, `b) `, `• ` */
const MARK = /^[\s"'“”„«»「」]*(?:\(?(?:\d{1,3}|[ivxlc]{1,6}|\p{L})[.)]|[•◦▪·*–-])\s+/iu;

/** Each quoted text is a part of what is done, or stands on a page that is touched; what only says what stays may be elsewhere. */
function areQuotesUsed(instruction: string, operations: readonly EditOperation[], ground: GroundDocument): boolean {
  // Fields are called by labels, numbers by a form.
  if (!operations.every(({ op }) => OF_TEXTS.has(op))) return true;
  const folded = fold(instruction);
  const done = plainName(operations.map((operation) => JSON.stringify({ ...operation, because: '' })).join(' '));
  const pages = new Set(
    operations.flatMap((operation) => ('pages' in operation ? (choosePages(operation.pages, ground.pageCount) ?? []) : [])),
  );
  return piecesOf(folded).every((piece) => {
    const part = sliceOf(folded, piece.start, piece.end);
    if (stayOf(withoutCourtesy(part).text) !== undefined) return true;
    return quotesIn(part).every((written) => {
      const quote = plainName(written);
      // An item gets its mark from its list.
      const isDone = [quote, plainName(written.replace(MARK, ''))].some((text) => done.includes(text));
      return quote === '' || isDone || [...pages].some((page) => ground.holds(page, quote));
    });
  });
}

/** From so many quoted texts on, a plan that has all of them is what they were written for. */
const QUOTES_TELL = 3;

const LIST_MARK = /^(?:\p{N}{1,3}|\p{L}|[ivx]{1,5})(?= \p{L}{2}) /u;

/** @returns whether every one of several quoted texts is in the plan, or both the new one and the one beside it */
export function hasAllQuotes(instruction: string, operations: readonly EditOperation[]): boolean {
  const quotes = quotesIn(fold(instruction)).map(plainName);
  const done = ` ${plainName(operations.map((operation) => JSON.stringify({ ...operation, because: '' })).join(' '))} `;
  // The mark of an item may come from its list.
  const isDone = (quote: string) => done.includes(` ${quote} `) || done.includes(` ${quote.replace(LIST_MARK, '')} `);
  const isInsertion = operations.length === 1 && operations[0]?.op === 'insert_text' && quotes.length === 2;
  return (quotes.length >= QUOTES_TELL || isInsertion) && quotes.every(isDone);
}

function quotesIn(part: Folded): readonly string[] {
  const quotes: string[] = [];
  for (let from = 0; ;) {
    const found = quotedIn(part, { start: from, end: part.text.length });
    if (!found) return quotes;
    quotes.push(...part.source.slice(found.start, found.end).split(/…|\.\.\./u));
    from = found.end;
  }
}
