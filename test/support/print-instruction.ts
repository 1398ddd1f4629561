// A plan as an instruction in the language of the grammar: one clause per operation. Reading it again gives the same operations.

import type { EditOf, EditOperation, Length, Match } from '#contract/params/edit-plan.ts';

type Operation = Omit<EditOperation, 'id' | 'because'>;

/** @returns the clauses, joined by `; `. */
export function printPlan(operations: readonly EditOperation[]): string {
  return operations.map(printOperation).join('; ');
}

export function printOperation(operation: Operation): string {
  // The union survives Omit only as a whole; every case below reads its own fields.
  const edit = operation as EditOperation;
  switch (edit.op) {
    case 'replace_text':
      return `replace ${target(edit.match)} with ${quote(edit.value)}${rest(edit.match, edit.pages)}${fit(edit)}`;
    case 'delete_text':
      return `delete ${target(edit.match)}${rest(edit.match, edit.pages)}`;
    case 'insert_text':
      return `insert ${quote(edit.value)} ${edit.place} ${target(edit.match)}${rest(edit.match, edit.pages)}`;
    case 'restyle_text':
      return `make ${target(edit.match)}${rest(edit.match, edit.pages)}${style(edit)}`;
    case 'redact':
      return `redact ${target(edit.match)}${rest(edit.match, edit.pages, 'ignore')}`;
    case 'highlight':
      return `highlight ${target(edit.match)} in ${edit.color}${rest(edit.match, edit.pages)}`;
    case 'replace_image':
      return `replace ${picture(edit)}${onPages(edit.pages)} with ${edit.with === 'only' ? 'the attached image' : `image ${edit.with}`}, ${FITS[edit.fit]}`;
    case 'rotate_pages':
      return `rotate ${pages(edit.pages)} by ${edit.degrees} degrees`;
    case 'delete_pages':
      return `delete ${pages(edit.pages)}`;
    case 'keep_pages':
      return `keep ${pages(edit.pages)}`;
    case 'move_pages':
      return `move ${pages(edit.pages)} ${edit.place} ${page(edit.page)}`;
    case 'duplicate_pages':
      return `duplicate ${pages(edit.pages)} ${edit.copies} times`;
    case 'insert_blank_page':
      return `insert ${edit.count} blank pages ${edit.place} ${page(edit.page)}`;
    case 'crop':
      return `crop${onPages(edit.pages)} ${margins(edit)}`;
    case 'watermark_text':
      return (
        `add a watermark ${quote(edit.value)} in ${edit.color} with ${percent(edit.opacity)} opacity at an angle of ${edit.angle} degrees` +
        `${edit.font_size_pt === undefined ? '' : ` in ${edit.font_size_pt} pt`}${onPages(edit.pages)}`
      );
    case 'stamp':
      return (
        `add a stamp ${quote(edit.value)} at the ${place(edit.position)} ${length(edit.margin)} from the edge in ${edit.font_size_pt} pt in ${edit.color}` +
        `${edit.bold ? ' in bold' : ''}${onPages(edit.pages)}`
      );
    case 'page_numbers':
      return `add page numbers at the ${place(edit.position)} in the format ${quote(edit.format)} starting at ${edit.start} in ${edit.font_size_pt} pt${onPages(edit.pages)}`;
    case 'header_footer':
      return `add a ${edit.align}-aligned ${edit.area} ${quote(edit.value)} in ${edit.font_size_pt} pt${onPages(edit.pages)}`;
    case 'set_metadata':
      return `set the document ${edit.field} to ${quote(edit.value)}`;
    case 'remove_metadata':
      return edit.fields === 'all' ? 'remove all metadata' : `remove ${edit.fields.join(' and ')} from the metadata`;
    case 'fill_field':
      return `fill the field ${quote(edit.field)} with ${quote(edit.value)}`;
    case 'check_field':
      return `${edit.checked ? 'check' : 'uncheck'} the box ${quote(edit.field)}`;
    case 'flatten_forms':
      return 'flatten the form';
    case 'remove_annotations':
      return `remove all ${edit.kind === 'all' ? 'annotations' : edit.kind}${onPages(edit.pages)}`;
    case 'remove_links':
      return `remove all links${onPages(edit.pages)}`;
    default:
      throw new Error(`the grammar has no sentence for ${edit.op}`);
  }
}

