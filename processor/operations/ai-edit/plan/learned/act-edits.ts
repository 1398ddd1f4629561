// One act whose roles are read and whose thing is chosen → edits, by the same ways as any other request: the phrase for the thing then means what was
// chosen.

import type { Folded } from '#instruction/reading/folded.ts';
import { quotedIn, trimmed, writtenAs } from '#instruction/reading/folded.ts';
import { termOf } from '#instruction/mentions/mention-words.ts';
import type { Intent, NewUnit } from '#instruction/reading/intents.ts';
import { patternOf, word } from '#instruction/reading/lexicon.ts';
import { positionSaid } from '#instruction/reading/looks.ts';
import { readPart } from '#instruction/reading/read-part.ts';
import { findPages, takeWhere } from '#instruction/reading/scope-words.ts';
import { stripped } from '#instruction/requests/acts.ts';
import type { Span } from '#instruction/tokens.ts';
import { addressOf } from '../ground/ground-annotations.ts';
import { groundIntent } from '../ground/ground-intent.ts';
import { isCounter, isOtherKind } from '../ground/ground-replace.ts';
import { type Grounded, planAll, type PlannedEdit, unclear } from '../ground/outcome.ts';
import { findIn, plainName } from '../places/ground-document.ts';
import type { Place } from '../places/page-lines.ts';
import { isIn, type PhraseReader, type Resolved, type Scene, textOf } from '../places/scene.ts';
import { onlyValues, valuesIn } from '../places/typed-values.ts';
import { composed } from '../requests/composed.ts';
import { readLook, type SaidLook } from './said-look.ts';
import { phraseOf, wholeOf } from './thing-features.ts';
import type { ThingThere } from './things.ts';
import type { Parts } from './said-thing.ts';

/** An act as it is read; its spans are of `folded`. */
export interface ActRead {
  readonly act: string;
  readonly folded: Folded;
  readonly parts: Parts;
  readonly span: Span;
}

/** Acts on a text, whose thing is chosen before. */
export const ON_TEXTS: ReadonlySet<string> = new Set([
  'replace', 'correct-spelling', 'delete', 'insert', 'style', 'highlight', 'underline', 'strike', 'redact', 'note-add', 'link-add',
]); // prettier-ignore

const VALUES: ReadonlySet<string> = new Set(['cell', 'value', 'number', 'money', 'percent', 'year', 'date', 'email', 'url', 'page_number']);

function resolvedAs({ thing, places }: Pick<ThingThere, 'thing' | 'places'>): Resolved {
  const kind = thing === 'text' ? 'text' : VALUES.has(thing) ? 'value' : 'block';
  return { ok: true, kind, targets: [places], ...(thing === 'row' ? { isRow: true } : {}) };
}

const meaning = (chosen: Resolved): PhraseReader => ({ target: () => chosen, thing: () => chosen });

const TEXT = { start: 0, end: 0 };

function one(folded: Folded, spans: readonly Span[] | undefined): Folded | undefined {
  if (!spans || spans.length !== 1) return undefined;
  const [span = TEXT] = spans;
  const own = trimmed(folded, span, /[\s,;:]/u);
  return own.start < own.end ? phraseOf(folded, own) : undefined;
}

/** A new text as it shall be written; undefined where there is none or several. */
function writtenNew({
  folded,
  parts,
}: Pick<ActRead, 'folded' | 'parts'>): { readonly text: string; readonly isQuoted: boolean } | undefined {
  const phrase = one(folded, parts.new);
  const written = phrase && writtenAs(phrase, wholeOf(phrase));
  // A quoted text with more words beside it is not the whole of them.
  return written && !written.isQuoted && quotedIn(phrase, wholeOf(phrase)) ? undefined : written;
}

