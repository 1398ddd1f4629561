// The words of a paragraph with an edit in them: remaining glyphs, which keep their places within the word, and new text. A word of both is one.

import type { TextMatch } from '../find.ts';
import { isSameLine, type PageText, type PlacedGlyph, separator, WORD_GAP_EMS } from '../page-text.ts';
import { isVisible, type TextLine } from './lines.ts';
import { isBreakable, isUnspaced, partsOf, wordsOf } from './word-parts.ts';

export type WordPart =
  | { readonly kind: 'glyphs'; readonly glyphs: readonly PlacedGlyph[]; readonly start: number; readonly end: number }
  | { readonly kind: 'text'; readonly text: string };

export interface Word {
  readonly parts: readonly WordPart[];
  /** The line it stands on before the edit, by its index; of new text, where the match begins. */
  readonly line: number;
  /** A space follows it; scripts without spaces, and the parts of a divided word, have none. */
  readonly isSpaced: boolean;
  /** The spaces after it. */
  readonly spaces: readonly PlacedGlyph[];
  /** The hyphen at its end is there only because the line ended. */
  readonly hyphen: PlacedGlyph | undefined;
  /** A part of a word that goes on with the next one: it has a new hyphen where it ends a line. */
  readonly isDivision?: boolean;
  /** It has new text, or follows what was deleted. */
  readonly isEdited: boolean;
}

export interface EditedWords {
  readonly words: readonly Word[];
  /** Spaces that would remain beside others. */
  readonly removed: readonly PlacedGlyph[];
}

/** Marks that stand at the end of a word. */
const STOP = /^[,.;:!?)\]]/u;

/** Between two letters of a line is a space, or a gap as wide; a raised mark is of its word. */
function areApart(last: PlacedGlyph, next: PlacedGlyph): boolean {
  if (isSameLine(last, next)) return separator(last, next) !== '';
  return next.start - last.end > Math.max(last.size, next.size) * WORD_GAP_EMS;
}

interface Draft {
  parts: WordPart[];
  line: number;
  isSpaced: boolean;
  spaces: PlacedGlyph[];
  hyphen: PlacedGlyph | undefined;
  isEdited: boolean;
}

/** @param lines from the first that holds a part of the match on. @param text in place of the match, with the rests of its ligatures */
export function editedWords(page: PageText, lines: readonly TextLine[], match: TextMatch, text: string): EditedWords {
  const builder = new WordBuilder(page, match, text);
  for (const [index, line] of lines.entries()) builder.read(line, index, index === lines.length - 1);
  return builder.finish();
}

class WordBuilder {
  private readonly words: Draft[] = [];
  private readonly removed: PlacedGlyph[] = [];
  private readonly page: PageText;
  private readonly text: string;
  private readonly inMatch: ReadonlySet<PlacedGlyph>;
  private readonly first: PlacedGlyph | undefined;
  private readonly last: PlacedGlyph | undefined;
  /** The match goes on: what is around its parts does not part the words beside it. */
  private isInside = false;
  private isApart = true;
  /** New text, or a deletion, is directly before. */
  private isAfterEdit = false;

  constructor(page: PageText, match: TextMatch, text: string) {
    this.page = page;
    this.text = text;
    this.inMatch = new Set(match.glyphs);
    [this.first] = match.glyphs;
    this.last = match.glyphs.at(-1);
  }

  read(line: TextLine, index: number, isLast: boolean): void {
    let last: PlacedGlyph | undefined;
    for (const glyph of line.glyphs) {
      if (this.page.repeats.has(glyph)) continue;
      if (last && !this.isInside && isVisible(glyph) && areApart(last, glyph)) this.isApart = true;
      if (glyph === this.first) this.insert(index);
      if (this.inMatch.has(glyph)) {
        this.isInside = glyph !== this.last;
        if (!isVisible(glyph) && this.text === '') this.isApart = true;
      } else if (isVisible(glyph)) this.add(glyph, index);
      else this.space(glyph);
      last = glyph;
    }
    if (!this.isInside) this.endLine(isLast);
  }

  finish(): EditedWords {
    return { words: this.words.flatMap(dividedWord), removed: this.removed };
  }

