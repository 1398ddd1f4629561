// What is seen of each token of an instruction: its letters, its neighbours, what the lexicon knows of it, and whether it stands in the document.

import type { Folded } from '#instruction/reading/folded.ts';
import { stayOf } from '#instruction/reading/clauses/stays.ts';
import { withoutCourtesy } from '#instruction/requests/acts.ts';
import { isTalk } from '#instruction/requests/talk.ts';
import { type Act, ARROW, patternOf, TO, verbsOf } from '#instruction/reading/lexicon.ts';
import { COLOR } from '#instruction/reading/looks.ts';
import { termOf } from '#instruction/mentions/mention-words.ts';
import { cutFeatures } from './cut-features.ts';
import type { Match } from './document-words.ts';
import type { Token } from './tokens.ts';

const ACTS: readonly Act[] = ['change', 'replace', 'delete', 'insert', 'highlight', 'redact', 'style', 'fill', 'tick', 'untick', 'rename'];
const JOINTS: readonly (readonly [string, RegExp])[] = [
  ['to', patternOf(`^(?:${TO}|${ARROW})$`, 'u')],
  [
    'instead',
    patternOf(`^(?:instead|rather|statt|anstatt|anstelle|lieu|lugar|vez|invece|posto|plaats|not|nicht|pas|non|niet|nao|no)$`, 'u'),
  ],
  ['from', /^(?:from|von|de|da|van|vom|du)$/u],
  [
    'modal',
    /^(?:should|must|shall|needs?|soll(?:te|en)?|muss|mussen|doit|doivent|debe[n]?|deve|devono|devem|moet(?:en)?|has|is|are|ist|sind|est|sont|es|son|e|sono|zijn|was|were)$/u,
  ],
  ['say', /^(?:says?|reads?|write|called|named|heisst|heissen|lauten|lautet|dit|dire|dice|diga|decir|dire|diz|dizer|staan|stehen)$/u],
];

const CLASSES = new Map<string, string>();
const CLASSES_MAX = 4000;

/** What the lexicon says of a word. */
function classOf(text: string): string {
  const known = CLASSES.get(text);
  if (known !== undefined) return known;
  const acts = ACTS.filter((act) => patternOf(`^(?:${verbsOf(act)})$`, 'u').test(text));
  const joints = JOINTS.filter(([, words]) => words.test(text)).map(([name]) => name);
  const term = termOf(text);
  const kind = term.is === 'noun' ? `n:${term.noun}` : term.is === 'relation' ? `r:${term.relation}` : term.is;
  const color = patternOf(`^(?:${COLOR})$`, 'u').test(text) ? ['color'] : [];
  const made = [...acts.map((act) => `v:${act}`), ...joints.map((one) => `j:${one}`), kind, ...color].join('+');
  if (CLASSES.size < CLASSES_MAX) CLASSES.set(text, made);
  return made;
}

function shapeOf({ source, isQuoted }: Token): string {
  if (isQuoted) return '"';
  if (/@/u.test(source)) return '@';
  if (/^(?:https?:|www\.)/u.test(source)) return 'url';
  const shape = source
    .replaceAll(/\p{Lu}+/gu, 'X')
    .replaceAll(/\p{Ll}+/gu, 'x')
    .replaceAll(/\p{N}+/gu, '9')
    .replaceAll(/[\u3040-\u309f]+/gu, 'h')
    .replaceAll(/[\u30a0-\u30ff]+/gu, 'k')
    .replaceAll(/[\u3400-\u9fff]+/gu, 'c');
  return shape.slice(0, 6);
}

function matchFeatures(match: Match | undefined, at: number): readonly string[] {
  if (!match) return ['d:-'];
  const length = match.to - match.from;
  const size = length > 4 ? '5' : String(length);
  const often = match.count > 20 ? 'm' : match.count > 3 ? 'f' : match.count > 1 ? '2' : '1';
  const place = length === 1 ? 'S' : at === match.from ? 'B' : at === match.to - 1 ? 'E' : 'I';
  return [`d:${place}${size}`, `d#${size}${often}`, ...(match.isName ? [`dn:${place}`] : [])];
}

const SENTENCE_END = /^[.!?;。！？]$/u;

