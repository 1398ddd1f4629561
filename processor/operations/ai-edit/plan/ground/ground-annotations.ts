// Annotations, links and notes: which of them are meant, and over which text a new one lies.

import { choosePages } from '#contract/params/edit-pages.ts';
import { EditOperation, type EditOf } from '#contract/params/edit-plan.ts';
import { quotedIn, writtenAs } from '#instruction/reading/folded.ts';
import type { Intent } from '#instruction/reading/intents.ts';
import { word } from '#instruction/reading/lexicon.ts';
import { LINK_NOUN } from '#instruction/reading/thing-words.ts';
import { DETERMINER, thingOf } from '#instruction/reading/things.ts';
import type { Span } from '#instruction/tokens.ts';
import { findIn, plainName } from '../places/ground-document.ts';
import { holdsStems, stemsOf } from './named-units.ts';
import { type Grounded, planAll, type PlannedEdit, unclear } from './outcome.ts';
import { type Place, placesOf, rowAt, wordsAt } from '../places/page-lines.ts';
import { isIn, type Resolution, type Resolved, type Scene, textOf, type Unresolved } from '../places/scene.ts';
import { resolveTarget } from './resolve.ts';

type OfAnnotations = EditOf<'remove_annotations'> | EditOf<'flatten_annotations'> | EditOf<'remove_links'>;

export function groundRemarks(scene: Scene, intent: Extract<Intent, { kind: 'remarks' }>): Grounded {
  const said = scene.folded.source.slice(intent.at?.start ?? 0, intent.at?.end ?? 0);
  const pages = intent.where?.pages === undefined ? {} : { pages: intent.where.pages };
  const edits = intent.kinds.map((kind): PlannedEdit => {
    if (intent.act === 'flatten') return { op: 'flatten_annotations', kind, ...pages };
    const author = intent.author && writtenAs(scene.folded, intent.author).text;
    const text = intent.at && writtenAs(scene.folded, intent.at).text;
    return {
      op: 'remove_annotations',
      kind,
      ...pages,
      ...(intent.color === undefined ? {} : { color: intent.color }),
      ...(author === undefined ? {} : { author }),
      ...(text === undefined ? {} : { text }),
    };
  });
  const found = edits.map((edit) => meant(scene, edit));
  if (found.some((all) => all.length === 0)) return missingThings(scene, edits, said);
  // What words describe and nobody understands is no choice only where there is one of each.
  if (intent.isDescribed && !isOneOfEach(found, intent.kinds)) return { ...missingThings(scene, edits, said), why: 'ambiguous' };
  return { ok: true, edits };
}

/** Lines through a text are highlights too, where nothing else names them. */
function isOneOfEach(found: readonly (readonly { readonly kind: string; readonly box: unknown }[])[], kinds: readonly string[]): boolean {
  if (found.every((all) => all.length === 1)) return true;
  const all = [...new Map(found.flat().map((one) => [JSON.stringify([one.kind, one.box]), one])).values()];
  const named = kinds.map((kind) => ({ highlights: 'Highlight', strikeouts: 'StrikeOut', underlines: 'Underline' })[kind]);
  return (
    all.length === kinds.length && new Set(all.map(({ kind }) => kind)).size === all.length && all.every(({ kind }) => named.includes(kind))
  );
}

function meant({ ground }: Scene, edit: PlannedEdit) {
  const operation = EditOperation.parse({ ...edit, id: 'op1', because: '-' }) as OfAnnotations;
  return ground.facts.annotations(choosePages(operation.pages, ground.pageCount) ?? [], operation);
}

/** With what there is of the kind, or else of any kind. */
function missingThings(scene: Scene, edits: readonly PlannedEdit[], said: string): Unresolved {
  const isLink = edits[0]?.op === 'remove_links';
  const ofKind = edits.flatMap(({ op, kind }) => meant(scene, op === 'remove_links' ? { op } : { op, kind }));
  const all = ofKind.length > 0 || isLink ? ofKind : meant(scene, { op: 'remove_annotations' });
  const things = all.flatMap(({ page, box, kind, text, author, url }) =>
    box ? [{ page, box, what: [kind, author, text, url].filter((one) => one !== undefined && one !== '').join(': ') }] : [],
  );
  return { ok: false, why: 'missing', said, candidates: [], things };
}

