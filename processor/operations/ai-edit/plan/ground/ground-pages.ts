// What is done to pages as wholes, what is drawn over them, and properties of the document.

import { choosePages } from '#contract/params/edit-pages.ts';
import { writtenAs } from '#instruction/reading/folded.ts';
import type { Intent } from '#instruction/reading/intents.ts';
import { findIn } from '../places/ground-document.ts';
import { type Grounded, type PlannedEdit, unclear } from './outcome.ts';
import type { Scene } from '../places/scene.ts';

/** What needs no text of the document. */
type PagesIntent = Exclude<
  Intent,
  {
    kind:
      | 'replace'
      | 'replace_pairs'
      | 'set_cell'
      | 'delete'
      | 'redact'
      | 'highlight'
      | 'restyle'
      | 'insert'
      | 'insert_unit'
      | 'fill'
      | 'fill_list'
      | 'tick';
  }
>;

export function groundPages(scene: Scene, intent: PagesIntent): Grounded {
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
      });
    case 'delete_pages':
    case 'keep_pages':
      return one({ op: intent.kind, pages: intent.pages });
    case 'rotate':
      return one({ op: 'rotate_pages', pages: intent.pages, degrees: intent.degrees });
    case 'replace_image': {
      const where = intent.pages === undefined ? scene.pages : (choosePages(intent.pages, scene.ground.pageCount) ?? []);
      const pictures = scene.ground.facts.images(where);
      return pictures.length === 1
        ? one({ op: 'replace_image', pages: intent.pages ?? 'all' })
        : { ...unclear('the picture'), why: pictures.length === 0 ? 'missing' : 'ambiguous' };
    }
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
    case 'swap_pages': {
      const { pageCount } = scene.ground;
      return intent.pages === 'all' && pageCount !== 2
        ? unclear('two pages')
        : one({ op: 'move_pages', pages: '2', place: 'before', page: 1 });
    }
  }
}

function groundMark(scene: Scene, intent: Extract<Intent, { kind: 'mark' }>): Grounded {
  const pages = intent.where?.pages === undefined ? {} : { pages: intent.where.pages };
  const one = (edit: PlannedEdit): Grounded => ({ ok: true, edits: [edit] });

  if (intent.isBare && findIn(scene.ground, writtenAs(scene.folded, intent.value).text, scene.pages))
    return unclear(writtenAs(scene.folded, intent.value).text);
  const { text: value } = writtenAs(scene.folded, intent.value);
  const color = intent.color === undefined ? {} : { color: intent.color };
  const free = intent.position ?? (intent.mark === 'stamp' ? freePosition(scene, value, intent.where?.pages) : undefined);
  const position = free === undefined ? {} : { position: free };
  if (intent.mark === 'watermark') return one({ op: 'watermark_text', value, ...pages, ...color });
  if (intent.mark === 'stamp') return one({ op: 'stamp', value, ...pages, ...color, ...position });
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
  });
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
