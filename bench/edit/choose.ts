// Which edits the benchmark makes: real files in a fixed order, kinds in turn, each on a word that pdftotext reads in the file. The same SEED
// gives the same edits.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { CORPUS, listFolder, readCorpus, requireFiles } from '../../support/corpus.ts';
import { seeded } from '../../support/documents/random.ts';

export const KINDS = [
  'replace',
  'redact',
  'delete',
  'insert',
  'restyle',
  'highlight',
  'stamp',
  'watermark',
  'header',
  'page_numbers',
  'rotate',
  'crop',
  'delete_page',
  'duplicate_page',
  'insert_blank',
  'link',
  'picture',
] as const;
/** Only in written edits. */
const WRITTEN_KINDS: readonly Kind[] = ['link', 'picture'];
export type Kind = (typeof KINDS)[number];
export const TEXT_KINDS: ReadonlySet<Kind> = new Set<Kind>(['replace', 'redact', 'delete', 'insert', 'restyle', 'highlight']);

export interface Edit {
  /** Of a written one. */
  readonly id?: number;
  readonly kind: Kind;
  readonly file: string;
  readonly path: string;
  readonly bytes: Uint8Array;
  /** 1-based. */
  readonly page: number;
  readonly pageCount: number;
  /** Of the page; empty for edits without a target. */
  readonly word: string;
  readonly value: string;
  readonly instruction: string;
}

const PAGES_READ_MAX = 5;
const BYTES_MAX = 12_000_000;

/** @param count how many edits; kinds of text come twice as often as the others */
export function chooseEdits(count: number, seed: number): Edit[] {
  const names = requireFiles(listFolder('pdf', ['.pdf']));
  const next = seeded(seed);
  const pick = <T>(items: readonly T[]) => items[Math.floor(next() * items.length)];
  const order = names.map((name) => ({ name, at: next() })).toSorted((a, b) => a.at - b.at);
  const kinds = [...KINDS.filter((kind) => !WRITTEN_KINDS.includes(kind)), ...TEXT_KINDS];
  const edits: Edit[] = [];
  let made = 0;
  for (let turn = 0; edits.length < count && turn < order.length * 3; turn++) {
    const file = order[turn % order.length]?.name ?? '';
    const kind = kinds[made % kinds.length] ?? 'replace';
    const path = join(CORPUS, 'pdf', file);
    const bytes = readCorpus(`pdf/${file}`);
    const pages = bytes.length > BYTES_MAX ? [] : pagesOf(path);
    const pageCount = pageCountOf(path);
    const [needsText, needsPages] = [TEXT_KINDS.has(kind), kind === 'delete_page'];
    const readable = pages.flatMap((text, index) => {
      const words = wordsOf(text);
      return words.length > 0 ? [{ page: index + 1, words }] : [];
    });
    if (pageCount === 0 || (needsText && readable.length === 0) || (needsPages && pageCount < 2)) continue;
    const { page, words } = pick(readable) ?? { page: 1, words: [] };
    const word = (needsText ? pick(words) : undefined) ?? '';
    const value = pick([`${word.slice(0, 2)}ko`, 'Quze', 'Total', `${word}s`]) ?? 'Quze';
    made++;
    if (isLocked(path, bytes)) continue;
    edits.push({ kind, file, path, bytes, page, pageCount, word, value, instruction: instructionFor(kind, page, word, value) });
  }
  return edits;
}

/** Encrypted files without their password, and signed ones, are refused before anything is read: they say nothing of edits. */
function isLocked(path: string, bytes: Uint8Array): boolean {
  return spawnSync('qpdf', ['--is-encrypted', path], { timeout: 20_000 }).status === 0 || Buffer.from(bytes).includes('/ByteRange');
}

const FACTORS = [0, 0.5, 1.5, 2, 3, 4];
const PHRASE_WORDS_MAX = 4;