/** Lines under or through a text. */
export async function groundLine(scene: Scene, { line, target, color }: Extract<Intent, { kind: 'line' }>): Promise<Grounded> {
  const resolved = resolveTarget(scene, target);
  if (!resolved.ok) return resolved;
  return planAll(scene, resolved, (match) => ({ op: line, ...match, ...(color === undefined ? {} : { color }) }));
}

/** `the paragraph starting with "Ut wisi"` stands where its first words do. */
export async function groundNote(scene: Scene, { value, at }: Extract<Intent, { kind: 'note' }>): Promise<Grounded> {
  const quoted = quotedIn(scene.folded, at);
  const resolvedAt = quoted ? quotedText(scene, quoted) : resolveTarget(scene, at);
  const found = resolvedAt.ok ? resolvedAt : (titleAt(scene, at) ?? resolvedAt);
  if (!found.ok) return found;
  // Of several places the one that begins a paragraph or a line of its own, where that is what was said.
  const opens = found.targets.filter(([place]) => place !== undefined && opensParagraph(scene, place));
  const isSaid = OPENING.test(scene.folded.text.slice(at.start, at.end));
  const resolved = isSaid && opens.length > 0 ? { ...found, targets: opens } : found;
  const first = resolved.targets.map((places) => places.slice(0, 1));
  if (first.length > 1) return { ok: false, why: 'ambiguous', said: scene.folded.source.slice(at.start, at.end), candidates: first.flat() };
  return planAll(scene, { ...resolved, targets: first }, (match) => ({
    op: 'add_note',
    ...match,
    value: writtenAs(scene.folded, value).text,
  }));
}

/** A title of several lines: the first block of the first page, where it is the one heading of its level. */
function titleAt({ ground, folded }: Scene, { start, end }: Span): Resolution | undefined {
  if (thingOf(folded.text.slice(start, end).replace(DETERMINER, '').trim()) !== 'title') return undefined;
  const headings = ground.blocks(1).filter(({ kind, level }) => kind === 'heading' && level === 1);
  const first = ground.blocks(1).find(({ kind }) => kind !== 'header' && kind !== 'picture');
  const [title] = headings;
  return title && headings.length === 1 && title === first
    ? { ok: true, kind: 'block', targets: [placesOf(ground.lines(1), title.words)] }
    : undefined;
}

const OPENING =
  /(?<!\p{L})(?:paragraphs?|headings?|headlines?|titles?|sections?|lines?|absatz|uberschrift|abschnitt|zeile|titel|paragraphe|titre|section|ligne|parrafo|titulo|seccion|linea|paragrafo|titolo|sezione|riga|secao|linha|alinea|kop|regel)(?!\p{L})/u;

function opensParagraph({ ground }: Scene, { page, start }: Place): boolean {
  const { paragraphs, rows } = ground.lines(page);
  const opens = (words: readonly { readonly start: number }[] | undefined) =>
    words?.[0] !== undefined && Math.abs(words[0].start - start) <= 1;
  const paragraph = paragraphs.find(({ pieces }) =>
    pieces.some(({ words }) => words.some((word) => word.start <= start && word.end > start)),
  );
  return (
    opens(paragraph?.pieces[0]?.words) || rows.some((row) => opens(row[0]?.words) && row.length === 1 && paragraph?.pieces.length === 1)
  );
}

function quotedText(scene: Scene, quoted: Span): Resolution {
  const { text } = writtenAs(scene.folded, quoted);
  const found = findIn(scene.ground, text, scene.pages);
  return found
    ? { ok: true, kind: 'text', targets: found.places.map((place) => [place]) }
    : { ok: false, why: 'missing', said: text, candidates: [] };
}

const EMAIL_NOUN = /(?<!\p{L})(?:e-?mail|mail|correo|courriel)/u;
const URL_NOUN =
  /(?<!\p{L})(?:web ?(?:site|address|page)?|urls?|internet ?(?:adresse|address)|webadresse|site ?web|adresse web|pagina web|sito(?: web)?|indirizzo web|direccion web|website|webadres|address)/u;

