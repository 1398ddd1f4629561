// Items of a list that were not seen as such: a paragraph that opens with a bullet, or with the mark that follows on that of the item before it; and
// the lines of an item that were read as paragraphs of their own.

import type { PlacedBlock } from './blocks.ts';

const BULLET = /^(?:[•▪●◦‣∙■□○➢➤✓])(?=\s)/u;
const MARK = /^\(?(?:(?<number>\d{1,2})|(?<letter>[a-zA-Z]))[.)](?=\s)/u;

interface Mark {
  readonly label: string;
  /** 1 for `1.` and `A.`; undefined for a bullet. */
  readonly nth: number | undefined;
  /** How it is written, without its number or letter. */
  readonly form: string;
}

function markOf(text: string): Mark | undefined {
  const bullet = BULLET.exec(text);
  if (bullet) return { label: bullet[0], nth: undefined, form: bullet[0] };
  const found = MARK.exec(text);
  const { number, letter } = found?.groups ?? {};
  if (!found) return undefined;
  if (number !== undefined) return { label: found[0], nth: Number(number), form: found[0].replace(number, '1') };
  const isLower = letter === letter?.toLowerCase();
  const nth = (letter ?? '').toLowerCase().charCodeAt(0) - 'a'.charCodeAt(0) + 1;
  return { label: found[0], nth, form: found[0].replace(letter ?? '', isLower ? 'a' : 'A') };
}

const markOfBlock = ({ kind, label, text }: PlacedBlock): Mark | undefined =>
  kind === 'list_item' ? markOf(`${label ?? ''} `) : kind === 'paragraph' ? markOf(text) : undefined;

const follows = (one: Mark | undefined, two: Mark | undefined) =>
  one !== undefined && two !== undefined && one.form === two.form && (one.nth ?? 0) + 1 === (two.nth ?? 1);

/** The paragraph is the next line of the item before it: right below, begun where the text of the item begins, and an item follows. */
function goesOn(item: PlacedBlock | undefined, line: PlacedBlock, next: PlacedBlock | undefined): boolean {
  if (item?.kind !== 'list_item' || next?.kind !== 'list_item' || line.kind !== 'paragraph' || markOf(line.text)) return false;
  const [mark, own] = [item.words[0]?.box, item.words[1]?.box];
  const first = line.words[0]?.box;
  if (!mark || !own || !first) return false;
  const height = own[3] - own[1];
  const isIndented = Math.abs(first[0] - own[0]) < height / 2 && first[0] > mark[0] + height / 3;
  return isIndented && line.top - item.bottom < height * 0.8 && line.top > item.top && /^[\p{Ll}\p{N}(]|\p{L}/u.test(line.text);
}

export function withItems(blocks: readonly PlacedBlock[]): PlacedBlock[] {
  const marks = blocks.map(markOfBlock);
  const seen = blocks.map((block, at): PlacedBlock => {
    const own = marks[at];
    if (block.kind !== 'paragraph' || !own) return block;
    // The number of a chapter is no mark: another one stands right before or behind it.
    const isOne = own.nth === undefined || follows(marks[at - 1], own) || follows(own, marks[at + 1]);
    return isOne ? { ...block, kind: 'list_item', level: 1, label: own.label, text: block.text.slice(own.label.length).trim() } : block;
  });
  const joined: PlacedBlock[] = [];
  for (const [at, block] of seen.entries()) {
    const last = joined.at(-1);
    if (last && goesOn(last, block, seen[at + 1]))
      joined[joined.length - 1] = {
        ...last,
        words: [...last.words, ...block.words],
        text: `${last.text} ${block.text}`,
        bottom: block.bottom,
      };
    else joined.push(block);
  }
  return joined;
}