export async function editsOnText(scene: Scene, read: ActRead, thing: ThingThere): Promise<Grounded> {
  const { folded, parts, act } = read;
  const phrase = one(folded, parts.target) ?? one(folded, parts.where) ?? one(folded, parts.old) ?? phraseOf(folded, read.span);
  const [place] = thing.places;
  const all =
    act === 'replace' || act === 'correct-spelling' || !place || thing.places.length > 1 ? undefined : placesMeant(scene, read, place);
  if (read.parts.count && !all && act !== 'replace' && act !== 'correct-spelling') return unclear(phrase.source);
  const several = numberSaid(phrase.text);
  if (several !== undefined && (all?.length ?? thing.places.length) !== several && !read.parts.old) return unclear(phrase.source);
  const chosen: Resolved =
    all && all.length > 1 ? { ...resolvedAs(thing), targets: all.map((own) => [own]), isEverywhere: true } : resolvedAs(thing);
  const inner: Scene = { ...scene, folded: phrase, phrases: meaning(chosen) };
  const target = wholeOf(phrase);
  const isMore = (parts.new ?? []).length > 0;
  const looks = one(folded, parts.look);
  const look = looks && readLook(looks.text);
  if ((parts.look ?? []).length > 0 && !look) return unclear(looks?.source ?? '');
  switch (act) {
    case 'replace':
    case 'correct-spelling':
      return look ? unclear(looks?.source ?? '') : replaced(scene, read, thing);
    case 'delete':
      // Nothing goes that no word asks for.
      if (isMore || look || !parts.verb) return unclear(phrase.source);
      return groundIntent(inner, { kind: 'delete', target });
    case 'redact':
      return isMore || look || !parts.verb ? unclear(phrase.source) : groundIntent(inner, { kind: 'redact', target });
    case 'highlight':
      if (isMore || (look && Object.keys(look).some((key) => key !== 'color'))) return unclear(phrase.source);
      return groundIntent(inner, { kind: 'highlight', target, ...(look?.color === undefined ? {} : { color: look.color }) });
    case 'underline':
    case 'strike':
      // To strike a sentence is to leave it out; a line is drawn where it is struck out, or through.
      if (act === 'strike' && verbOf(read) === 'strike') return unclear(phrase.source);
      if (isMore || (look && Object.keys(look).some((key) => key !== 'color'))) return unclear(phrase.source);
      return planAll(inner, chosen, (match) => ({ op: act, ...match, ...(look?.color === undefined ? {} : { color: look.color }) }));
    case 'style':
      return isMore || !look ? unclear(phrase.source) : styled(inner, chosen, look);
    case 'note-add':
      return noted(inner, read, chosen);
    case 'link-add':
      return linked(inner, read, chosen);
    default:
      return inserted(scene, read, thing);
  }
}

function verbOf({ folded, parts }: Pick<ActRead, 'folded' | 'parts'>): string {
  return (parts.verb ?? [])
    .map(({ start, end }) => folded.text.slice(start, end).trim())
    .join(' ')
    .replace(/^(?:please|pls|kindly) /u, '');
}

/** How many things are spoken of: `the three headings`. */
function numberSaid(text: string): number | undefined {
  for (const said of text.split(/[^\p{L}]+/u)) {
    const term = termOf(said);
    if (term.is === 'count') return term.count;
  }
  return undefined;
}

async function styled(scene: Scene, chosen: Resolved, { underline, upper, align, ...look }: SaidLook): Promise<Grounded> {
  const edits: PlannedEdit[] = [];
  const add = async (make: (match: Readonly<Record<string, unknown>>) => PlannedEdit): Promise<boolean> => {
    const made = await planAll(scene, chosen, make);
    if (made.ok) edits.push(...made.edits);
    return made.ok;
  };
  if (upper) {
    if (Object.keys(look).length > 0 || underline || align) return unclear('capitals');
    const value = textOf(scene, chosen.targets[0] ?? []).toUpperCase();
    return planAll(scene, chosen, (match) => ({ op: 'replace_text', ...match, value }));
  }
  const isDone =
    (Object.keys(look).length === 0 || (await add((match) => ({ op: 'restyle_text', ...match, ...look })))) &&
    (!underline || (await add((match) => ({ op: 'underline', ...match })))) &&
    (align === undefined || (await add((match) => ({ op: 'restyle_text', ...match, align }))));
  return isDone ? { ok: true, edits } : unclear('');
}

function noted(scene: Scene, read: ActRead, { targets }: Resolved): Promise<Grounded> | Grounded {
  const value = writtenNew(read);
  const [place] = targets[0] ?? [];
  if (!value || !place || read.parts.look) return unclear('');
  return planAll(scene, { ok: true, kind: 'text', targets: [[place]] }, (match) => ({ op: 'add_note', ...match, value: value.text }));
}