export async function groundLink(scene: Scene, intent: Extract<Intent, { kind: 'link' }>): Promise<Grounded> {
  const target = intent.page === undefined ? {} : { page: intent.page };
  const called = linkCalled(scene, intent.target);
  const named = called ?? linkedText(scene, withoutJoint(scene, intent.target));
  const found = named.ok ? named : (titleAt(scene, intent.target) ?? named);
  if (!found.ok) return found;
  const resolved = intent.isThere ? onlyLinked(scene, linksWithin(scene, found), intent.target) : found;
  if (!resolved.ok) return resolved;
  const all = resolved.targets.flat();
  const texts = new Set(resolved.targets.map((places) => textOf(scene, places).toLowerCase()));
  if (texts.size > 1)
    return { ok: false, why: 'ambiguous', said: scene.folded.source.slice(intent.target.start, intent.target.end), candidates: all };
  const [own = ''] = resolved.targets.map((places) => textOf(scene, places));
  const said = intent.url && scene.folded.source.slice(intent.url.start, intent.url.end);
  const url = intent.page === undefined ? addressOf(said ?? own) : undefined;
  if (url === undefined && intent.page === undefined) return unclear(said ?? own);
  return planAll(scene, resolved, (match) => ({ op: 'set_link', ...match, ...target, ...(url === undefined ? {} : { url }) }));
}

const LINK_LAST = new RegExp(`^(?:(?<name>.+?) )?${LINK_NOUN}$`, 'u');

/** `the licence link`, or `the link` where there is one: by what it lies over, the line around that, or its address. */
function linkCalled(scene: Scene, span: Span): Resolution | undefined {
  const whole = scene.folded.text.slice(span.start, span.end);
  const said = LINK_LAST.exec(whole.replace(DETERMINER, ''));
  if (!said || quotedIn(scene.folded, span)) return undefined;
  const links = meant(scene, { op: 'remove_links' }).flatMap(({ page, box, url }) => {
    const places = box && scene.pages.includes(page) ? placesUnder(scene, page, box) : [];
    const [own] = places;
    return own && places.length === 1 ? [{ own, url, name: plainName(textOf(scene, places)), line: lineOf(scene, own) }] : [];
  });
  const stems = stemsOf(said.groups?.['name'] ?? '');
  const named = [
    (one: (typeof links)[number]) => holdsStems(one.name, stems),
    (one: (typeof links)[number]) => holdsStems(plainName(one.url ?? ''), stems),
    (one: (typeof links)[number]) => holdsStems(one.line, stems),
  ]
    .map((isCalled) => links.filter(isCalled))
    .find((all) => all.length > 0);
  const placed =
    named || stems.length === 0
      ? undefined
      : resolveTarget(scene, { start: span.start, end: span.end - (LINK_END.exec(whole)?.[0].length ?? 0) });
  const inside = placed?.ok === true ? links.filter(({ own }) => isIn(own, placed.targets.flat())) : [];
  // What runs along on every page is not meant beside what stands on one.
  const body = links.filter(({ own }) => !isRunning(scene, own));
  const found = stems.length === 0 ? (body.length > 0 ? body : links) : (named ?? inside);
  const source = scene.folded.source.slice(span.start, span.end);
  const candidates = found.map(({ own }) => own);
  const isOne = new Set(found.map(({ url, name }) => url ?? name)).size === 1;
  if (!isOne) return { ok: false, why: found.length > 0 ? 'ambiguous' : 'missing', said: source, candidates };
  return { ok: true, kind: 'value', targets: candidates.map((place) => [place]) };
}

const LINK_END = new RegExp(` ?${LINK_NOUN}$`, 'u');

const isRunning = ({ ground }: Scene, { page, start }: Place) =>
  ground
    .blocks(page)
    .some(({ kind, words }) => (kind === 'header' || kind === 'footer') && words.some((one) => one.start <= start && one.end > start));

function placesUnder({ ground }: Scene, page: number, [left, bottom, right, top]: readonly [number, number, number, number]) {
  const lines = ground.lines(page);
  const isUnder = ({ box: [x0, y0, x1, y1] }: (typeof lines.words)[number]) => {
    const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
    return x > left && x < right && y > bottom && y < top;
  };
  return placesOf(lines, lines.words.filter(isUnder));
}

const lineOf = ({ ground }: Scene, place: Place) =>
  plainName((rowAt(ground.lines(place.page), place) ?? []).map(({ text }) => text).join(' '));

const JOINT = new RegExp(
  `^${word('in|on|of|at|over|behind|under|im|auf|von|vom|hinter|unter|zur|zum|dans|sur|de|du|en|del|sobre|nella?|nel|su|na|no|van|op')} `,
  'u',
);

