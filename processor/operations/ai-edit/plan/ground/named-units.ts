// Units by the words for them: `the second paragraph`, `the Denver row`, `question 8`, `the sentence about updates`, `the table caption`.

import { fold, type Folded, trimmed, writtenAs } from '#instruction/reading/folded.ts';
import { patternOf, word } from '#instruction/reading/lexicon.ts';
import { COLOR } from '#instruction/reading/looks.ts';
import { ORDINAL, ordinalOf } from '#instruction/reading/scope-words.ts';
import { articleLength, DETERMINER, type Thing, THINGS, thingOf } from '#instruction/reading/things.ts';
import type { Span } from '#instruction/tokens.ts';
import { plainName } from '../places/ground-document.ts';
import type { Place } from '../places/page-lines.ts';
import { placesOfThing } from '../places/roles.ts';
import { isIn, type Scene } from '../places/scene.ts';
import { hasUnseenRows, lineRows, type Unit, unitPlaces, unitsOf } from '../places/units.ts';

/** What can be counted and named. */
const UNITS = [
  'row', 'column', 'table', 'section', 'heading', 'caption', 'note', 'list', 'item', 'sentence', 'paragraph', 'line', 'header', 'footer', 'page_number',
] as const satisfies readonly Thing[]; // prettier-ignore

interface SaidUnit {
  readonly thing: Thing;
  readonly isPlural: boolean;
  readonly nth: number | undefined;
  readonly name: string | undefined;
  /** How the unit has its name: it is called so, begins with it, or only speaks of it. */
  readonly by: 'name' | 'start' | 'topic';
  /** What it speaks of, beside its number. */
  readonly topic?: string;
}

export interface NamedUnits extends SaidUnit {
  readonly units: readonly Unit[];
}

const LINK = {
  topic: word('about|regarding|concerning|on|uber|zum|zur|sur|sobre|sul|sulla|sull|su|over'),
  start: word(
    '(?:(?:that|which|der|die|das|qui|que|che|dat) )?(?:begin(?:s|ning)?|start(?:s|ing)?|beginnt|anfangt|commence|commencant|empieza|comienza|inizia|comeca|begint)(?: with| by| mit| par| con| com| met)?',
  ),
  name: word(
    'with|containing|(?:that|which) (?:says|contains|reads)|saying|called|named|titled|for|of|mit|fur|von|avec|pour|intitulee?|con|de|del|para|per|di|com|met|van|voor',
  ),
} as const;
const FILL = word('whole|entire|complete|full|ganze[nrs]?|gesamte[nrs]?|toute?|entiere?|tod[oa]|enter[oa]|inter[oa]|intero|tutt[oa]|hele');

/** `the paragraph before the last one` */
const BEFORE_LAST =
  / (?:(?:right |just )?before the (?:very )?last(?: one)?|vor (?:dem|der) letzten|avant (?:le dernier|la derniere)|antes del? (?:la )?ultim[oa]|prima dell.ultim[oa]|antes d[oa] ultim[oa]|voor (?:de|het) laatste)$/u;

const UNIT_ORDINAL = new RegExp(`^(?:${ORDINAL}) `, 'u');
const UNIT_BEHIND = new RegExp(` (?:${ORDINAL})$`, 'u');

const COLOURED = {
  header: new RegExp(`^${COLOR} (?:${THINGS.header})$`, 'u'),
  footer: new RegExp(`^${COLOR} (?:${THINGS.footer})$`, 'u'),
} as const;

const UNIT_PATTERNS = new Map<Thing, readonly [ahead: RegExp, behind: RegExp]>();

/** Its noun before what it is called, and behind it. */
function patternsOfUnit(thing: Thing): readonly [ahead: RegExp, behind: RegExp] {
  const known = UNIT_PATTERNS.get(thing);
  if (known) return known;
  const made = [
    new RegExp(`^(?:${FILL} )?(?<noun>${THINGS[thing]})(?:,? (?<rest>.+))?$`, 'du'),
    new RegExp(`^(?<name>.+?)(?:[ -]|[の的]|(?<=[\\u3040-\\u30ff\\u3400-\\u9fff])|(?=[那这一]))(?<noun>${THINGS[thing]})$`, 'du'),
  ] as const;
  UNIT_PATTERNS.set(thing, made);
  return made;
}