function linked(scene: Scene, read: ActRead, chosen: Resolved): Promise<Grounded> | Grounded {
  const value = writtenNew(read);
  const said = value?.text ?? textOf(scene, chosen.targets[0] ?? []);
  const url = addressOf(/^[\w-]+(?:\.[\w-]+)+(?:\/\S*)?$/u.test(said) && !said.startsWith('www.') ? `https://${said}` : said);
  if (url === undefined || read.parts.look) return unclear(said);
  return planAll(scene, chosen, (match) => ({ op: 'set_link', ...match, url }));
}

const OLD_TIMES_MAX = 3;
const OLD_MORE_MAX = 5;
/** One small word in place of so many says how, and not what. */
const MANY_WORDS = 5;
const SENTENCE_END = /[.!?。！？]$/u;

const EVERY = word(
  'everywhere|every(?: single)?(?: (?:time|instance|occurrence|mention|place|one))?|all(?: of (?:them|it|the))?(?: (?:the )?(?:instances|occurrences|mentions|places|times))?|throughout|each(?: time)?|always|wherever|anywhere|all over|both(?: (?:times|places|occurrences|instances))?|twice|uberall|alle|jedes mal|durchgehend|immer|beide(?: male)?|beides|an beiden stellen|partout|toutes?(?: les (?:fois|occurrences))?|chaque(?: fois)?|les deux(?: fois)?|todas?(?: las veces)?|todos|cada vez|en todas partes|ambas?(?: veces)?|ambos|dappertutto|ovunque|tutte(?: le volte)?|tutti|entramb[ie]|sempre|em todo o lado|todas as vezes|ambos|ambas|overal|elke keer|allemaal|beide(?: keren)?|所有|全部|每[处个次]|都|两处|すべて|全て|全部|両方',
);

/** Whether it is asked for at every place of the text. */
export function isEvery({ folded, parts }: Pick<ActRead, 'folded' | 'parts'>): boolean {
  const target = one(folded, parts.target);
  return (
    patternOf(EVERY, 'u').test(countsSaid(folded, parts)) ||
    (target !== undefined && takeWhere(target, wholeOf(target)).where.isEverywhere === true)
  );
}

const countsSaid = (folded: Folded, { count = [] }: Parts): string =>
  count.map(({ start, end }) => folded.text.slice(start, end)).join(' ');
const TWO = word('both|twice|beide[ns]?|les deux|deux fois|ambas?|ambos|entramb[ie]|两处|両方');

/** Every place of the text, where that is said; undefined where what is said of their number is not understood. */
function placesMeant(scene: Scene, read: ActRead, place: Place): readonly Place[] | undefined {
  if (!isEvery(read)) return read.parts.count ? undefined : [place];
  const found = findIn(scene.ground, textOf(scene, [place]), scene.pages);
  const all = found?.isInside === false ? found.places.filter((at) => isIn(at, scene.region)) : [];
  const counts = countsSaid(read.folded, read.parts);
  const number = patternOf(TWO, 'u').test(counts) ? 2 : numberSaid(counts);
  return all.length === 0 || (number !== undefined && all.length !== number) ? undefined : all;
}

async function replaced(scene: Scene, read: ActRead, thing: ThingThere): Promise<Grounded> {
  const fresh = writtenNew(read);
  const [place, ...others] = thing.places;
  if (!fresh || !place || others.length > 0) return unclear(fresh?.text ?? '');
  const old = one(read.folded, read.parts.old);
  const said = old && writtenAs(old, wholeOf(old)).text;
  const at = said === undefined ? narrowed(scene, place, fresh.text) : within(scene, place, said);
  if (!at) return unclear(said ?? fresh.text);
  const text = textOf(scene, [at]).trim();
  const value = withArticle(read, text, ended(text, fresh.text, thing.thing));
  // `(minuscule)` behind a new text is said about it.
  if (!fresh.isQuoted && /\([^()]*\)$/u.test(value) && !text.includes('(')) return unclear(value);
  if (text === value || isOtherKind(text, value) || isCounter(text, value)) return unclear(value);
  const [olds, news] = [text.split(/\s+/u).length, value.split(/\s+/u).length];
  if (!fresh.isQuoted && olds >= MANY_WORDS && news === 1 && /^\p{Ll}/u.test(value)) return unclear(value);
  // A whole for a few words, or a few words for a whole, is more often a part that was not seen.
  if (said === undefined && thing.thing !== 'text' && olds > news * OLD_TIMES_MAX + OLD_MORE_MAX) return unclear(value);
  const places = placesMeant(scene, read, at);
  if (!places) return unclear(value);
  const part =
    places.length === 1 ? differing(scene, at, value, (old ?? one(read.folded, read.parts.target))?.source.split(/\s+/u) ?? []) : undefined;
  if (part)
    return planAll(scene, { ok: true, kind: 'text', targets: [[part.place]] }, (match) => ({
      op: 'replace_text',
      ...match,
      value: part.value,
    }));
  return planAll(scene, { ok: true, kind: 'text', targets: places.map((own) => [own]) }, (match) => ({
    op: 'replace_text',
    ...match,
    value,
  }));
}