/** Phrases of one to four words that become shorter, longer or nothing: −100 % to +300 % of their length. */
export function chooseLengthEdits(count: number, seed: number): Edit[] {
  const names = requireFiles(listFolder('pdf', ['.pdf']));
  const next = seeded(seed);
  const pick = <T>(items: readonly T[]) => items[Math.floor(next() * items.length)];
  const order = names.map((name) => ({ name, at: next() })).toSorted((a, b) => a.at - b.at);
  const edits: Edit[] = [];
  for (const { name: file } of order) {
    if (edits.length >= count) break;
    const path = join(CORPUS, 'pdf', file);
    const bytes = readCorpus(`pdf/${file}`);
    const pages = bytes.length > BYTES_MAX ? [] : pagesOf(path);
    const readable = pages.flatMap((text, index) => {
      const phrases = phrasesOf(text);
      return phrases.length > 0 ? [{ page: index + 1, phrases, words: wordsOf(text) }] : [];
    });
    const chosen = pick(readable);
    const word = chosen && pick(chosen.phrases);
    if (!chosen || word === undefined) continue;
    const factor = FACTORS[edits.length % FACTORS.length] ?? 0;
    const value = textOfLength(word.length * factor, () => pick(chosen.words) ?? 'Quze');
    const kind = factor === 0 ? 'delete' : 'replace';
    const { page } = chosen;
    edits.push({
      kind,
      file,
      path,
      bytes,
      page,
      pageCount: pageCountOf(path),
      word,
      value,
      instruction: instructionFor(kind, page, word, value),
    });
  }
  return edits;
}

/** Of one line, and only once on the page. */
function phrasesOf(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const words = line.match(/(?<![\p{L}\p{M}\p{N}])[\p{L}\p{M}\p{N}]+(?: [\p{L}\p{M}\p{N}]+)*(?![\p{L}\p{M}\p{N}])/gu) ?? [];
    return words.flatMap((run) => {
      const parts = run.split(' ');
      return parts.flatMap((_, at) => {
        const phrase = parts.slice(at, at + 1 + (at % PHRASE_WORDS_MAX)).join(' ');
        return phrase.length >= 4 && /\p{Script=Latin}{3}/u.test(phrase) && text.split(phrase).length === 2 ? [phrase] : [];
      });
    });
  });
}

function textOfLength(length: number, word: () => string): string {
  let text = '';
  while (text.length < length - 1) text += `${text === '' ? '' : ' '}${word()}`;
  return text.slice(0, Math.max(3, Math.round(length))).trim();
}

/** The text is undefined where pdftotext cannot read it. */
function pagesOf(path: string): string[] {
  const run = spawnSync('pdftotext', ['-l', String(PAGES_READ_MAX), path, '-'], { maxBuffer: 64 * 1024 * 1024, timeout: 20_000 });
  return run.status === 0 ? run.stdout.toString('utf8').split('\f').slice(0, -1) : [];
}

export function pageCountOf(path: string): number {
  const run = spawnSync('pdfinfo', [path], { timeout: 20_000 });
  return run.status === 0 ? Number(/^Pages:\s+(\d+)/m.exec(run.stdout.toString())?.[1] ?? 0) : 0;
}

function wordsOf(text: string): string[] {
  return text.match(/(?<![\p{L}\p{N}-])[\p{Script=Latin}]{4,12}(?![\p{L}\p{N}-])/gu) ?? [];
}

function instructionFor(kind: Kind, page: number, word: string, value: string): string {
  switch (kind) {
    case 'replace':
      return `replace "${word}" with "${value}" on page ${page}`;
    case 'redact':
      return `redact "${word}" on page ${page}`;
    case 'delete':
      return `delete "${word}" on page ${page}`;
    case 'insert':
      return `insert "${value}" after the first "${word}" on page ${page}`;
    case 'restyle':
      return `make "${word}" red on page ${page}`;
    case 'highlight':
      return `highlight "${word}" in yellow on page ${page}`;
    case 'stamp':
      return `stamp "Checked" at the top right of page ${page}`;
    case 'watermark':
      return 'add a watermark "Quze"';
    case 'header':
      return 'add a header "Quze"';
    case 'page_numbers':
      return 'add page numbers at the bottom center';
    case 'rotate':
      return `rotate page ${page} by 90 degrees`;
    case 'crop':
      return `crop 10 mm from all sides of page ${page}`;
    case 'delete_page':
      return 'delete page 2';
    case 'duplicate_page':
      return `duplicate page ${page}`;
    case 'insert_blank':
      return `insert a blank page after page ${page}`;
    case 'link':
    case 'picture':
      throw new RangeError('not chosen, but written');
  }
}