/** @returns undefined where no unit is meant */
export function readUnit(folded: Folded, span: Span): SaidUnit | undefined {
  const determiner = articleLength(folded, span);
  let rest = trimmed(folded, { start: span.start + determiner, end: span.end });
  // `(the one about …)`
  const aside = /\((?:the one |the |die |der |das |celui |celle |el |la |quello )?([^()]+)\)$/du.exec(
    folded.text.slice(rest.start, rest.end),
  );
  const apart = aside?.indices?.[1];
  const asideSpan = apart && { start: rest.start + apart[0], end: rest.start + apart[1] };
  if (aside && asideSpan) rest = trimmed(folded, { start: rest.start, end: rest.start + aside.index });
  const text = folded.text.slice(rest.start, rest.end);
  const ordinal = UNIT_ORDINAL.exec(text)?.[0] ?? '';
  const counted = BEFORE_LAST.exec(text)?.[0];
  const behind = counted ?? UNIT_BEHIND.exec(text)?.[0] ?? '';
  const nth = counted === undefined ? ordinalOf((ordinal || behind).trim()) : -2;
  const own = { start: rest.start + ordinal.length, end: rest.end - behind.length };
  const bare = folded.text.slice(own.start, own.end);
  const role = thingOf(bare);
  // `the subject line` is a role of its own.
  if (role !== undefined && !UNITS.some((thing) => thing === role)) return undefined;
  // One on each page, whatever colour it has.
  const running = (['header', 'footer'] as const).find((thing) => COLOURED[thing].test(bare));
  if (running) return { thing: running, isPlural: false, nth, ...NO_NAME };
  for (const thing of UNITS) {
    const [ahead, behindName] = patternsOfUnit(thing);
    const first = ahead.exec(bare);
    const noun = first?.groups?.['noun'];
    if (first && noun !== undefined) {
      const at = first.indices?.groups?.['rest'];
      const name = at && { start: own.start + at[0], end: own.start + at[1] };
      const said = name ? namedBy(folded, name) : asideSpan ? namedBy(folded, asideSpan, true) : NO_NAME;
      if (said) return { thing, isPlural: isPlural(noun), nth, ...said };
    }
    const last = behindName.exec(bare);
    const called = last?.indices?.groups?.['name'];
    if (last && called) {
      const name = { start: own.start + called[0], end: own.start + called[1] };
      const said = PLAIN_ADJECTIVE.test(bare.slice(0, called[1]))
        ? asideSpan ? namedBy(folded, asideSpan, true) : NO_NAME
        : { name: nameAt(folded, name), by: 'name' as const }; // prettier-ignore
      if (said) return { thing, isPlural: isPlural(last.groups?.['noun'] ?? ''), nth, ...said };
    }
  }
  return undefined;
}

const NO_NAME = { name: undefined, by: 'name' } as const;

/** Says nothing of which unit it is. */
const PLAIN_ADJECTIVE = new RegExp(
  `^(?:${FILL}|${word('running|small|big|large|little|main|following|single|only|intro(?:ductory)?|table|page|bulleted?|numbered|indented|(?:one|two|three|four|five|six|seven|eight)-line|kleine[nrs]?|grosse[nrs]?|petite?|pequen[oa]|piccol[oa]')} ?)+$`,
  'u',
);

function isPlural(noun: string): boolean {
  return /(?:[^s]s|lignes)$|^(?:zeilen|absatze|uberschriften|zwischenuberschriften|spalten|tabellen|fussnoten|satze|righe|colonne|paragrafi|titoli|frasi|tabelle|note|rijen|kolommen|koppen|kopjes|zinnen|voetnoten|listenpunkte|aufzahlungspunkte|fragen)$/u.test(
    noun,
  );
}

