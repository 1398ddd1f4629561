// What is seen of each token by itself, as strings: its letters, what the lexicon knows of it, and whether it stands in the document. What is around
// it the encoder sees.

import { type Act, ARROW, patternOf, TO, verbsOf } from '#instruction/reading/lexicon.ts';
import { COLOR } from '#instruction/reading/looks.ts';
import { termOf } from '#instruction/mentions/mention-words.ts';
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

const CLASSES = new Map<string, readonly string[]>();
const CLASSES_MAX = 4000;

/** What the lexicon says of a word. */
function classesOf(text: string): readonly string[] {
  const known = CLASSES.get(text);
  if (known) return known;
  const acts = ACTS.filter((act) => patternOf(`^(?:${verbsOf(act)})$`, 'u').test(text));
  const joints = JOINTS.filter(([, words]) => words.test(text)).map(([name]) => name);
  const term = termOf(text);
  const kind = term.is === 'noun' ? `n:${term.noun}` : term.is === 'relation' ? `r:${term.relation}` : term.is;
  const color = patternOf(`^(?:${COLOR})$`, 'u').test(text) ? ['color'] : [];
  const made = [...acts.map((act) => `v:${act}`), ...joints.map((one) => `j:${one}`), `c:${kind}`, ...color];
  if (CLASSES.size < CLASSES_MAX) CLASSES.set(text, made);
  return made;
}

function shapeOf({ source, isQuoted }: Token): string {
  if (isQuoted) return '"';
  if (/@/u.test(source)) return '@';
  if (/^(?:https?:|www\.)/u.test(source)) return 'url';
  return source
    .replaceAll(/\p{Lu}+/gu, 'X')
    .replaceAll(/\p{Ll}+/gu, 'x')
    .replaceAll(/\p{N}+/gu, '9')
    .replaceAll(/[\u3040-\u309f]+/gu, 'h')
    .replaceAll(/[\u30a0-\u30ff]+/gu, 'k')
    .replaceAll(/[\u3400-\u9fff]+/gu, 'c')
    .slice(0, 6);
}

function matchFeatures(match: Match | undefined, at: number): readonly string[] {
  if (!match) return ['d:-'];
  const length = match.to - match.from;
  const size = length > 4 ? '5' : String(length);
  const often = match.count > 20 ? 'm' : match.count > 3 ? 'f' : match.count > 1 ? '2' : '1';
  const place = length === 1 ? 'S' : at === match.from ? 'B' : at === match.to - 1 ? 'E' : 'I';
  return [`d:${place}${size}`, `d:${place}`, `d#${size}${often}`, ...(match.isName ? [`dn:${place}`] : [])];
}

function gramsOf(text: string): readonly string[] {
  const framed = `<${text}>`;
  const grams: string[] = [];
  for (const size of [3, 4, 5]) for (let at = 0; at + size <= framed.length; at++) grams.push(`g${framed.slice(at, at + size)}`);
  return grams;
}

const LONG = 24;

export function wordFeatures(tokens: readonly Token[], matches: readonly (Match | undefined)[]): readonly (readonly string[])[] {
  return tokens.map((token, at) => {
    const { text, isQuoted } = token;
    const shape = shapeOf(token);
    if (isQuoted) return ['w="', 's="', ...matchFeatures(matches[at], at)];
    const isWord = /^[\p{L}'-]+$/u.test(text) && text.length <= LONG;
    const before = tokens[at - 1];
    const isGlued = before !== undefined && before.end === token.start;
    return [
      `w=${text.slice(0, LONG)}`,
      `s=${shape}`,
      ...classesOf(text),
      ...(isWord ? gramsOf(text) : [`g${text.slice(0, 2)}`, `g${text.slice(-2)}`, `l=${Math.min(text.length, 10)}`]),
      ...matchFeatures(matches[at], at),
      ...(isGlued ? ['glued'] : []),
    ];
  });
}
