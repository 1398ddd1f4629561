// One act whose parts are known → edits: its parts are what the second reading would have found by its own cuts, and grounded as that does.

import { type Folded, trimmed } from '#instruction/reading/folded.ts';
import type { Intent } from '#instruction/reading/intents.ts';
import { lookOf, positionSaid } from '#instruction/reading/looks.ts';
import { findPages } from '#instruction/reading/scope-words.ts';
import { readMention } from '#instruction/mentions/read-mention.ts';
import { joined, sliceOf, stripped } from '#instruction/requests/acts.ts';
import type { Change } from '#instruction/requests/read-change.ts';
import type { Span } from '#instruction/tokens.ts';
import { choosePages } from '#contract/params/edit-pages.ts';
import { groundIntent } from '../ground/ground-intent.ts';
import { type Grounded, type PlannedEdit, unclear } from '../ground/outcome.ts';
import { placeRegion } from '../ground/regions.ts';
import { PHRASES } from '../mentions/phrases.ts';
import type { Scene } from '../places/scene.ts';
import { composed } from '../requests/composed.ts';
import { groundChange } from '../requests/ground-change.ts';
import type { ActRole } from './roles.ts';

/** An act with the phrases of its parts. */
export interface SaidParts {
  readonly act: string;
  readonly parts: Readonly<Partial<Record<ActRole, readonly Folded[]>>>;
}

export function partsOfAct(folded: Folded, spans: Readonly<Partial<Record<ActRole, readonly Span[]>>>): SaidParts['parts'] {
  return Object.fromEntries(
    Object.entries(spans).map(([role, all]) => [
      role,
      all.map((span) => sliceOf(folded, ...edges(folded, span))).filter(({ text }) => text !== ''),
    ]),
  );
}

const edges = (folded: Folded, span: Span): [number, number] => {
  const own = trimmed(folded, span);
  return [own.start, own.end];
};

