// Annotated instructions written anew by a program: other new texts, other verbs for the same act, other courtesy, mistakes of typing, quotation marks
// or none, two instructions for a document in one. What is learned from them does not hang on the words of one row.

import type { Span } from '#instruction/tokens.ts';
import type { ActRole } from '../../processor/operations/ai-edit/plan/learned/roles.ts';
import type { Annotated } from './annotations.ts';

type Role = ActRole | 'keep' | 'talk';

/** A piece of the text: a part of acts, or what stands between parts. */
interface Piece {
  readonly text: string;
  readonly role: Role | undefined;
  readonly acts: readonly number[];
}

export interface Pools {
  /** By language and form. */
  readonly news: ReadonlyMap<string, readonly string[]>;
  /** By language, act and what follows. */
  readonly verbs: ReadonlyMap<string, readonly string[]>;
  /** By language and side. */
  readonly talks: ReadonlyMap<string, readonly string[]>;
}

function piecesOfRow({ text, acts, others }: Annotated): readonly Piece[] {
  const spans: { role: Role; acts: number[]; span: Span }[] = [];
  for (const [at, act] of acts.entries())
    for (const [role, span] of act.parts) {
      const known = spans.find((one) => one.role === role && one.span.start === span.start && one.span.end === span.end);
      if (known) known.acts.push(at);
      else spans.push({ role, acts: [at], span });
    }
  for (const [role, span] of others) spans.push({ role, acts: [], span });
  const sorted = spans.filter(({ span }) => span.start < span.end).toSorted((one, two) => one.span.start - two.span.start);
  const pieces: Piece[] = [];
  let from = 0;
  for (const { role, acts: own, span } of sorted) {
    if (span.start < from) continue;
    if (span.start > from) pieces.push({ text: text.slice(from, span.start), role: undefined, acts: [] });
    pieces.push({ text: text.slice(span.start, span.end), role, acts: own });
    from = span.end;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), role: undefined, acts: [] });
  return pieces;
}

function rowOfPieces(row: Annotated, pieces: readonly Piece[]): Annotated {
  let text = '';
  const parts: (readonly [ActRole, Span])[][] = row.acts.map(() => []);
  const others: (readonly ['keep' | 'talk', Span])[] = [];
  for (const piece of pieces) {
    const span = { start: text.length, end: text.length + piece.text.length };
    text += piece.text;
    if (piece.role === undefined) continue;
    if (piece.role === 'keep' || piece.role === 'talk') others.push([piece.role, span]);
    else for (const act of piece.acts) parts[act]?.push([piece.role, span]);
  }
  return { ...row, text, others, acts: row.acts.map((act, at) => ({ ...act, parts: parts[at] ?? [] })) };
}

const formOf = (text: string) =>
  /^[\p{N}.,:/€$£% -]+$/u.test(text) ? 'n' : /\p{N}/u.test(text) ? 'x' : text.split(/\s+/u).length > 4 ? 'l' : 'w';

const nextRole = (pieces: readonly Piece[], at: number) => pieces.slice(at + 1).find(({ role }) => role !== undefined)?.role ?? '-';

export function poolsOf(rows: readonly Annotated[]): Pools {
  const [news, verbs, talks] = [new Map<string, string[]>(), new Map<string, string[]>(), new Map<string, string[]>()];
  const put = (pool: Map<string, string[]>, key: string, text: string) => {
    const own = pool.get(key);
    if (own) own.push(text);
    else pool.set(key, [text]);
  };
  for (const row of rows) {
    const pieces = piecesOfRow(row);
    for (const [at, { role, text, acts }] of pieces.entries()) {
      if (role === 'new') put(news, `${row.language} ${formOf(text)}`, text);
      if (role === 'verb' && acts.length === 1) put(verbs, verbKey(row, pieces, at), text);
      if (role === 'talk' && at === 0 && pieces.length > 1) put(talks, `${row.language} first`, text + (pieces[1]?.role === undefined ? (pieces[1]?.text ?? ' ') : ' ')); // prettier-ignore
      if (role === 'talk' && at === pieces.length - 1 && at > 0) put(talks, `${row.language} last`, (pieces[at - 1]?.role === undefined ? (pieces[at - 1]?.text ?? ' ') : ' ') + text); // prettier-ignore
    }
  }
  return { news, verbs, talks };
}

const verbKey = (row: Annotated, pieces: readonly Piece[], at: number) =>
  `${row.language} ${row.acts[pieces[at]?.acts[0] ?? 0]?.act ?? ''} ${at === 0 ? 'first' : at === pieces.length - 1 ? 'last' : 'mid'} ${nextRole(pieces, at)}`;

const QUOTES = [['"', '"'], ['“', '”'], ['„', '“'], ['«', '»'], ["'", "'"]] as const; // prettier-ignore