/** What reads otherwise than it is called keeps its look: only the words that differ are set anew. */
function differing(
  { ground }: Scene,
  place: Place,
  value: string,
  said: readonly string[],
): { readonly place: Place; readonly value: string } | undefined {
  const olds = [...ground.facts.pageText(place.page).slice(place.start, place.end).matchAll(/\S+/gu)];
  const news = [...value.matchAll(/\S+/gu)];
  // As it stands there, or as the request calls the old text too: `LaTeX` for a logo that reads as `LATEX`.
  const isSame = (one: RegExpMatchArray | undefined, two: RegExpMatchArray | undefined) =>
    one !== undefined &&
    two !== undefined &&
    /[\p{L}\p{N}]$/u.test(one[0]) &&
    (one[0] === two[0] || (plainName(one[0]) === plainName(two[0]) && said.includes(two[0])));
  const most = Math.min(olds.length, news.length) - 1;
  let [first, last] = [0, 0];
  while (first < most && isSame(olds[first], news[first])) first++;
  while (last < most - first && isSame(olds.at(-1 - last), news.at(-1 - last))) last++;
  const [from, to] = [olds[first], olds.at(-1 - last)];
  const [own, end] = [news[first], news.at(-1 - last)];
  const kept = [...olds.slice(0, first), ...olds.slice(olds.length - last)].map(([word]) => word);
  // Where all of them are written as they stand there, setting them again changes nothing.
  if (kept.every((word) => value.includes(word)) || !from || !to || !own || !end) return undefined;
  return {
    place: { ...place, start: place.start + from.index, end: place.start + to.index + to[0].length },
    value: value.slice(own.index, end.index + end[0].length),
  };
}

/** The only place of the old text in what was chosen. */
function within(scene: Scene, place: Place, said: string): Place | undefined {
  if (plainName(textOf(scene, [place])) === plainName(said)) return place;
  const found = findIn(scene.ground, said, [place.page]);
  const inside = (found?.isInside === false ? found.places : []).filter((at) => isIn(at, [place]));
  return inside.length === 1 ? inside[0] : undefined;
}

/** `W/E 10/02/20` for a date: the date in it. */
function narrowed({ ground }: Scene, place: Place, value: string): Place | undefined {
  const [own, ...others] = onlyValues(value) ?? [];
  const text = ground.facts.pageText(place.page).slice(place.start, place.end);
  if (!own || others.length > 0 || onlyValues(text.trim())) return place;
  const alike = valuesIn(text).filter(({ kind, shape }) => kind === own.kind || shape === own.shape);
  const [inside, ...more] = alike;
  if (!inside) return place;
  return more.length === 0 ? { ...place, start: place.start + inside.start, end: place.start + inside.end } : undefined;
}