const WHICH = word('der|die|das|dem|den|welche[rs]?|in (?:dem|der)|wo|that|which|die|dat');
/** `der mit "…" beginnt`: with the verb at the end. */
const CLAUSES: readonly (readonly [RegExp, SaidUnit['by']])[] = [
  [new RegExp(`^(?:${WHICH} )?(?:mit|with|met) (?<name>.+?) (?:${word('beginnt|anfangt|losgeht|begint|starts|begins')})$`, 'du'), 'start'],
  [
    new RegExp(
      `^(?:${WHICH} )(?:von |uber |um |auf )?(?<name>.+?) (?:${word('enthalt|erwahnt|nennt|behandelt|handelt|geht|spricht|steht|vorkommt|bevat|noemt|gaat|staat')})$`,
      'du',
    ),
    'topic',
  ],
  [
    new RegExp(
      `^(?:${word('that|which|where|qui|que|che')} )(?:${word('mentions?|talks? about|speaks? of|deals? with|refers? to|is about|describes?|discusses|lists?|mentionne|parle d[eu]|menciona|habla de|menziona|parla di')}) (?<name>.+)$`,
      'du',
    ),
    'topic',
  ],
];
const NAMED_BY_NUMBERED = new RegExp(`^(?<number>\\p{N}{1,3}) (?:${LINK.topic}) (?<topic>.+)$`, 'du');

// prettier-ignore

/** @param isAside without a word between, it only describes */
function namedBy(folded: Folded, span: Span, isAside = false): Pick<SaidUnit, 'name' | 'by' | 'topic'> | undefined {
  const text = folded.text.slice(span.start, span.end);
  for (const [pattern, by] of CLAUSES) {
    const called = pattern.exec(text)?.indices?.groups?.['name'];
    if (called) return { name: nameAt(folded, { start: span.start + called[0], end: span.start + called[1] }), by };
  }
  for (const by of ['start', 'topic', 'name'] as const) {
    const link = patternOf(`^${LINK[by]}[ :]+`, 'u').exec(text);
    if (link) return { name: nameAt(folded, { start: span.start + link[0].length, end: span.end }), by };
  }
  const numbered = NAMED_BY_NUMBERED.exec(text)?.indices?.groups;
  const [number, topic] = [numbered?.['number'], numbered?.['topic']];
  const at = ([from, to]: readonly [number, number]) => ({ start: span.start + from, end: span.start + to });
  // `footnote 1 about Baevski`
  if (number && topic) return { name: nameAt(folded, at(number)), by: 'name', topic: nameAt(folded, at(topic)) };
  if (isAside) return { name: nameAt(folded, span), by: 'topic' };
  // Without a word between, a name or a number follows; a quoted text alone is the unit itself.
  return /^[\p{Lu}\p{N}\p{Lo}]/u.test(folded.source.charAt(span.start)) ? { name: nameAt(folded, span), by: 'name' } : undefined;
}

function nameAt(folded: Folded, span: Span): string {
  const inner = trimmed(folded, span);
  const determiner = articleLength(folded, inner);
  const written = writtenAs(folded, { start: inner.start + determiner, end: inner.end });
  return written.text.trim() === '' ? writtenAs(folded, inner).text : written.text;
}

const STOP = new Set(
  'the a an of in on at to for and or with from by is are was be its it der die das den dem des ein eine und von mit le la les un une et de du des el los las y con il lo gli di e o os as do da het een en van'.split(
    ' ',
  ),
);

/** The words of a name that say something, cut to their stems. */
export function stemsOf(name: string): readonly string[] {
  return plainName(name)
    .split(' ')
    .filter((one) => one !== '' && !STOP.has(one))
    .map((one) => (/^\p{N}/u.test(one) || one.length < 5 ? one : one.slice(0, Math.max(4, one.length - 2))));
}