function withoutJoint({ folded }: Scene, { start, end }: Span): Span {
  return { start: start + (JOINT.exec(folded.text.slice(start, end))?.[0].length ?? 0), end };
}

/** `the link in footnote 2`: of a line or a paragraph only the words that have one. */
function linksWithin({ ground }: Scene, found: Resolved): Resolved {
  if (found.kind !== 'block') return found;
  const targets = found.targets.flatMap((places) => {
    const [page] = places.map((place) => place.page);
    if (page === undefined) return [];
    const lines = ground.lines(page);
    const boxes = places.flatMap((place) => ground.facts.linksOver(place)).flatMap(({ box }) => (box ? [box] : []));
    const isOver = (x: number, y: number) => boxes.some(([left, bottom, right, top]) => x > left && x < right && y > bottom && y < top);
    const words = places.flatMap((place) => wordsAt(lines, place));
    const linked = words.filter(({ box: [x0, y0, x1, y1] }) => isOver((x0 + x1) / 2, (y0 + y1) / 2));
    return linked.length > 0 ? [placesOf(lines, linked)] : [];
  });
  return targets.length > 0 ? { ...found, targets } : found;
}

/** Of several texts those with a link: where they lead to different places, one of them is not chosen. */
function onlyLinked(scene: Scene, { targets, ...found }: Resolved, span: Span): Resolution {
  const linked = targets.flatMap((places) => {
    const links = places.flatMap((place) => scene.ground.facts.linksOver(place));
    return links.length > 0 ? [{ places, leads: links.map(({ url, box }) => url ?? JSON.stringify(box)) }] : [];
  });
  const said = scene.folded.source.slice(span.start, span.end);
  if (linked.length === 0) return { ok: false, why: 'missing', said, candidates: targets.flat() };
  if (new Set(linked.flatMap(({ leads }) => leads)).size > 1)
    return { ok: false, why: 'ambiguous', said, candidates: linked.flatMap(({ places }) => places) };
  return { ...found, targets: linked.map(({ places }) => places) };
}

/** A text that is named, or the only address of its kind on the pages. */
function linkedText(scene: Scene, span: Span): Resolution {
  const quoted = quotedIn(scene.folded, span);
  if (quoted) return quotedText(scene, quoted);
  const said = scene.folded.text.slice(span.start, span.end);
  const pages = /(?<!\p{L})(?:cover|title page|titelseite|deckblatt|couverture|portada|copertina|capa|voorblad)(?!\p{L})/u.test(said)
    ? [1]
    : scene.pages;
  const pattern =
    EMAIL_NOUN.test(said) && !/@/u.test(said) ? 'email' : URL_NOUN.test(said) && !/\.\p{L}{2}/u.test(said) ? 'url' : undefined;
  if (pattern === undefined) return resolveTarget({ ...scene, pages }, span);
  const places = pages.flatMap((page) => addressesOn(scene, page, pattern));
  const low = /(?<!\p{L})(?:bottom|foot|unten|bas|abajo|pie|basso|fondo|onder|rodape)(?!\p{L})/u.test(said);
  const high = /(?<!\p{L})(?:top|head|oben|haut|arriba|alto|boven)(?!\p{L})/u.test(said);
  const there = low === high ? places : places.filter((place) => isLow(scene, place) === low);
  const chosen = there.length > 0 ? there : [];
  const source = scene.folded.source.slice(span.start, span.end);
  if (chosen.length === 0) return { ok: false, why: 'missing', said: source, candidates: places };
  return { ok: true, kind: 'value', targets: chosen.map((place) => [place]) };
}

const ADDRESSES = {
  email: /[\w.+-]{1,64}@(?:[a-z\d-]{1,63}\.){1,8}[a-z]{2,24}/giu,
  url: /(?:https?:\/\/|www\.)[^\s<>"']{2,500}[^\s<>"'.,;:!?)]/giu,
} as const;

function addressesOn({ ground }: Scene, page: number, kind: keyof typeof ADDRESSES): Place[] {
  return [...ground.facts.pageText(page).matchAll(ADDRESSES[kind])].map(({ index, 0: all }) => ({
    page,
    start: index,
    end: index + all.length,
  }));
}

function isLow({ ground }: Scene, { page, start }: Place): boolean {
  const { words, height } = ground.lines(page);
  const word = words.find((one) => one.end > start);
  return word !== undefined && word.box[1] < height / 2;
}

export function addressOf(said: string): string | undefined {
  // Typesetters print other hyphens and tildes than addresses have.
  const text = said
    .trim()
    .replace(/[.,;:!?)]+$/u, '')
    .replaceAll(/[\u2010-\u2015\u2212]/gu, '-')
    .replaceAll(/[\u02dc\u223c]/gu, '~');
  if (/^(?:https?:\/\/|mailto:|tel:)\S+$/iu.test(text)) return text;
  if (/^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/u.test(text)) return `mailto:${text}`;
  return /^www\.\S+\.\S+$/iu.test(text) ? `http://${text}` : undefined;
}