  private insert(line: number): void {
    const chunks = this.text.split(/\s+/u).filter(Boolean);
    const parts = chunks.flatMap((chunk) => partsOf(chunk).map((text, at) => ({ text, isFirst: at === 0 })));
    const isGlued = !this.isApart && !/^\s/u.test(this.text);
    for (const [at, { text, isFirst }] of parts.entries()) {
      const last = this.words.at(-1);
      const isJoined = at === 0 && isGlued;
      if (isJoined && last && !isBreakable(text)) {
        last.parts.push({ kind: 'text', text });
        last.isEdited = true;
      } else {
        if (last && isFirst && !isJoined) last.isSpaced = last.hyphen === undefined;
        this.words.push({ parts: [{ kind: 'text', text }], line, isSpaced: false, spaces: [], hyphen: undefined, isEdited: true });
      }
    }
    this.isApart = chunks.length === 0 ? this.isApart || /\s/u.test(this.text) : /\s$/u.test(this.text);
    this.isAfterEdit = true;
  }

  private add(glyph: PlacedGlyph, line: number): void {
    const word = this.words.at(-1);
    const text = glyph.shown.glyph.unicode;
    const lastPart = word?.parts.at(-1);
    // A mark that follows what was deleted closes up to the word before.
    if (word && this.isAfterEdit && this.text === '' && STOP.test(text)) {
      this.isApart = false;
      this.removed.push(...word.spaces.splice(0));
    }
    if (!word || this.isApart || isBreakable(text)) {
      if (word && this.isApart) word.isSpaced = word.hyphen === undefined;
      const parts: WordPart[] = [glyphsPart(glyph)];
      this.words.push({ parts, line, isSpaced: false, spaces: [], hyphen: undefined, isEdited: this.isAfterEdit });
    } else if (lastPart?.kind === 'glyphs' && !this.isAfterEdit) {
      word.parts[word.parts.length - 1] = {
        kind: 'glyphs',
        glyphs: [...lastPart.glyphs, glyph],
        start: lastPart.start,
        end: Math.max(lastPart.end, glyph.end),
      };
    } else {
      word.parts.push(glyphsPart(glyph));
      word.isEdited = true;
    }
    [this.isApart, this.isAfterEdit] = [false, false];
  }

  /** Of the spaces on both sides of a deleted text, those before it stay. */
  private space(glyph: PlacedGlyph): void {
    const word = this.words.at(-1);
    if (word && !(this.isAfterEdit && this.isApart)) word.spaces.push(glyph);
    else this.removed.push(glyph);
    this.isApart = true;
  }

  private endLine(isLast: boolean): void {
    const word = this.words.at(-1);
    const part = word?.parts.at(-1);
    const end = part?.kind === 'glyphs' ? part.glyphs.at(-1) : undefined;
    const before = part?.kind === 'glyphs' ? part.glyphs.at(-2) : undefined;
    const text = end?.shown.glyph.unicode ?? '';
    if (word && end && before && !isLast && /^[-\u00ad\u2010]$/u.test(text) && /\p{Ll}/u.test(before.shown.glyph.unicode)) {
      word.hyphen = end;
      this.isApart = true;
    } else if (!isUnspaced(text)) this.isApart = true;
  }
}

function glyphsPart(glyph: PlacedGlyph): WordPart {
  return { kind: 'glyphs', glyphs: [glyph], start: glyph.start, end: glyph.end };
}

/** A run of glyphs in a script without spaces is several words. */
function dividedWord(word: Draft): Draft[] {
  const [part] = word.parts;
  if (word.parts.length !== 1 || part?.kind !== 'glyphs') return [word];
  const words = wordsOf(part.glyphs.map(({ shown }) => shown.glyph.unicode).join(''));
  if (words.length < 2) return [word];
  const groups: PlacedGlyph[][] = [];
  let [read, end] = [0, 0];
  for (const glyph of part.glyphs) {
    const group = groups.at(-1);
    if (group && read < end) group.push(glyph);
    else {
      groups.push([glyph]);
      // A glyph of several letters may go beyond the end of a word.
      while (end <= read) end += words.shift()?.length ?? Infinity;
    }
    read += glyph.shown.glyph.unicode.length;
  }
  return groups.map((glyphs, index) => {
    const isLast = index === groups.length - 1;
    const first = glyphs[0] as PlacedGlyph;
    const own: WordPart = { kind: 'glyphs', glyphs, start: first.start, end: Math.max(...glyphs.map((glyph) => glyph.end)) };
    return {
      ...word,
      parts: [own],
      isSpaced: isLast && word.isSpaced,
      spaces: isLast ? word.spaces : [],
      hyphen: isLast ? word.hyphen : undefined,
    };
  });
}