/** @param random numbers below one */
export function varied(row: Annotated, pools: Pools, random: () => number): Annotated {
  const pick = <T>(all: readonly T[] | undefined): T | undefined => all?.[Math.floor(random() * all.length)];
  const whole = piecesOfRow(row);
  let pieces: Piece[] = whole.map((piece, at) => {
    if (piece.role === 'new' && random() < 0.6)
      return { ...piece, text: pick(pools.news.get(`${row.language} ${formOf(piece.text)}`)) ?? piece.text };
    if (piece.role === 'verb' && piece.acts.length === 1 && random() < 0.5)
      return { ...piece, text: asFirst(piece.text, pick(pools.verbs.get(verbKey(row, whole, at))) ?? piece.text) };
    return piece;
  });
  if (pieces[0]?.role === 'talk' && random() < 0.4) pieces = withoutFirst(pieces);
  else if (pieces[0]?.role !== 'talk' && random() < 0.25)
    pieces = [...talkPieces(pick(pools.talks.get(`${row.language} first`)), 'first'), ...pieces];
  if (pieces.at(-1)?.role !== 'talk' && random() < 0.25)
    pieces = [...pieces, ...talkPieces(pick(pools.talks.get(`${row.language} last`)), 'last')];
  if (random() < 0.3) pieces = quoted(pieces, random);
  if (random() < 0.25)
    pieces = pieces.map((piece) =>
      piece.role === 'new' || piece.role === 'old' || random() < 0.3 ? piece : { ...piece, text: piece.text.toLowerCase() },
    );
  if (random() < 0.35) pieces = pieces.map((piece) => (random() < 0.4 ? { ...piece, text: mistyped(piece.text, random) } : piece));
  return rowOfPieces(row, pieces);
}

const asFirst = (old: string, text: string) =>
  /^\p{Lu}/u.test(old)
    ? text.slice(0, 1).toUpperCase() + text.slice(1)
    : /^\p{Ll}/u.test(old)
      ? text.slice(0, 1).toLowerCase() + text.slice(1)
      : text;

function withoutFirst(pieces: readonly Piece[]): Piece[] {
  const rest = pieces.slice(pieces[1]?.role === undefined ? 2 : 1);
  return rest.length > 0 ? rest : [...pieces];
}

function talkPieces(text: string | undefined, side: 'first' | 'last'): Piece[] {
  if (text === undefined) return [];
  const [, lead = '', own = '', tail = ''] = /^([\s,;:.!-]*)(.*?)([\s,;:.!-]*)$/su.exec(text) ?? [];
  const talk: Piece = { text: own, role: 'talk', acts: [] };
  const between = (side === 'first' ? tail : lead) || ' ';
  const gap: Piece = { text: between.trim() === '' || /\s/u.test(between) ? between : `${between} `, role: undefined, acts: [] };
  return side === 'first' ? [talk, gap] : [gap, talk];
}

/** Quotation marks around new and old texts, or none. */
function quoted(pieces: readonly Piece[], random: () => number): Piece[] {
  const [open, close] = QUOTES[Math.floor(random() * QUOTES.length)] ?? QUOTES[0];
  const made: Piece[] = [];
  for (const [at, piece] of pieces.entries()) {
    const before = made.at(-1);
    const next = pieces[at + 1];
    const isQuoted =
      before?.role === undefined &&
      /["“„«'「]$/u.test(before?.text ?? '') &&
      next?.role === undefined &&
      /^["”“»'」]/u.test(next?.text ?? '');
    if ((piece.role === 'new' || piece.role === 'old') && !isQuoted) {
      made.push({ text: open, role: undefined, acts: [] }, piece, { text: close, role: undefined, acts: [] });
    } else made.push(piece);
  }
  return made;
}

function mistyped(text: string, random: () => number): string {
  const words = [...text.matchAll(/\p{L}{4,}/gu)];
  const word = words[Math.floor(random() * words.length)];
  if (!word) return text;
  const at = word.index + 1 + Math.floor(random() * (word[0].length - 2));
  const kind = random();
  const [one, two] = [text.charAt(at), text.charAt(at + 1)];
  if (kind < 0.35) return text.slice(0, at) + two + one + text.slice(at + 2);
  if (kind < 0.7) return text.slice(0, at) + text.slice(at + 1);
  return text.slice(0, at) + one + text.slice(at);
}

const JOINTS: Readonly<Record<string, readonly string[]>> = {
  en: [', and ', '. ', '; ', ' and ', '. Also ', ', then ', '\n'], de: [', und ', '. ', '; ', ' und ', '. Außerdem ', '\n'],
  fr: [' et ', '. ', ' ; ', '. Et ', ', puis '], es: [' y ', '. ', '; ', '. También '], it: [' e ', '. ', '; ', '. Poi '],
  pt: [' e ', '. ', '; ', '. Também '], nl: [' en ', '. ', '; ', '. En '], zh: ['，', '。', '；', '，然后'], ja: ['。', '、', '。また、'],
}; // prettier-ignore

/** Both in one, for the same document. */
export function together(one: Annotated, two: Annotated, random: () => number): Annotated {
  const joints = JOINTS[one.language] ?? [' '];
  const joint = joints[Math.floor(random() * joints.length)] ?? ' ';
  const first = piecesOfRow(one);
  const last = first.at(-1);
  const cut = last?.role === undefined && last ? [...first.slice(0, -1), { ...last, text: last.text.replace(/[.!。]\s*$/u, '') }] : first;
  const second = piecesOfRow(two).map((piece) => ({ ...piece, acts: piece.acts.map((act) => act + one.acts.length) }));
  const isLower = !/[.\n。]\s*$/u.test(joint);
  const opened = second.map((piece, at) => (at === 0 && isLower && piece.role === 'verb' ? { ...piece, text: piece.text.slice(0, 1).toLowerCase() + piece.text.slice(1) } : piece)); // prettier-ignore
  return rowOfPieces({ ...one, acts: [...one.acts, ...two.acts] }, [...cut, { text: joint, role: undefined, acts: [] }, ...opened]);
}
