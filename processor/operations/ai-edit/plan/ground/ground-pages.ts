// What is done to pages as wholes, what is drawn over them, and properties of the document.

import { choosePages } from '#contract/params/edit-pages.ts';
import { writtenAs } from '#instruction/reading/folded.ts';
import type { Intent } from '#instruction/reading/intents.ts';
import { findIn, plainName, ROLE_PAGES_MAX } from '../places/ground-document.ts';
import { holdsStems, stemsOf } from './named-units.ts';
import { anchorOf, isRefused } from './ground-beside.ts';
import { type Grounded, type PlannedEdit, unclear } from './outcome.ts';
import type { Scene } from '../places/scene.ts';

/** What needs no text of the document. */
type PagesIntent = Exclude<
  Intent,
  {
    kind:
      | 'replace'
      | 'told'
      | 'replace_pairs'
      | 'set_cell'
      | 'delete'
      | 'doubled'
      | 'redact'
      | 'highlight'
      | 'restyle'
      | 'insert'
      | 'insert_unit'
      | 'fill'
      | 'fill_pairs'
      | 'fill_list'
      | 'tick'
      | 'clear_fields'
      | 'picture'
      | 'replace_image'
      | 'add_picture'
      | 'remarks'
      | 'line'
      | 'note'
      | 'link'
      | 'unlink';
  }
>;

export async function groundPages(scene: Scene, intent: PagesIntent): Promise<Grounded> {
  const pages = intent.where?.pages === undefined ? {} : { pages: intent.where.pages };
  const one = (edit: PlannedEdit): Grounded => ({ ok: true, edits: [edit] });
  switch (intent.kind) {
    case 'mark':
      return groundMark(scene, intent);
    case 'number':
      return one({
        op: 'page_numbers',
        ...pages,
        ...(intent.position === undefined ? {} : { position: intent.position }),
        ...(intent.format === undefined ? {} : { format: intent.format }),
        ...(intent.start === undefined ? {} : { start: intent.start }),
      });
    case 'delete_pages':
    case 'keep_pages':
      return isShown(scene, intent) ? one({ op: intent.kind, pages: intent.pages }) : unclear(intent.pages);
    case 'rotate':
      return one({ op: 'rotate_pages', pages: intent.pages, degrees: intent.degrees });
    case 'reverse': {
      const reversed = Array.from({ length: scene.ground.pageCount }, (_, index) => scene.ground.pageCount - index).join(',');
      return reversed.length > 1000 ? unclear('the order of so many pages') : one({ op: 'keep_pages', pages: reversed });
    }
    case 'crop': {
      const length = { value: intent.value, unit: intent.unit };
      return one({ op: 'crop', top: length, right: length, bottom: length, left: length });
    }
    case 'flatten':
      return one({ op: 'flatten_forms' });
    case 'set_property':
      return one({ op: 'set_metadata', field: intent.field, value: writtenAs(scene.folded, intent.value).text });
    case 'swap_pages':
      return groundSwap(scene, intent.pages);
    case 'move_pages':
      return one({ op: 'move_pages', pages: intent.pages, place: intent.place, page: intent.page });
    case 'duplicate_pages':
      return one({ op: 'duplicate_pages', pages: intent.pages, copies: intent.copies });
    case 'copy_pages':
      return {
        ok: true,
        edits: [
          { op: 'duplicate_pages', pages: intent.pages, copies: 1 },
          { op: 'move_pages', pages: intent.pages, place: intent.place, page: intent.page },
        ],
      };
    case 'insert_blank':
      return one({ op: 'insert_blank_page', place: intent.place, page: intent.page });
    case 'named_pages':
      return groundNamed(scene, intent);
    case 'remove_properties':
      return one({ op: 'remove_metadata', fields: intent.fields });
  }
}

/** What the pages are said to hold stands on one of them at least. */
function isShown(scene: Scene, { pages, shown }: Extract<Intent, { kind: 'delete_pages' | 'keep_pages' }>): boolean {
  if (!shown) return true;
  const stems = stemsOf(scene.folded.source.slice(shown.start, shown.end));
  const chosen = choosePages(pages, scene.ground.pageCount) ?? [];
  const holds = (page: number) => holdsStems(plainName(scene.ground.facts.pageText(page)), stems);
  return chosen.some(holds);
}

/** @param pages two numbers, `last` for the last two, else the only two or the first */
function groundSwap({ ground: { pageCount } }: Scene, pages: string): Grounded {
  if (pages === 'all' && pageCount !== 2) return unclear('two pages');
  const named = /,/u.test(pages) ? pages.split(',').map(Number) : pages === 'last' ? [pageCount - 1, pageCount] : [1, 2];
  const [one = 1, two = 2] = named.map((page) => (page === -1 ? pageCount : page));
  return swapped(one, two, pageCount);
}

/** Page numbers count the pages of the source, also in the second step. */
function swapped(one: number, two: number, pageCount: number): Grounded {
  const [first, second] = one < two ? [one, two] : [two, one];
  if (first === second || first < 1 || second > pageCount) return unclear(`pages ${one} and ${two}`);
  const forward: PlannedEdit = { op: 'move_pages', pages: String(second), place: 'before', page: first };
  if (second === first + 1) return { ok: true, edits: [forward] };
  return { ok: true, edits: [forward, { op: 'move_pages', pages: String(first), place: 'after', page: second - 1 }] };
}

/** A share of the page: a name of a page stands at its top. */
const TOP_SHARE = 0.7;
const LEADERS_MIN = 4;

const CHAPTER = /^(?:chapter|kapitel|chapitre|capitulo|capitolo|hoofdstuk|part|teil|annex|appendix) [\da-z]{1,3} /u;

