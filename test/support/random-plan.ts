// Random operations of a plan, in the form that the grammar writes: what printing and reading must give back.

import {
  ANNOTATION_KINDS,
  EDIT_NAMES,
  type EditName,
  EditOperation,
  METADATA_FIELDS,
  POSITIONS,
  TEXT_PATTERNS,
} from '#contract/params/edit-plan.ts';
import type { Random } from '../../support/documents/random.ts';

const LETTERS = 'a Z é ß 日 🙂 0 9 . , ; : ! ? \' " ` “ ” « » „ ( ) [ ] { } # % & / \\ - – → @ _and_ _then_ _with_ _to_ _on_page_2'
  .split(' ')
  .map((letter) => letter.replaceAll('_', ' '))
  .concat(' ');
const PAGES = ['all', 'odd', 'even', '3', 'last', '2-5', '4-end', '-3-end', '-2', '1,3,7-9', 'all except 1', 'all except 2-4,last'];
const UNITS = ['pt', 'mm', 'cm', 'in', '%'] as const;

/** Read with the document beside the words only: no sentence of the grammar asks for them. */
const READ_IN_DOCUMENT = [
  'delete_image',
  'delete_drawing',
  'move_image',
  'resize_image',
  'insert_image',
  'underline',
  'restyle_box',
  'strike',
  'set_link',
  'add_note',
  'clear_fields',
  'flatten_annotations',
] as const satisfies readonly EditName[];
type GrammarName = Exclude<EditName, (typeof READ_IN_DOCUMENT)[number]>;
export const GRAMMAR_NAMES = EDIT_NAMES.filter((name): name is GrammarName => !READ_IN_DOCUMENT.some((other) => other === name));

export function randomOperations(random: Random, count: number): EditOperation[] {
  return Array.from({ length: count }, (_, index) => randomOperation(random, `op${index + 1}`));
}

function randomOperation(random: Random, id: string): EditOperation {
  const { pick, below } = random;
  const op = pick(GRAMMAR_NAMES);
  const text = () => Array.from({ length: 1 + below(12) }, () => pick(LETTERS)).join('');
  const pages = () => pick(PAGES);
  const some = () => pick(PAGES.filter((choice) => !choice.startsWith('all')));
  const maybe = <T>(value: T) => (below(2) === 0 ? undefined : value);
  const hundredths = (max: number) => (100 + below(100 * (max - 1))) / 100;
  const color = () => `#${below(0x1000000).toString(16).padStart(6, '0')}`;
  const length = () => ({ value: hundredths(99), unit: pick(UNITS) });
  const nth = () => (1 + below(40)) * pick([1, -1]);
  const page = () => (1 + below(500)) * pick([1, -1]);
  const match = () => ({
    ...(below(3) === 0 ? { pattern: pick(TEXT_PATTERNS) } : { text: text() }),
    case: pick(['exact', 'ignore']),
    whole_word: below(2) === 0,
    occurrence: pick(['all', nth()]),
    expect: pick([{ min: 1 }, { min: 2 }, { min: 2, max: 5 }, { min: 3, max: 3 }, { min: 1, max: 4 }]),
  });
  const place = () => pick(['before', 'after']);
  const fields: Record<GrammarName, () => object> = {
    replace_text: () => ({ pages: pages(), match: match(), value: text(), fit: pick(['shrink', 'error', 'overflow']) }),
    delete_text: () => ({ pages: pages(), match: match() }),
    insert_text: () => ({ pages: pages(), place: place(), match: match(), value: text() }),
    restyle_text: () => ({
      pages: pages(),
      match: match(),
      color: color(),
      size: maybe({ value: hundredths(300), unit: pick(['pt', '%']) }),
      bold: maybe(true),
      italic: maybe(true),
    }),
    redact: () => ({ pages: pages(), match: match() }),
    highlight: () => ({ pages: pages(), match: match(), color: color() }),
    replace_image: () => ({
      pages: pages(),
      image: pick(['only', 'all', 'largest', nth()]),
      with: pick(['only', 1 + below(10)]),
      fit: pick(['contain', 'cover', 'stretch']),
    }),
    rotate_pages: () => ({ pages: pages(), degrees: pick([90, 180, 270]) }),
    delete_pages: () => ({ pages: some() }),
    keep_pages: () => ({ pages: some() }),
    move_pages: () => ({ pages: some(), place: place(), page: page() }),
    duplicate_pages: () => ({ pages: pages(), copies: 1 + below(100) }),
    insert_blank_page: () => ({ place: place(), page: page(), count: 1 + below(100) }),
    crop: () => ({ pages: pages(), top: length(), right: maybe(length()), bottom: maybe(length()), left: maybe(length()) }),
    watermark_text: () => ({
      pages: pages(),
      value: text(),
      color: color(),
      opacity: (5 + below(96)) / 100,
      angle: below(181) - 90,
      font_size_pt: maybe(hundredths(200)),
    }),
    stamp: () => ({
      pages: pages(),
      value: text(),
      position: pick(POSITIONS),
      margin: length(),
      color: color(),
      font_size_pt: hundredths(90),
      bold: below(2) === 0,
    }),
    page_numbers: () => ({
      pages: pages(),
      position: pick(POSITIONS),
      format: `${text()}{n}${text()}`,
      start: below(1000),
      font_size_pt: hundredths(90),
    }),
    header_footer: () => ({
      pages: pages(),
      area: pick(['header', 'footer']),
      align: pick(['left', 'center', 'right']),
      value: text(),
      font_size_pt: hundredths(90),
    }),
    set_metadata: () => ({ field: pick(METADATA_FIELDS), value: text() }),
    remove_metadata: () => ({ fields: pick(['all', ['title'], ['author', 'keywords']]) }),
    fill_field: () => ({ field: text(), value: text() }),
    check_field: () => ({ field: text(), checked: below(2) === 0 }),
    flatten_forms: () => ({}),
    remove_annotations: () => ({
      pages: pages(),
      kind: pick(ANNOTATION_KINDS.filter((kind) => kind !== 'underlines' && kind !== 'strikeouts')),
    }),
    remove_links: () => ({ pages: pages() }),
  };
  const said = Object.entries(fields[op]()).filter(([, value]) => value !== undefined);
  return EditOperation.parse({ ...Object.fromEntries(said), id, op, because: 'x' });
}