export function holdsStems(text: string, stems: readonly string[]): boolean {
  const padded = ` ${text}`;
  return stems.length > 0 && stems.every((stem) => padded.includes(` ${stem}`));
}

/** Counted units need no more of their topic than one of its words: it may be told in another language. */
const speaksOf = ({ name }: Unit, topic: string) => stemsOf(topic).some((stem) => ` ${name}`.includes(` ${stem}`));

/** `the numbered list`, `the bullet list`. */
function isOfKind({ label = '', name }: Unit, said: string): boolean {
  const isNumbered = /\p{N}/u.test(label) || / \p{N}+$/u.test(name);
  if (/^(?:numbered|ordered|nummerierte?|numerotee?|numerada|numerata|genummerde) /u.test(said)) return isNumbered;
  return !said.startsWith('bullet') || !isNumbered;
}

const countTables = (scene: Scene) =>
  unitsOf(scene.ground, scene.pages, 'table').filter((unit) =>
    unitPlaces(scene.ground, unit).some((place) => isTouched(place, scene.region)),
  ).length;

const isTouched = (place: Place, region: Scene['region']) =>
  region?.some(({ page, start, end }) => page === place.page && place.start < end && place.end > start) ?? true;

/** The units that a phrase names; undefined where it speaks of none, or the pages have none of that kind and name. */
export function namedUnits(scene: Scene, span: Span): NamedUnits | undefined {
  const said = readUnit(scene.folded, span);
  if (!said) return undefined;
  const found = unitsSaid(scene, span, said);
  // Some languages have one word for both: where there is no table, it is a line.
  const isLine = said.thing === 'row' && LINE_TOO.test(scene.folded.text.slice(span.start, span.end));
  return !found && isLine && countTables(scene) === 0 ? unitsSaid(scene, span, { ...said, thing: 'line' }) : found;
}

const LINE_TOO = new RegExp(word('zeilen?|lignes?|righe|riga|linhas?'), 'u');

const SENTENCE_WORDS_MIN = 7;

function unitsSaid(scene: Scene, span: Span, said: SaidUnit): NamedUnits | undefined {
  const inside = (unit: Unit) => unitPlaces(scene.ground, unit).every((place) => isIn(place, scene.region));
  const text = scene.folded.text.slice(span.start, span.end).replace(DETERMINER, '');
  const all = unitsOf(scene.ground, scene.pages, said.thing).filter(
    (unit) => inside(unit) && (said.thing !== 'list' || isOfKind(unit, text)),
  );
  if (all.length === 0) return undefined;
  const own = said.name === undefined ? all : (unitsHolding(scene, all, said) ?? unitsCalled(all, said.name, said.by));
  const isUnseen = own.length === 0 && said.thing === 'row' && said.name !== undefined;
  const lines = isUnseen ? scene.pages.flatMap((page) => lineRows(scene.ground.lines(page))).filter(inside) : [];
  const { topic } = said;
  const named = isUnseen ? unitsCalled(lines, said.name ?? '', said.by) : own;
  const called = topic === undefined ? named : named.filter((unit) => speaksOf(unit, topic));
  if (called.length === 0 && (said.nth === undefined || said.by !== 'topic')) return undefined;
  if (said.nth === undefined) return { ...said, units: called };
  if (said.thing === 'row' && said.nth === -1 && hasUnseenRows(scene.ground, scene.pages)) return undefined;
  // Counted in one table; of several it is not said in which.
  if ((said.thing === 'row' || said.thing === 'column') && (said.name === undefined || said.by === 'topic') && countTables(scene) > 1)
    return undefined;
  // Short lines may be read as sentences, or not: counted only where that makes no difference.
  if (said.thing === 'sentence' && said.name === undefined) {
    const long = called.filter(({ words }) => words.length >= SENTENCE_WORDS_MIN);
    const at = said.nth > 0 ? said.nth - 1 : said.nth;
    if (long.at(at) !== called.at(at)) return undefined;
  }
  if (said.thing === 'paragraph' && said.name === undefined && !isCountedAlike(called, said.nth)) return undefined;
  // `the fourth paragraph (the one about …)`: both must hold.
  const from = said.by === 'topic' ? all : called;
  const counted = from.at(said.nth > 0 ? said.nth - 1 : said.nth);
  return counted && from.includes(counted) && (said.by !== 'topic' || speaksOf(counted, said.name ?? ''))
    ? { ...said, units: [counted] }
    : undefined;
}