const JOINT =
  /^(?:in|on|at|under|below|above|after|before|behind|from|within|inside|im|am|auf|unter|uber|nach|vor|hinter|bei|beim|aus|dans|sur|sous|au|aux|de|du|en|nel|nella|nello|sul|sulla|sotto|sopra|del|della|no|na|nos|nas|op|bij|aan|onder|boven|uit)[ ']/u;

interface Placed {
  readonly scene: Scene;
  /** Of the places those that are no region of the document. */
  readonly left: readonly Folded[];
}

/** The scene of the pages and places that are said. */
function placed(base: Scene, { parts }: SaidParts): Placed | undefined {
  let scene = base;
  const left: Folded[] = [];
  for (const phrase of [...(parts.pages ?? []), ...(parts.where ?? [])]) {
    const found = findPages(phrase, { start: 0, end: phrase.text.length });
    const isPages = found !== undefined && phrase.text.slice(0, found.span.start).trim() === '' && /^[\s,.]*$/u.test(phrase.text.slice(found.span.end)); // prettier-ignore
    if (isPages) {
      const pages = choosePages(found.pages, base.ground.pageCount);
      if (!pages || pages.length === 0) return undefined;
      scene = { ...scene, pages: scene.pages.filter((page) => pages.includes(page)) };
      continue;
    }
    const joint = JOINT.exec(phrase.text)?.[0] ?? '';
    const own = sliceOf(phrase, joint.length, phrase.text.length);
    const region = placeRegion({ ...scene, folded: own }, { start: 0, end: own.text.length }, ` ${joint}`);
    if (region) scene = { ...scene, region: region.region };
    else left.push(phrase);
  }
  return scene.pages.length === 0 ? undefined : { scene, left };
}

const one = (phrases: readonly Folded[] | undefined): Folded | undefined =>
  phrases === undefined || phrases.length === 0 ? undefined : phrases.length === 1 ? phrases[0] : joined(phrases);

/** Ways to ground it, each with what it leads to; those that do not hold are left out. */
export async function planAct(base: Scene, said: SaidParts): Promise<readonly (readonly PlannedEdit[])[]> {
  const grounded: Grounded[] = [];
  switch (said.act) {
    case 'replace':
    case 'correct-spelling':
      grounded.push(...(await changes(base, said)));
      break;
    case 'delete':
    case 'highlight':
    case 'redact':
    case 'underline':
    case 'strike':
    case 'style':
      grounded.push(...(await marks(base, said)));
      break;
    case 'fill-field':
    case 'tick':
    case 'untick':
    case 'clear-field':
      grounded.push(await fields(base, said));
      break;
    case 'insert':
      grounded.push(...(await insertions(base, said)));
      break;
    case 'stamp':
    case 'watermark':
    case 'header-footer':
    case 'page-numbers':
      grounded.push(await stamps(base, said));
      break;
    case 'link-add':
    case 'link-change':
    case 'note-add':
    case 'picture-remove':
      grounded.push(await attached(base, said));
      break;
    default:
      break;
  }
  const made = new Map<string, readonly PlannedEdit[]>();
  for (const found of grounded)
    if (found.ok)
      made.set(
        JSON.stringify(found.edits, (key, value: unknown) => (key === 'as' ? undefined : value)),
        found.edits,
      );
  return [...made.values()];
}

async function changes(base: Scene, said: SaidParts): Promise<readonly Grounded[]> {
  const { target, old, where, pages, count } = said.parts;
  const fresh = one(said.parts.new);
  if (!fresh || said.parts.look !== undefined) return [];
  const thing = one(target);
  const places = [...(where ?? []), ...(pages ?? [])];
  const often = one(count);
  const marked = (phrase: Folded | undefined): Folded | undefined => (phrase && often ? joined([phrase, often]) : phrase);
  const change: Change = { thing: old ? thing : marked(thing), fresh, old: marked(one(old)), places, isBare: false };
  const found = [await groundChange(base, change)];
  // What is said to be changed may be the text that stands there, with a place behind it.
  if (thing && !old) found.push(await groundChange(base, { ...change, thing: undefined, old: marked(thing) }));
  return found;
}

async function marks(base: Scene, said: SaidParts): Promise<readonly Grounded[]> {
  const target = one([...(said.parts.target ?? []), ...(said.parts.old ?? [])]);
  const at = placed(base, said);
  if (!target || !at || said.parts.new !== undefined) return [];
  const phrase = stripped(joined([target, ...at.left, ...(said.parts.count ?? [])]));
  const scene: Scene = { ...at.scene, folded: phrase, phrases: base.phrases ?? PHRASES };
  const span = { start: 0, end: phrase.text.length };
  const intent = markIntent(said, phrase, span);
  if (!intent) return [];
  const found = await groundIntent(scene, intent);
  return found.ok && said.act === 'delete' && !isWhole(found.edits, phrase) ? [] : [found];
}

const WHOLES: ReadonlySet<unknown> = new Set(['item', 'row', 'any', 'sentence']);

/** What is taken for units of several kinds was not seen as what it is; a row or an item that is taken for a line may go on in the next. */
function isWhole(edits: readonly PlannedEdit[], phrase: Folded): boolean {
  const kinds = new Set(edits.map(({ as }) => as));
  const { noun } = readMention(phrase, { start: 0, end: phrase.text.length });
  return kinds.size < 2 && !(WHOLES.has(noun) && kinds.has('line'));
}

function markIntent({ act, parts }: SaidParts, phrase: Folded, target: Span): Intent | undefined {
  const said = one(parts.look)?.text;
  const look = said === undefined ? undefined : lookOf(said);
  const color = look?.color === undefined ? {} : { color: look.color };
  if (said !== undefined && look === undefined) return undefined;
  const isPicture = readMention(phrase, target).noun === 'picture';
  switch (act) {
    case 'delete':
      return isPicture || look ? undefined : { kind: 'delete', target };
    case 'redact':
      return isPicture ? undefined : { kind: 'redact', target };
    case 'highlight':
      return isPicture ? undefined : { kind: 'highlight', target, ...color };
    case 'underline':
    case 'strike':
      return isPicture ? undefined : { kind: 'line', line: act, target, ...color };
    default:
      return look && !isPicture ? { kind: 'restyle', target, look } : undefined;
  }
}

async function fields(base: Scene, said: SaidParts): Promise<Grounded> {
  const { parts } = said;
  const field = one([...(parts.target ?? []), ...(parts.where ?? [])]);
  const fresh = one(parts.new);
  if (!field) return unclear('');
  const { folded, spans } = composed([field, ...(fresh ? [fresh] : [])]);
  const [at, value] = spans;
  const scene: Scene = { ...base, folded };
  if (!at) return unclear('');
  if (said.act === 'fill-field') return value ? groundIntent(scene, { kind: 'fill', field: at, value }) : unclear('');
  if (said.act === 'clear-field') return groundIntent(scene, { kind: 'clear_fields', target: at });
  return fresh ? unclear('') : groundIntent(scene, { kind: 'tick', field: at, checked: said.act === 'tick' });
}

const BEFORE =
  /^(?:right |directly |just )?(?:before|above|ahead of|in front of|over|vor|uber|oberhalb|avant|au-dessus|devant|antes|encima|prima|sopra|acima|voor|boven)(?: (?:of|von|de|du|d[aeo]|di|del|della))?[ ']/u;
const AFTER =
  /^(?:right |directly |just )?(?:after|below|under|underneath|beneath|behind|following|nach|unter|unterhalb|hinter|apres|sous|en dessous|despues|debajo|tras|dopo|sotto|depois|abaixo|apos|na|onder|achter)(?: (?:of|von|de|du|d[aeo]|di|del|della))?[ ']/u;

async function insertions(base: Scene, said: SaidParts): Promise<readonly Grounded[]> {
  const value = one(said.parts.new);
  const [where, ...others] = said.parts.where ?? [];
  if (!value || !where || others.length > 0 || said.parts.look !== undefined) return [];
  const pages = placed(base, { ...said, parts: said.parts.pages ? { pages: said.parts.pages } : {} });
  const joint = BEFORE.exec(where.text)?.[0] ?? AFTER.exec(where.text)?.[0];
  if (joint === undefined || !pages || pages.left.length > 0) return [];
  const place = BEFORE.test(where.text) ? ('before' as const) : ('after' as const);
  const { folded, spans } = composed([value, sliceOf(where, joint.length, where.text.length)]);
  const [at, anchor] = spans;
  if (!at || !anchor) return [];
  const target = one(said.parts.target)?.text ?? '';
  const unit = UNITS.find(([, words]) => words.test(`${target} ${value.text.slice(0, 20)}`))?.[0];
  return [
    await groundIntent(
      { ...pages.scene, folded, phrases: base.phrases ?? PHRASES },
      { kind: 'insert_unit', value: at, anchor, place, ...(unit ? { unit } : {}) },
    ),
  ];
}

const UNITS = [
  ['list_item', /bullet|item|punkt|puce|vineta|elemento|list entry/u],
  ['row', /(?:^| )(?:row|tabellenzeile|fila|rij)(?: |$)/u],
  ['paragraph', /paragraph|absatz|parrafo|paragrafo|alinea/u],
  ['line', /(?:^| )(?:line|zeile|ligne|linea|riga|linha|regel|heading|subtitle|title)(?: |$)/u],
] as const;

async function stamps(base: Scene, said: SaidParts): Promise<Grounded> {
  const { parts } = said;
  const value = one(parts.new);
  const where = one(parts.where);
  const position = where ? positionSaid(where.text) : undefined;
  const look = one(parts.look);
  const looks = look ? lookOf(look.text) : undefined;
  if ((where && position === undefined) || (look && !looks)) return unclear(where?.source ?? look?.source ?? '');
  const page = one(parts.pages);
  const found = page ? findPages(page, { start: 0, end: page.text.length }) : undefined;
  if (page && !found) return unclear(page.source);
  if (said.act === 'page-numbers') {
    if (value || look) return unclear(value?.source ?? '');
    return groundIntent(base, { kind: 'number', ...(position ? { position } : {}), ...(found ? { where: { pages: found.pages } } : {}) });
  }
  if (!value) return unclear('');
  const { folded, spans } = composed([value]);
  const [at] = spans;
  if (!at) return unclear('');
  const mark = said.act === 'header-footer' ? (/foot|fuss|pied|pie|rodape|voet|bottom|pagina/u.test(`${where?.text ?? ''}${one(parts.target)?.text ?? ''}`) ? 'footer' : 'header') : (said.act as 'stamp' | 'watermark'); // prettier-ignore
  return groundIntent(
    { ...base, folded },
    { kind: 'mark', mark, value: at, isBare: false, ...(position ? { position } : {}), ...(looks?.color === undefined ? {} : { color: looks.color }), ...(found ? { where: { pages: found.pages } } : {}) }, // prettier-ignore
  );
}

async function attached(base: Scene, said: SaidParts): Promise<Grounded> {
  const { parts } = said;
  const target = one([...(parts.target ?? []), ...(parts.where ?? []), ...(parts.pages ?? [])]);
  const fresh = one(parts.new);
  if (!target) return unclear('');
  const { folded, spans } = composed([target, ...(fresh ? [fresh] : [])]);
  const [at, value] = spans;
  const scene: Scene = { ...base, folded, phrases: base.phrases ?? PHRASES };
  if (!at) return unclear('');
  if (said.act === 'picture-remove') return fresh ? unclear('') : groundIntent(scene, { kind: 'picture', act: 'delete', target: at });
  if (said.act === 'note-add') return value ? groundIntent(scene, { kind: 'note', value, at }) : unclear('');
  return groundIntent(scene, {
    kind: 'link',
    target: at,
    ...(value ? { url: value } : {}),
    ...(said.act === 'link-change' ? { isThere: true as const } : {}),
  });
}