const PAIRS = [
  ['"', '"'],
  ['“', '”'],
  ['«', '»'],
] as const;

/** In quotes that the text does not contain; otherwise between more backticks than it has in a row. */
export function quote(text: string): string {
  for (const [open, close] of PAIRS) if (!text.includes(open) && !text.includes(close)) return `${open}${text}${close}`;
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const padded = text.startsWith('`') || text.endsWith('`') || (text.startsWith(' ') && text.endsWith(' ') && text.trim() !== '');
  return padded ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`;
}

const PATTERN_NAMES = {
  email: 'email addresses',
  phone: 'phone numbers',
  card_number: 'card numbers',
  iban: 'IBANs',
  ssn: 'social security numbers',
  date: 'dates',
  url: 'URLs',
} as const;

function target(match: Match): string {
  const text = match.pattern === undefined ? quote(match.text ?? '') : PATTERN_NAMES[match.pattern];
  return match.occurrence === 'all' ? `all ${text}` : `the ${nth(match.occurrence)} ${text}`;
}

const FITS = { contain: 'keeping its proportions', cover: 'filling the frame', stretch: 'stretched' } as const;

function picture({ image }: EditOf<'replace_image'>): string {
  if (image === 'only') return 'the image';
  if (image === 'all') return 'all images';
  return image === 'largest' ? 'the largest image' : `the ${nth(image)} image`;
}

/** `1st`, `last`, `2nd to last`. */
function nth(occurrence: number): string {
  if (occurrence === -1) return 'last';
  const count = Math.abs(occurrence);
  const tens = count % 100;
  const suffix = tens > 10 && tens < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][count % 10] ?? 'th');
  return `${count}${suffix}${occurrence < 0 ? ' to last' : ''}`;
}

function rest(match: Match, choice: string, spelling: Match['case'] = 'exact'): string {
  const { min, max } = match.expect;
  const expected = max === undefined ? `at least ${min}` : `${min} to ${max}`;
  return (
    `${match.case === spelling ? '' : match.case === 'ignore' ? ', ignoring case' : ', matching case'}${match.whole_word ? ', as a whole word' : ''}` +
    `${min === 1 && max === undefined ? '' : `, expecting ${expected} matches`}${onPages(choice)}`
  );
}

function fit({ fit }: EditOf<'replace_text'>): string {
  if (fit === 'error') return ', fail if it does not fit';
  return fit === 'overflow' ? ', allow overflow' : '';
}

function style({ color, size, bold, italic }: EditOf<'restyle_text'>): string {
  const parts: string[] = [];
  if (size !== undefined) parts.push(size.unit === 'pt' ? `${size.value} pt` : `${size.value}% of its size`);
  if (color !== undefined) parts.push(color);
  if (bold) parts.push('bold');
  if (italic) parts.push('italic');
  return ` ${parts.join(', ')}`;
}

function onPages(choice: string): string {
  return choice === 'all' ? '' : ` on ${pages(choice)}`;
}

function pages(choice: string): string {
  if (choice === 'all') return 'all pages';
  if (choice === 'odd' || choice === 'even') return `${choice} pages`;
  const except = 'all except ';
  return choice.startsWith(except) ? `all pages except pages ${choice.slice(except.length)}` : `pages ${choice}`;
}

function page(number: number): string {
  return number === -1 ? 'the last page' : `page ${number}`;
}

function length({ value, unit }: Length): string {
  return `${value} ${unit}`;
}

function percent(share: number): string {
  return `${Math.round(share * 10_000) / 100}%`;
}

function place(position: string): string {
  return position.replace('_', ' ');
}

function margins(crop: EditOf<'crop'>): string {
  const sides = (['top', 'right', 'bottom', 'left'] as const).flatMap((side) => {
    const cut = crop[side];
    return cut === undefined ? [] : [`${length(cut)} from the ${side}`];
  });
  return sides.join(' and ');
}