/** The authors below a title or a date above a letter may be counted as paragraphs, or not: only where that makes no difference. */
function isCountedAlike(called: readonly Unit[], nth: number): boolean {
  const at = nth > 0 ? nth - 1 : nth;
  const running = called.filter(({ words, isSentence }) => words.length >= PARAGRAPH_WORDS_MIN || isSentence === true);
  return running.length === 0 || running.at(at) === called.at(at);
}

const PARAGRAPH_WORDS_MIN = 12;

const HELD = ['date', 'email', 'phone', 'url', 'iban'] as const satisfies readonly Thing[];

/** `the line with the phone number`: units that hold a thing of that kind. */
function unitsHolding(scene: Scene, all: readonly Unit[], { name, by }: SaidUnit): readonly Unit[] | undefined {
  if (by !== 'name' || name === undefined) return undefined;
  const noun = fold(name.toLowerCase()).text.replace(DETERMINER, '');
  const thing = /^(?:web ?)?(?:links?|hyperlinks?|lien|enlace|collegamento)$/u.test(noun) ? 'url' : thingOf(noun);
  const held = HELD.find((one) => one === thing);
  if (!held) return undefined;
  const places = placesOfThing(scene, held).flat();
  const found = all.filter((unit) => unitPlaces(scene.ground, unit).some((own) => places.some((place) => isIn(place, [own]))));
  return found.length > 0 ? found : undefined;
}

/** `the row for time 10`: in the column of that head. */
function hasCell({ heads = [], page, tops }: Unit, all: readonly Unit[], name: string): boolean {
  const heading =
    tops ??
    all
      .filter((unit) => unit.page === page)
      .flatMap((unit) => (unit.heads ? [unit.heads] : []))
      .slice(0, 2);
  return heading.some((top) => top.some((head, column) => head !== '' && heads[column] !== '' && name === `${head} ${heads[column]}`));
}

const isCount = (name: string) => /^\p{N}{1,2}$/u.test(name);

function unitsCalled(all: readonly Unit[], said: string, by: SaidUnit['by']): readonly Unit[] {
  const name = plainName(said);
  if (name === '') return [];
  const tests: Readonly<Record<SaidUnit['by'], readonly ((unit: Unit) => boolean)[]>> = {
    start: [(unit) => `${unit.name} `.startsWith(`${name} `) || unit.name.startsWith(name)],
    topic: [(unit) => ` ${unit.name} `.includes(` ${name} `), (unit) => holdsStems(unit.name, stemsOf(name))],
    // A number is not that of what only holds it: `row 3` is not `the 3 Rs`.
    name: isCount(name)
      ? [
          (unit) => plainName(unit.label ?? '') === name || unit.heads?.[0] === name || unit.name === name,
          (unit) => unit.name.startsWith(`${name} `) || unit.heads?.[0]?.startsWith(`${name} `) === true,
        ]
      : [
          // A ligature may be followed by a space.
          (unit) =>
            unit.name.replaceAll(' ', '') === name.replaceAll(' ', '') ||
            plainName(unit.label ?? '') === name ||
            (unit.heads ?? []).includes(name),
          (unit) => `${unit.name} `.startsWith(`${name} `) || (unit.heads ?? []).some((head) => `${head} `.startsWith(`${name} `)),
          (unit) => hasCell(unit, all, name),
          (unit) => ` ${unit.name} `.includes(` ${name} `),
        ],
  };
  for (const test of tests[by]) {
    const found = all.filter(test);
    if (found.length > 0) return found;
  }
  return [];
}