const NAME_JOINT = /,? (?:and|und|et|y|e|en) |, ?/u;

/** Each of the pages that are named: `the Symbol and Dingbats pages`. */
function groundNamed(scene: Scene, { act, name }: Extract<Intent, { kind: 'named_pages' }>): Grounded {
  const said = scene.folded.source.slice(name.start, name.end);
  const whole = pageNamed(scene, said);
  const names = typeof whole === 'number' ? [] : said.split(NAME_JOINT);
  const pages = names.length > 1 ? names.map((one) => pageNamed(scene, one)) : [whole];
  const found = pages.flatMap((page) => (typeof page === 'number' ? [page] : []));
  if (found.length < pages.length) return { ...unclear(said), why: pages.includes('ambiguous') ? 'ambiguous' : 'missing' };
  return { ok: true, edits: [{ op: act, pages: found.toSorted((one, two) => one - two).join(',') }] };
}

/** The one page at whose top this stands, also behind a label; the next one must not go on with its list. */
function pageNamed(scene: Scene, said: string): number | 'missing' | 'ambiguous' {
  const wanted = [plainName(said), plainName(said).replace(/^table of /u, '')];
  const isHead = (page: number) => {
    const { rows, height } = scene.ground.lines(page);
    return rows.some(([piece, other]) => {
      const names = [piece?.text ?? '', (piece?.text ?? '').replace(/^\p{L}+: ?/u, '')].map((one) => plainName(one).replace(CHAPTER, ''));
      return !other && (piece?.box[1] ?? 0) > height * TOP_SHARE && names.some((one) => wanted.includes(one));
    });
  };
  const pages = scene.pages.slice(0, ROLE_PAGES_MAX).filter(isHead);
  const [only] = pages;
  if (only === undefined || pages.length > 1) return only === undefined ? 'missing' : 'ambiguous';
  const leaders = (page: number) => scene.ground.lines(page).rows.filter((row) => row.some(({ text }) => /(?:\. ?){5}/u.test(text))).length;
  return only < scene.ground.pageCount && leaders(only) >= LEADERS_MIN && leaders(only + 1) >= LEADERS_MIN ? 'missing' : only;
}

async function groundMark(scene: Scene, intent: Extract<Intent, { kind: 'mark' }>): Promise<Grounded> {
  const pages = intent.where?.pages === undefined ? {} : { pages: intent.where.pages };
  const one = (edit: PlannedEdit): Grounded => ({ ok: true, edits: [edit] });

  if (intent.isBare && findIn(scene.ground, writtenAs(scene.folded, intent.value).text, scene.pages))
    return unclear(writtenAs(scene.folded, intent.value).text);
  const { text: value } = writtenAs(scene.folded, intent.value);
  if (intent.beside) {
    const anchor = await anchorOf(scene, intent.beside);
    if (isRefused(anchor)) return anchor;
    return one({ op: 'stamp', value, ...anchor, ...(intent.color === undefined ? {} : { color: intent.color }), ...sizeOf(intent) });
  }
  const color = intent.color === undefined ? {} : { color: intent.color };
  const free = intent.position ?? (intent.mark === 'stamp' ? freePosition(scene, value, intent.where?.pages) : undefined);
  const position = free === undefined ? {} : { position: free };
  if (intent.mark === 'watermark') return one({ op: 'watermark_text', value, ...pages, ...color, ...sizeOf(intent) });
  if (intent.mark === 'stamp') return one({ op: 'stamp', value, ...pages, ...color, ...position, ...sizeOf(intent) });
  if (intent.color !== undefined && intent.color !== '#000000')
    return one({
      op: 'stamp',
      value,
      ...pages,
      ...color,
      position: `${intent.mark === 'header' ? 'top' : 'bottom'}_${alignOf(intent.position)}`,
    });
  return one({
    op: 'header_footer',
    area: intent.mark,
    value,
    ...pages,
    ...(intent.position === undefined ? {} : { align: alignOf(intent.position) }),
    ...sizeOf(intent),
  });
}

function sizeOf({ points, bold }: Extract<Intent, { kind: 'mark' }>) {
  return { ...(points === undefined ? {} : { font_size_pt: points }), ...(bold ? { bold } : {}) };
}

function alignOf(position: string | undefined): 'left' | 'center' | 'right' {
  return position?.endsWith('left') === true ? 'left' : position?.endsWith('right') === true ? 'right' : 'center';
}

const POSITIONS_TRIED = ['top_right', 'top_left', 'bottom_right', 'bottom_left', 'top_center', 'bottom_center'] as const;
const MARGIN_PT = 36;
const SIZE_PT = 12;

/** The first corner where nothing stands on any of the pages; undefined where there is none. */
function freePosition({ ground }: Scene, value: string, choice: string | undefined): (typeof POSITIONS_TRIED)[number] | undefined {
  const pages = (choosePages(choice ?? 'all', ground.pageCount) ?? []).slice(0, 20);
  const width = value.length * SIZE_PT * 0.75;
  return POSITIONS_TRIED.find((position) =>
    pages.every((page) => {
      const { width: wide, height, words } = ground.lines(page);
      const left = position.endsWith('left') ? MARGIN_PT : position.endsWith('right') ? wide - MARGIN_PT - width : (wide - width) / 2;
      const bottom = position.startsWith('top') ? height - MARGIN_PT - SIZE_PT : MARGIN_PT;
      const boxes = [...words.map(({ box }) => box), ...ground.facts.images([page]).map(({ box }) => box)];
      return !boxes.some((box) => box[0] < left + width && box[2] > left && box[1] < bottom + SIZE_PT && box[3] > bottom);
    }),
  );
}