const ARTICLE = /(?:^|\s)((?:The|A|An|Der|Die|Das|Le|La|Les|L'|El|Los|Las|Il|Lo|Gli|I|O|Os|As|De|Het) ?)$/u;

/** `The LaTeX Team to The LaTeX Project`: an article with a capital before the new text is a part of it, where the old text has one. */
function withArticle({ folded, parts }: ActRead, old: string, value: string): string {
  const [article] = ARTICLE.exec(folded.source.slice(0, parts.new?.[0]?.start ?? 0))?.slice(1) ?? [];
  return article !== undefined && ARTICLE.test(`${old.split(' ')[0] ?? ''} `) ? `${article}${value}` : value;
}

/** A sentence keeps its end. */
function ended(old: string, value: string, kind: string): string {
  const [end] = SENTENCE_END.exec(old) ?? [];
  const isSentence = kind === 'sentence' || kind === 'paragraph' || kind === 'item';
  return isSentence && end !== undefined && /[\p{L}\p{N})]$/u.test(value) ? `${value}${end}` : value;
}

const BEFORE =
  /(?:^|[ ,])(?:before|above|ahead of|in front of|over|preceding|on top of|at the (?:top|start|beginning)|vor|uber|oberhalb|davor|daruber|am anfang|avant|au-dessus|devant|au debut|antes|encima|delante|al principio|prima|sopra|davanti|all'inizio|acima|no inicio|voor|boven|ervoor|erboven|vooraan|bovenaan)(?![\p{L}])|前|上/u;
const AFTER =
  /(?:^|[ ,])(?:after|below|under|underneath|beneath|behind|following|next to|at the (?:end|bottom)|nach|unter|unterhalb|hinter|danach|darunter|am ende|apres|sous|en dessous|dessous|au-dessous|derriere|a la fin|despues|tras|debajo|detras|al final|dopo|sotto|dietro|alla fine|depois|abaixo|no final|no fim|na|onder|achter|erna|eronder|achteraan|onderaan)(?![\p{L}])|后|後|下|次/u;

async function inserted(scene: Scene, read: ActRead, thing: ThingThere): Promise<Grounded> {
  const where = one(read.folded, read.parts.where) ?? one(read.folded, read.parts.target);
  const value = one(read.folded, read.parts.new);
  if (!where || !value || read.parts.look) return unclear('');
  const [isBefore, isAfter] = [BEFORE.test(where.text), AFTER.test(where.text)];
  if (isBefore === isAfter) return unclear(where.source);
  const place = isBefore ? ('before' as const) : ('after' as const);
  const { folded, spans } = composed([value, where]);
  const [at = TEXT, anchor = TEXT] = spans;
  const inner: Scene = { ...scene, folded, phrases: meaning(resolvedAs(thing)) };
  const unit = unitSaid(read);
  if (thing.thing === 'text' && unit === undefined) return groundIntent(inner, { kind: 'insert', value: at, place, anchor });
  return groundIntent(inner, { kind: 'insert_unit', value: at, anchor, place, ...(unit ? { unit } : {}) });
}

const UNITS = [
  [
    'list_item',
    /bullet|list item|(?:^| )item|aufzahlungspunkt|(?:^| )punkt|puce|vineta|(?:^| )punto|elenco|opsommingsteken|项目|箇条書き/u,
  ],
  ['row', /(?:^| )(?:row|tabellenzeile|fila|rij|rangee)(?: |$)|行を/u],
  ['paragraph', /paragraph|absatz|parrafo|paragrafo|alinea|paragraphe|段落|段/u],
  ['line', /(?:^| )(?:line|zeile|ligne|linea|riga|linha|regel|heading|subtitle|title)(?: |$)/u],
] as const satisfies readonly (readonly [NewUnit, RegExp])[];

function unitSaid({ folded, parts, span }: ActRead): NewUnit | undefined {
  // Words of the request, not those that are written.
  let text = folded.text.slice(span.start, span.end);
  for (const { start, end } of [...(parts.new ?? []), ...(parts.where ?? [])]) text = text.replace(folded.text.slice(start, end), ' ');
  return UNITS.find(([, words]) => words.test(text))?.[0];
}

/** What the frames of the first reading are taken for, by act. */
const KINDS: Readonly<Record<string, readonly Intent['kind'][]>> = {
  'rotate-pages': ['rotate'],
  'delete-pages': ['delete_pages', 'named_pages', 'keep_pages'],
  'extract-pages': ['keep_pages'],
  'reorder-pages': ['move_pages', 'swap_pages', 'reverse'],
  'insert-page': ['insert_blank'],
  'duplicate-page': ['duplicate_pages', 'copy_pages'],
  'page-numbers': ['number'],
  stamp: ['mark'],
  watermark: ['mark'],
  'header-footer': ['mark'],
  'picture-remove': ['picture'],
  'picture-move': ['picture'],
  'picture-resize': ['picture'],
  'picture-replace': ['replace_image'],
  'annotation-remove': ['remarks'],
  'link-remove': ['unlink'],
  'link-change': ['link'],
  flatten: ['flatten', 'remarks'],
};

/** Acts on what is no text: pages, pictures, links, fields. */
export async function editsElsewhere(scene: Scene, read: ActRead): Promise<Grounded> {
  const { act } = read;
  if (act === 'fill-field' || act === 'tick' || act === 'untick' || act === 'clear-field') return fields(scene, read);
  if (act === 'stamp' || act === 'watermark' || act === 'header-footer') {
    const marked = await marks(scene, read);
    if (marked.ok) return marked;
  }
  const kinds = KINDS[act];
  if (!kinds) return unclear(act);
  const part = stripped(phraseOf(read.folded, read.span));
  for (const readings of readPart(part, wholeOf(part))) {
    const made = new Map<string, Grounded & { readonly ok: true }>();
    for (const intent of readings) {
      if (!kinds.includes(intent.kind)) continue;
      const found = await groundIntent({ ...scene, folded: part }, intent);
      if (found.ok) made.set(JSON.stringify(found.edits), found);
    }
    const [only, ...others] = made.values();
    if (others.length > 0) return unclear(part.source);
    if (only) return only;
  }
  return unclear(part.source);
}

async function fields(scene: Scene, read: ActRead): Promise<Grounded> {
  const { folded: whole, parts, act } = read;
  const field = one(whole, parts.target) ?? one(whole, parts.where);
  const fresh = one(whole, parts.new);
  if (!field || parts.look || (parts.new?.length ?? 0) > 1) return unclear('');
  const { folded, spans } = composed([field, ...(fresh ? [fresh] : [])]);
  const [at = TEXT, value] = spans;
  const inner: Scene = { ...scene, folded };
  if (act === 'fill-field') return value ? groundIntent(inner, { kind: 'fill', field: at, value }) : unclear('');
  if (act === 'clear-field') return fresh ? unclear('') : groundIntent(inner, { kind: 'clear_fields', target: at });
  return fresh ? unclear('') : groundIntent(inner, { kind: 'tick', field: at, checked: act === 'tick' });
}

const FOOT = word(
  'foot(?:er)?|bottom|fuss(?:zeile)?|unten|pied(?: de page)?|bas|pie(?: de pagina)?|abajo|pie|fondo|basso|rodape|voet(?:tekst)?|onder(?:aan)?|页脚|フッター|下',
);
const MARK_FILL = word(
  'a|an|the|in|on|at|of|to|as|into|inside|across|over|diagonally|page|pages|corner|side|margin|header|footer|stamp|watermark|top|bottom|left|right|cent(?:er|re)|middle|der|die|das|in|im|auf|oben|unten|links|rechts|ecke|kopfzeile|fusszeile|kopf|mitte|le|la|les|en|du|de|haut|bas|droite|gauche|coin|tete|pied|el|arriba|abajo|derecha|izquierda|esquina|encabezado|pie|il|lo|alto|basso|destra|sinistra|angolo|o|cima|direita|esquerda|canto|cabecalho|rodape|het|boven|onder|aan|rechtsboven|linksboven|rechtsonder|linksonder|koptekst|voettekst|hoek',
);

/** A text on pages, at a place of them, where all that is said of it is understood. */
async function marks(scene: Scene, read: ActRead): Promise<Grounded> {
  const { folded: whole, parts, act } = read;
  const value = one(whole, parts.new);
  const where = one(whole, parts.where);
  const looks = one(whole, parts.look);
  const look = looks && readLook(looks.text);
  const page = one(whole, parts.pages);
  const found = page && findPages(page, wholeOf(page));
  const position = where && positionSaid(where.text);
  const isPlaced = !where || (position !== undefined && !/[\p{L}\p{N}]/u.test(where.text.replaceAll(patternOf(MARK_FILL, 'gu'), ' ')));
  if (!value || !isPlaced || (looks && !look) || (page && !found) || (parts.where?.length ?? 0) > 1) return unclear(value?.source ?? '');
  if (look && Object.keys(look).some((key) => !['color', 'size', 'bold'].includes(key))) return unclear(looks.source);
  const target = one(whole, parts.target);
  const mark = act === 'header-footer' ? (patternOf(FOOT, 'u').test(`${where?.text ?? ''} ${target?.text ?? ''} ${whole.text.slice(read.span.start, read.span.end)}`) ? 'footer' : 'header') : (act as 'stamp' | 'watermark'); // prettier-ignore
  const { folded, spans } = composed([value]);
  const [at = TEXT] = spans;
  return groundIntent(
    { ...scene, folded },
    {
      kind: 'mark',
      mark,
      value: at,
      isBare: false,
      ...(position ? { position } : {}),
      ...(look?.color === undefined ? {} : { color: look.color }),
      ...(look?.size?.unit === 'pt' ? { points: look.size.value } : {}),
      ...(look?.bold ? { bold: true } : {}),
      ...(found ? { where: { pages: found.pages } } : {}),
    },
  );
}
