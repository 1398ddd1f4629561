// Compares an edited file with its source, using programs that know nothing of how it was made: pdftotext and PDFium read it, pdftoppm draws it,
// qpdf checks it. The result lists what is wrong; an empty list is a clean edit.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pdfiumTexts } from '../../support/run/edit-pdf.ts';
import type { EditReport } from '../../support/run/run-edit.ts';
import { type Edit, TEXT_KINDS } from './choose.ts';
import { judgeVisible } from './judge-visible.ts';
import { differencesOutside, drawPage, placeOnPicture, shapeOf } from './pictures.ts';

const PAGES_COMPARED_MAX = 3;
/** Poppler puts letters on quarters of pixels: one on the edge between two jumps by rounding. What has changed is seen at each, in the same place. */
const DPIS = [72, 101.3, 131.7] as const;

/** @returns what is wrong, by the program that says so */
export async function judgeEdit(edit: Edit, result: Uint8Array, report: EditReport): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-edit-'));
  try {
    const path = join(folder, 'result.pdf');
    writeFileSync(path, result);
    const pdfium = await Promise.all([edit.bytes, result].map((bytes) => pdfiumTexts(bytes).catch(() => undefined)));
    return [
      ...judgePoppler(edit, path, report).map((wrong) => `poppler: ${wrong}`),
      ...judgeTexts(edit, pdfium[0], pdfium[1], report).map((wrong) => `pdfium: ${wrong}`),
      ...judgePictures(edit, path, folder, report),
      ...judgeFile(edit, path),
      ...(edit.kind === 'replace' || edit.kind === 'delete' ? judgeVisible(edit.path, path, edit.page) : []),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Where it reads lines of two columns as one, a word divided at the end of a line is in two places: in the order of the content it is in one. */
function judgePoppler(edit: Edit, path: string, report: EditReport): string[] {
  const judge = (options: readonly string[]) => {
    const [was, is] = [edit.path, path].map((one) => popplerTexts(one, options));
    return judgeTexts(edit, was, is, report);
  };
  const wrong = judge([]);
  return wrong.some((said) => said.endsWith(NOT_THERE)) ? judge(['-raw']) : wrong;
}

const NOT_THERE = 'the new word is not there';

function popplerTexts(path: string, options: readonly string[]): string[] | undefined {
  const run = spawnSync('pdftotext', [...options, path, '-'], { maxBuffer: 256 * 1024 * 1024, timeout: 60_000 });
  return run.status === 0 ? run.stdout.toString('utf8').split('\f').slice(0, -1) : undefined;
}

/** For each page of the result the page of the source that it shows; undefined for a new one. 1-based. */
function mapPages({ kind, page, pageCount }: Edit): (number | undefined)[] {
  const all: (number | undefined)[] = Array.from({ length: pageCount }, (_, index) => index + 1);
  if (kind === 'delete_page') all.splice(1, 1);
  if (kind === 'duplicate_page') all.splice(page, 0, page);
  if (kind === 'insert_blank') all.splice(page, 0, undefined);
  return all;
}

function bare(text: string): string {
  return text.normalize('NFKC').replaceAll(/[\s\p{Cc}\p{Cf}\ufffe-]+/gu, '');
}

const count = (text: string, part: string) => (part === '' ? 0 : text.split(part).length - 1);

/** The characters of a text, whatever their order: engines order moved text in different ways. */
function characters(text: string): string {
  return Array.from(text).toSorted().join('');
}

function judgeTexts(edit: Edit, before: string[] | undefined, after: string[] | undefined, report: EditReport): string[] {
  if (!before || before.length !== edit.pageCount) return [];
  if (!after) return ['does not read the result'];
  const pages = mapPages(edit);
  if (after.length !== pages.length) return [`${after.length} pages, not ${pages.length}`];
  return pages.flatMap((source, index) => {
    const is = bare(after[index] ?? '');
    if (source === undefined) return is === '' ? [] : ['the new page says something'];
    const wrong = judgeText(edit, source, before[source - 1] ?? '', after[index] ?? '', report);
    return wrong === undefined ? [] : [`page ${source}: ${wrong}`];
  });
}

function judgeText(edit: Edit, page: number, wasRead: string, isRead: string, report: EditReport): string | undefined {
  const [before, after] = [withAccents(withoutLeaders(wasRead)), withAccents(withoutLeaders(isRead))];
  const { kind, page: target, value } = edit;
  const [was, is] = [bare(before), bare(after)];
  const word = bare(edit.word);
  const added = addedText(edit, page, report);
  if (added !== undefined) {
    // Engines differ in where they read a text across the page; its letters are there.
    if (characters(is) !== characters(was + bare(added)))
      return kind === 'watermark' && is.length >= was.length ? undefined : 'the rest has changed';
    return is.includes(bare(added)) || kind === 'watermark' ? undefined : `"${added}" is not there`;
  }
  const isTarget = page === target && TEXT_KINDS.has(kind) && kind !== 'restyle' && kind !== 'highlight';
  if (!isTarget) return characters(was) === characters(is) ? undefined : 'changed';
  if (count(was, word) === 0) return undefined;
  if (kind === 'insert') {
    const isThere = count(is, bare(value)) > count(was, bare(value)) || is.includes(word + bare(value));
    // The cells of a new row may be read among those of its neighbour.
    if (!isThere && (isInPieces(before, value) || !isInPieces(after, value))) return `"${value}" is not there`;
    return isSameButForMark(edit, was + bare(value), is) ? undefined : 'the rest has changed';
  }
  const fresh = kind === 'replace' ? bare(value) : '';
  // With the white space: adjacent words may spell it too. Poppler also reads what fields and notes show.
  const spaced = (text: string) => text.replaceAll(/\s+/gu, ' ');
  const times = (text: string) => count(spaced(text), spaced(edit.word));
  if (!fresh.includes(word) && times(after) > Math.max(0, times(before) - report.changes.length)) return 'the old word is there';
  if (fresh !== '' && !is.includes(fresh) && !isInPieces(after, value)) return NOT_THERE;
  // Some programs find words that are divided at the end of a line, others do not.
  const counts = new Set([count(before, edit.word), count(was, word), report.changes.filter((change) => change.page === page).length]);
  // A redaction takes a text in either case.
  const gone = edit.kind === 'redact' ? (was.match(new RegExp(RegExp.escape(word), 'giu')) ?? []) : [];
  // Items that follow one which went are counted anew.
  const counted = report.changes.flatMap((change) => (change.page === page ? (change.renumbered ?? []) : []));
  const recounted = (letters: string) =>
    withoutLetters(letters, bare(counted.map((one) => one.before).join('')), 1) + bare(counted.map((one) => one.after).join(''));
  const expected = [
    ...[...counts].map((times) => recounted(withoutLetters(was, word, times)) + characters(fresh.repeat(times))),
    ...(gone.length > 0 ? [withoutLetters(was, gone.join(''), 1)] : []),
  ];
  // A redaction removes whole glyphs that it covers in part: an accent that stands as a letter of its own.
  // PDFium reads a text that is drawn twice once or twice, as near as its drawings are to each other in the content.
  return expected.some((letters) => [letters, letters + letters].some((all) => isSameButForMark(edit, is, all)))
    ? undefined
    : 'the rest has changed';
}

/** A text on so many lines of a cell, whose neighbours some programs read between them. */
const PIECES_MAX = 4;

/** PDFium reads accents that are glyphs of their own (TeX) before their letters, apart from them. */
function withAccents(text: string): string {
  return text.replaceAll(/([\u00b4\u00a8\u02c6\u02c7\u02da\u02dc\u00b8])\s?([\p{L}\u0131])/gu, (both, accent: string, letter: string) => {
    const composed = ((letter === '\u0131' ? 'i' : letter) + MARKS[accent]).normalize('NFC');
    return composed.length === 1 ? composed : both;
  });
}

const MARKS: Readonly<Record<string, string>> = {
  '\u00b4': '\u0301',
  '\u00a8': '\u0308',
  '\u02c6': '\u0302',
  '\u02c7': '\u030c',
  '\u02da': '\u030a',
  '\u02dc': '\u0303',
  '\u00b8': '\u0327',
};

/** Its words are there in their order, in a few pieces of several words. */
function isInPieces(text: string, value: string): boolean {
  const read = bare(text);
  const words = value.split(/\s+/u).filter(Boolean);
  let [at, from, pieces] = [0, 0, 0];
  while (at < words.length) {
    let [count, found] = [0, -1];
    for (let more = 1; at + more <= words.length; more++) {
      const place = read.indexOf(bare(words.slice(at, at + more).join(' ')), from);
      if (place < 0) break;
      [count, found] = [more, place];
    }
    const isLast = at + count === words.length;
    if (count < (isLast ? 1 : 2) || ++pieces > PIECES_MAX) return false;
    from = found + bare(words.slice(at, at + count).join(' ')).length;
    at += count;
  }
  return true;
}

/** Dots that lead to the next column become fewer or more with the text before them. */
function withoutLeaders(text: string): string {
  return text.replaceAll(/(?:[.·…]\s?){5,}/gu, ' ');
}

const MARK_CHARACTERS_MAX = 4;

/** The same characters; a written item of a list comes with its bullet or number, which its text does not name, one of a list of contents with its leaders. */
function isSameButForMark({ id, kind }: Edit, fewer: string, more: string): boolean {
  if (characters(fewer) === characters(more)) return true;
  if (id === undefined || kind === 'replace') return false;
  const mark = withoutLetters(more, fewer, 1);
  if (mark.length !== more.length - fewer.length) return false;
  const unled = mark.replaceAll(/[.·]{4,}/gu, '');
  return unled.length <= MARK_CHARACTERS_MAX && !/\p{L}{2}/u.test(unled);
}

function withoutLetters(text: string, word: string, times: number): string {
  const left = Array.from(text);
  for (const letter of word.repeat(times)) {
    const at = left.indexOf(letter);
    if (at >= 0) left.splice(at, 1);
  }
  return left.join('');
}

/** The text that a mark writes on a page. */
function addedText({ kind, page: target }: Edit, page: number, report: EditReport): string | undefined {
  if (kind === 'stamp') return page === target ? 'Checked' : undefined;
  if (kind !== 'watermark' && kind !== 'header' && kind !== 'page_numbers') return undefined;
  return report.changes.find((change) => change.page === page)?.after;
}

function judgePictures(edit: Edit, path: string, folder: string, report: EditReport): string[] {
  const pages = mapPages(edit).map((source, index) => ({ source, result: index + 1 }));
  const near = pages
    .filter(({ source }) => source !== undefined)
    .toSorted((a, b) => Math.abs((a.source ?? 0) - edit.page) - Math.abs((b.source ?? 0) - edit.page))
    .slice(0, PAGES_COMPARED_MAX);
  // qpdf turns a turned page back; a cropped page is drawn whole.
  const turned = join(folder, 'turned.pdf');
  if (edit.kind === 'rotate') spawnSync('qpdf', [path, `--rotate=-90:${edit.page}`, turned]);
  const drawn = edit.kind === 'rotate' ? turned : path;
  return near.flatMap(({ source = 1, result }) => {
    const boxes = report.changes.flatMap((change) => (change.page === source && change.bbox ? [change.bbox] : []));
    // Links to a deleted page go with it, as do links over redacted text.
    const isWithoutAnnotations = edit.kind === 'delete_page' || edit.kind === 'redact';
    const how = { isWhole: edit.kind === 'crop', isWithoutAnnotations };
    const shape = shapeOf(edit.path, source);
    let left: ReadonlySet<number> | undefined;
    for (const dpi of DPIS) {
      const [one, two] = [drawPage(edit.path, source, { ...how, dpi }), drawPage(drawn, result, { ...how, dpi })];
      if (!one || !two || !shape) return one && !two ? [`page ${source}: pdftoppm does not draw the result`] : [];
      const here = differencesOutside(
        one,
        two,
        boxes.map((box) => placeOnPicture(box, shape, one)),
      );
      if (!here) return [`page ${source}: another size`];
      left = left?.intersection(here) ?? here;
      if (left.size === 0) return [];
    }
    return [`page ${source}: differs in ${left?.size} places outside of the boxes`];
  });
}

function judgeFile(edit: Edit, path: string): string[] {
  const [before, after] = [edit.path, path].map((file) => spawnSync('qpdf', ['--check', file], { timeout: 60_000 }).status ?? 2);
  const severity = (status: number | undefined) => (status === 0 ? 0 : status === 3 ? 1 : 2);
  return severity(after) > severity(before) ? [`qpdf --check says ${after}, of the source ${before}`] : [];
}