const CLAUSE_END = /^[.!?;:,()。！？，、；：（）—–-]$/u;
const SELF =
  /^(?:i|we|our|my|us|me|i'm|we're|i'll|ich|wir|unser[en]?|mein[en]?|uns|je|j'|nous|notre|nos|mon|ma|yo|nuestr[oa]s?|mi|nos|io|noi|nostr[oa]|mio|mia|eu|nosso|nossa|meu|minha|ik|wij|we|onze|ons|mijn|我|私)$/u;

/** What a part of a sentence, or a sentence, is made of: one entry for each token. */
function partFeatures(folded: Folded, { tokens, classes, matches }: Seen, name: string, ends: RegExp): readonly (readonly string[])[] {
  const all: string[][] = [];
  let from = 0;
  let index = 0;
  for (let at = 0; at <= tokens.length; at++) {
    const token = tokens[at];
    if (token && !ends.test(token.text)) continue;
    const own = tokens.slice(from, at + 1);
    const inside = tokens.slice(from, at);
    const [first, last] = [inside[0], inside.at(-1)];
    const kinds = classes.slice(from, at);
    const part =
      first && last ? { source: folded.source.slice(first.start, last.end), text: folded.text.slice(first.start, last.end) } : undefined;
    const verb = kinds.map((one) => /v:(\w+)/u.exec(one)?.[1]).find((one) => one !== undefined) ?? '-';
    const firstWord = inside.find(({ text }) => /[\p{L}\p{N}"]/u.test(text))?.text ?? '';
    const talk = part !== undefined && isTalk(part.text) ? 't' : '';
    const stay = part === undefined ? '' : (stayOf(withoutCourtesy(part).text) ?? '');
    const self = inside.some(({ text }) => SELF.test(text)) ? 's' : '';
    const data = inside.some(({ text, isQuoted }) => isQuoted || /\p{N}/u.test(text)) ? 'd' : '';
    const known = matches.slice(from, at).some((match) => match !== undefined && match.to - match.from > 1) ? 'k' : '';
    const joint = kinds.some((one) => /j:(?:to|instead|modal|say)/u.test(one)) ? 'j' : '';
    const made = [
      `${name}1=${firstWord}`,
      `${name}1c=${kinds[0] ?? ''}`,
      `${name}v=${verb}`,
      `${name}t=${talk}${stay}${self}`,
      `${name}tv=${talk}${stay}${self} ${verb}`,
      `${name}d=${data}${known}${joint}${self}`,
      `${name}n=${Math.min(index, 3)}${at >= tokens.length - 1 ? 'e' : ''}`,
      `${name}tdn=${talk}${self}${data}${joint}${verb === '-' ? '' : 'v'}${Math.min(index, 2)}`,
    ];
    all.push(...own.map(() => made));
    from = at + 1;
    index++;
  }
  return all;
}

interface Seen {
  readonly tokens: readonly Token[];
  readonly classes: readonly string[];
  readonly shapes: readonly string[];
  readonly matches: readonly (Match | undefined)[];
}

/** What came before a token in its sentence. */
interface Before {
  readonly verb: string;
  readonly sinceVerb: number;
  readonly joint: string;
  readonly quotes: number;
  readonly sinceStart: number;
}

const START: Before = { verb: 'none', sinceVerb: 0, joint: 'none', quotes: 0, sinceStart: 0 };

const at = (all: readonly string[], index: number): string => (index < 0 ? '<s>' : (all[index] ?? '</s>'));

function ownFeatures({ tokens, classes, shapes }: Seen, index: number): readonly string[] {
  const word = (one: number) => (one < 0 ? '<s>' : (tokens[one]?.text ?? '</s>'));
  const kind = (one: number) => at(classes, one);
  const shape = (one: number) => at(shapes, one);
  const text = word(index);
  return [
    'b',
    `w=${text}`,
    `w-1=${word(index - 1)}`,
    `w+1=${word(index + 1)}`,
    `w-2=${word(index - 2)}`,
    `w+2=${word(index + 2)}`,
    `w-1,0=${word(index - 1)} ${text}`,
    `w0,1=${text} ${word(index + 1)}`,
    `w-2,-1=${word(index - 2)} ${word(index - 1)}`,
    `w1,2=${word(index + 1)} ${word(index + 2)}`,
    `c=${kind(index)}`,
    `c-1=${kind(index - 1)}`,
    `c+1=${kind(index + 1)}`,
    `c-1,0=${kind(index - 1)} ${kind(index)}`,
    `c0,1=${kind(index)} ${kind(index + 1)}`,
    `c-2=${kind(index - 2)}`,
    `c+2=${kind(index + 2)}`,
    `s=${shape(index)}`,
    `s-1,0=${shape(index - 1)} ${shape(index)}`,
    `s0,1=${shape(index)} ${shape(index + 1)}`,
    `s-1,0,1=${shape(index - 1)} ${shape(index)} ${shape(index + 1)}`,
    `p3=${text.slice(0, 3)}`,
    `p4=${text.slice(0, 4)}`,
    `u3=${text.slice(-3)}`,
    `u2=${text.slice(-2)}`,
  ];
}

function beforeFeatures(seen: Seen, index: number, { verb, joint, sinceVerb, quotes, sinceStart }: Before): readonly string[] {
  const [kind, shape] = [at(seen.classes, index), at(seen.shapes, index)];
  const has = (one: number) => (seen.matches[one] ? (/^\p{N}|\p{L}{2}/u.test(seen.tokens[one]?.text ?? '') ? '1' : 'p') : '0');
  const isQuoted = seen.tokens[index]?.isQuoted === true ? '1' : '0';
  return [
    `v=${verb}`,
    `v,j=${verb} ${joint}`,
    `v,j,s=${verb} ${joint} ${shape}`,
    `v,c=${verb} ${kind}`,
    `j,c=${joint} ${kind}`,
    `j,d=${joint} ${has(index)}`,
    `v,j,d=${verb} ${joint} ${has(index)}`,
    `vd=${verb} ${Math.min(sinceVerb, 4)}`,
    `q=${Math.min(quotes, 3)} ${isQuoted}`,
    `vq=${verb} ${joint} ${Math.min(quotes, 3)} ${isQuoted}`,
    `st=${Math.min(sinceStart, 3)}`,
    `dd=${has(index - 1)}${has(index)}${has(index + 1)}`,
  ];
}

function after(before: Before, { text, isQuoted }: Token, kind: string): Before {
  const quotes = before.quotes + (isQuoted ? 1 : 0);
  if (SENTENCE_END.test(text)) return { ...START, quotes };
  const verb = isQuoted ? undefined : /v:(\w+)/u.exec(kind)?.[1];
  const joint = /j:(\w+)/u.exec(kind)?.[1];
  const sinceStart = before.sinceStart + 1;
  if (verb !== undefined) return { verb, joint: 'none', sinceVerb: 0, quotes, sinceStart };
  return { ...before, sinceVerb: before.sinceVerb + 1, joint: joint ?? before.joint, quotes, sinceStart };
}

/** @param matches where each token stands in the document, in its longest run */
export function featuresOf(
  folded: Folded,
  tokens: readonly Token[],
  matches: readonly (Match | undefined)[],
): readonly (readonly string[])[] {
  const classes = tokens.map(({ text, isQuoted }) => (isQuoted ? '"' : classOf(text)));
  const seen: Seen = { tokens, classes, shapes: tokens.map(shapeOf), matches };
  const clauses = partFeatures(folded, seen, 'k', CLAUSE_END);
  const sentences = partFeatures(folded, seen, 'z', SENTENCE_END);
  const cuts = cutFeatures(folded, tokens);
  let before = START;
  return tokens.map((token, index) => {
    const [kind, found] = [at(classes, index), matchFeatures(matches[index], index)];
    const own = cuts[index] ?? [];
    const features = [
      ...ownFeatures(seen, index),
      ...beforeFeatures(seen, index, before),
      ...own,
      ...(cuts[index - 1] ?? []).map((one) => `-1${one}`),
      ...(cuts[index + 1] ?? []).map((one) => `+1${one}`),
      ...own.map((one) => `${one},c=${kind}`),
      ...(clauses[index] ?? []),
      ...(sentences[index] ?? []),
      `kt,c=${clauses[index]?.[3] ?? ''} ${kind}`,
      `zt,c=${sentences[index]?.[3] ?? ''} ${kind}`,
      ...found,
      ...found.map((one) => `${one},s=${at(seen.shapes, index)}`),
      ...found.map((one) => `${one},c=${kind}`),
    ];
    before = after(before, token, kind);
    return features;
  });
}