export function groundUnlink(scene: Scene, { target, isBorder, where }: Extract<Intent, { kind: 'unlink' }>): Grounded {
  const pages = where?.pages === undefined ? {} : { pages: where.pages };
  if (!target) {
    const edit: PlannedEdit = { op: 'remove_links', ...pages, ...(isBorder ? { borders_only: true } : {}) };
    return meant(scene, edit).length > 0 ? { ok: true, edits: [edit] } : missingThings(scene, [edit], '');
  }
  const quoted = quotedIn(scene.folded, target);
  const said = quoted ? writtenAs(scene.folded, quoted).text : scene.folded.source.slice(target.start, target.end);
  const tries = [said, said.replace(/^(?:the|die|der|das|le|la|el|il|o|de|het) /iu, '')].flatMap((text): PlannedEdit[] => [
    { op: 'remove_links', ...pages, url: text },
    { op: 'remove_links', ...pages, text },
  ]);
  const called = quoted ? undefined : linkCalled(scene, target);
  if (called?.ok === false) return called;
  const own = called && linksOver(scene, called, pages);
  if (own) return { ok: true, edits: own };
  const inside = quoted ? undefined : linksInside(scene, target, pages);
  if (inside) return { ok: true, edits: inside };
  const ofHost = quoted ? undefined : byHost(scene, { op: 'remove_links', ...pages }, said);
  const found = ofHost ?? tries.find((edit) => meant(scene, edit).length > 0);
  return found ? { ok: true, edits: [found] } : missingThings(scene, [{ op: 'remove_links', ...pages }], said);
}

/** `the links in footnote 2`: all that lie over it, where these addresses lie over nothing else. */
function linksInside(scene: Scene, target: Span, pages: Readonly<Record<string, string>>): readonly PlannedEdit[] | undefined {
  const found = resolveTarget(scene, withoutJoint(scene, target));
  return found.ok && found.kind !== 'text' ? linksOver(scene, found, pages) : undefined;
}

function linksOver(scene: Scene, found: Resolved, pages: Readonly<Record<string, string>>): readonly PlannedEdit[] | undefined {
  const over = found.targets.flat().flatMap((place) => scene.ground.facts.linksOver(place));
  const boxOf = ({ page, box }: { readonly page: number; readonly box?: unknown }) => JSON.stringify([page, box]);
  const boxes = new Set(over.map(boxOf));
  const distinct = (all: readonly (string | undefined)[]) => [...new Set(all.flatMap((one) => one ?? []))];
  const byUrl = distinct(over.map(({ url }) => url)).map((url): PlannedEdit => ({ op: 'remove_links', ...pages, url }));
  const byText = distinct(over.map(({ text }) => text)).map((text): PlannedEdit => ({ op: 'remove_links', ...pages, text }));
  return [byUrl, byText].find((edits) => {
    const all = edits.flatMap((edit) => meant(scene, edit)).map(boxOf);
    return edits.length > 0 && all.every((one) => boxes.has(one)) && new Set(all).size === boxes.size;
  });
}

/** `the link to example` leads to `https://www.example.com`. */
function byHost(scene: Scene, edit: PlannedEdit, said: string): PlannedEdit | undefined {
  const name = said.toLowerCase().replaceAll(/[^\p{L}\p{N}-]/gu, '');
  if (name.length < 4) return undefined;
  const urls = new Set(meant(scene, edit).flatMap(({ url }) => (url !== undefined && hostOf(url).includes(name) ? [url] : [])));
  const [url] = urls;
  return urls.size === 1 ? { ...edit, url } : undefined;
}

function hostOf(url: string): readonly string[] {
  return URL.canParse(url) ? new URL(url).hostname.toLowerCase().split('.') : [];
}
