// The tools with which a language model looks at a document. They read and nothing else, their answers are bounded, and whatever a document says
// is a string in a field named as untrusted.

import { z } from 'zod';
import { estimateTokens } from '#contract/planning/estimate-tokens.ts';
import type { ModelTool } from '#contract/planning/model-request.ts';
import { PageChoice, choosePages } from '#contract/params/edit-pages.ts';
import type { TableBlock } from '../../../document/pages/page-model.ts';
import type { LocatedText } from '../facts/locate.ts';
import { cutToTokens } from './conversation.ts';
import { findCandidates } from './find-candidates.ts';
import type { ReadableDocument } from './readable-document.ts';
import { clip, type Row, rowsOf, tellBeside, tellBlock, tellField } from './tell-page.ts';

const ANSWER_TOKENS_MAX = 2000;
/** Of the frame around what is told. */
const FRAME_TOKENS = 60;
const TEXT_CHARS_MAX = 300;
const PLACES_MAX = 20;
/** On either side of a place: of few places more is told. */
const contextChars = (places: number) => (places <= 3 ? 160 : places <= 8 ? 80 : 40);
const page = z.int().min(1).max(100_000);
const from = z.int().min(1).max(1_000_000).optional();
const text = z.string().min(1).max(500);

const TAKES = {
  search_text: z.object({
    text,
    pages: PageChoice.optional(),
    case: z.enum(['exact', 'ignore']).optional(),
    whole_word: z.boolean().optional(),
  }),
  read_page: z.object({ page, from }),
  read_table: z.object({ id: z.string().max(64), from }),
  list_fields: z.object({ from }),
  list_images: z.object({ from }),
  list_drawings: z.object({ page, from }),
  find_candidates: z.object({ query: text }),
};
type ToolName = keyof typeof TAKES;
type Given<N extends ToolName> = z.output<(typeof TAKES)[N]>;

const DESCRIPTIONS: Readonly<Record<ToolName, string>> = {
  search_text:
    'Every place of a literal text, as `match` finds it: total, and for each the number for `occurrence` (over the searched pages), page, text before, text, text after.',
  read_page: 'The blocks of a page with their ids, its labels with values, form fields, links and annotations; `from`: the nth block on.',
  read_table: 'The cells of a table by its id, row by row; `from`: the nth row on.',
  list_fields: 'The form fields: page, name, label as it is seen, kind, value; `from`: the nth on.',
  list_images: 'Pictures in reading order: page, number on it, left, top, width, height in pt; `from`: nth on.',
  list_drawings:
    'What is drawn on a page of lines and areas, from the largest: number, left, top, width and height in points from its upper left corner, colour, text in it; `from`: the nth on.',
  find_candidates: 'What shares words with a description where the exact text is not known: id, page, kind, text, value.',
};

export const MODEL_TOOLS: readonly ModelTool[] = Object.entries(TAKES).map(([name, takes]) => {
  const { $schema: _, ...parameters } = z.toJSONSchema(takes, { io: 'input', unrepresentable: 'any' });
  return { type: 'function', function: { name, description: DESCRIPTIONS[name as ToolName], parameters: withoutBounds(parameters) } };
});

/** In words, for an endpoint that knows no tools. */
export function describeTools(): string {
  return MODEL_TOOLS.map(({ function: { name, description, parameters } }) => {
    const properties = Object.keys((parameters['properties'] as object | undefined) ?? {});
    return `${name}(${properties.join(', ')}): ${description}`;
  }).join('\n');
}

/** @returns JSON of at most `tokensMax` tokens, about; a call that makes no sense is told so. */
export async function runTool(document: ReadableDocument, name: string, given: unknown, tokensMax: number): Promise<string> {
  if (tokensMax < 2 * FRAME_TOKENS) return '{"error":"no room for more; answer with the plan"}';
  const takes = Object.hasOwn(TAKES, name) ? TAKES[name as ToolName] : undefined;
  if (!takes) return '{"error":"there is no such tool"}';
  const read = takes.safeParse(given);
  if (!read.success)
    return JSON.stringify({ error: 'wrong arguments', fields: read.error.issues.map(({ path }) => path.join('.')).slice(0, 5) });
  const tokens = Math.min(ANSWER_TOKENS_MAX, tokensMax) - FRAME_TOKENS;
  return JSON.stringify({ untrusted_data: await answer(document, name as ToolName, read.data, tokens) });
}

async function answer(document: ReadableDocument, name: ToolName, given: unknown, tokensMax: number): Promise<unknown> {
  switch (name) {
    case 'search_text':
      return searchText(document, given as Given<'search_text'>, tokensMax);
    case 'read_page':
      return readPage(document, given as Given<'read_page'>, tokensMax);
    case 'read_table':
      return readTable(document, given as Given<'read_table'>, tokensMax);
    case 'list_fields':
      return listFields(document, given as Given<'list_fields'>, tokensMax);
    case 'list_images':
      return listImages(document, given as Given<'list_images'>, tokensMax);
    case 'list_drawings':
      return listDrawings(document, given as Given<'list_drawings'>, tokensMax);
    case 'find_candidates':
      return { found: fit(findCandidates(document, (given as Given<'find_candidates'>).query, PLACES_MAX), tokensMax).rows };
  }
}

async function searchText(document: ReadableDocument, given: Given<'search_text'>, tokensMax: number): Promise<unknown> {
  const { facts, pageCount } = document;
  const pages = choosePages(given.pages ?? 'all', pageCount);
  if (!pages || pages.length === 0) return { error: `there are ${pageCount} pages` };
  const found = await findPlaces(document, given, pages);
  const ignoring = found.length > 0 || given.case === 'ignore' ? [] : await findPlaces(document, { ...given, case: 'ignore' }, pages);
  const context = contextChars(found.length + ignoring.length);
  const tell = (place: LocatedText, index: number) => tellPlace(place, index, facts.pageText(place.page), context);
  const { rows } = fit(found.slice(0, PLACES_MAX).map(tell), tokensMax);
  if (found.length > 0) return { total: found.length, places: rows, ...(rows.length < found.length && { more: true }) };
  if (ignoring.length > 0) return { total: 0, in_another_case: fit(ignoring.slice(0, PLACES_MAX).map(tell), tokensMax).rows };
  const hasText = pages.some((number) => facts.pageText(number).trim() !== '');
  if (!hasText) return { total: 0, note: 'the pages have no text' };
  return { total: 0, alike: fit(findCandidates(document, given.text, 5), tokensMax).rows };
}

function findPlaces(
  { facts }: ReadableDocument,
  given: Pick<Given<'search_text'>, 'text' | 'case' | 'whole_word'>,
  pages: readonly number[],
): Promise<readonly LocatedText[]> {
  const { text: wanted, case: spelling = 'exact', whole_word = false } = given;
  return facts.locate({ text: wanted, case: spelling, whole_word, occurrence: 'all', expect: { min: 1 } }, pages);
}

function tellPlace({ page: number, start, end, text: found }: LocatedText, index: number, all: string, context: number): Row {
  const [before, after] = [all.slice(Math.max(0, start - context), start), all.slice(end, end + context)];
  return [index + 1, number, before.toWellFormed(), clip(found, 100), after.toWellFormed()];
}

function readPage({ model, facts, pageCount }: ReadableDocument, { page: number, from: first = 1 }: Given<'read_page'>, tokensMax: number) {
  if (number > pageCount) return { error: `there are ${pageCount} pages` };
  const built = model.page(number);
  if (!built) return { page: number, text: cutToTokens(facts.pageText(number), tokensMax) };
  const blocks = built.blocks.slice(first - 1);
  // What is asked for again is wanted whole.
  const told = blocks.map((block, index) => tellBlock(block, first > 1 && index === 0 ? tokensMax : TEXT_CHARS_MAX));
  const { rows, next } = fit(told, tokensMax);
  const size = [Math.round(built.width), Math.round(built.height)];
  if (next !== undefined) return { page: number, size_pt: size, blocks: rows, next: first + next };
  const left = tokensMax - estimateTokens(JSON.stringify(rows));
  const beside: Record<string, readonly unknown[]> = {};
  for (const [name, all] of Object.entries(tellBeside(built, 100))) {
    const fitted = fit(all, Math.floor(left / 4));
    beside[name] = fitted.rows;
    if (fitted.next !== undefined) beside[`${name}_left_out`] = [all.length - fitted.next];
  }
  return { page: number, size_pt: size, blocks: rows, ...beside };
}

function readTable({ model, pageCount }: ReadableDocument, { id, from: first = 1 }: Given<'read_table'>, tokensMax: number) {
  const number = Number(/^p(\d+)-/.exec(id)?.[1]);
  const built = number >= 1 && number <= pageCount ? model.page(number) : undefined;
  const table = built?.blocks.find((block): block is TableBlock => block.kind === 'table' && block.id === id);
  if (!table) return { error: 'there is no such table' };
  const { rows, next } = fit(
    rowsOf(table)
      .slice(first - 1)
      .map((row) => row.map((cell) => cell && clip(cell, TEXT_CHARS_MAX))),
    tokensMax,
  );
  return { id, rows_total: table.rows, first_row: first, rows, ...(next !== undefined && { next: first + next }) };
}

function listFields({ model, pageCount }: ReadableDocument, { from: first = 1 }: Given<'list_fields'>, tokensMax: number) {
  const told: Row[] = [];
  for (let number = 1; number <= pageCount; number++) {
    for (const field of model.page(number)?.fields ?? []) told.push([number, ...tellField(field, 80)]);
  }
  const { rows, next } = fit(told.slice(first - 1), tokensMax);
  return { total: told.length, fields: rows, ...(next !== undefined && { next: first + next }) };
}

function listImages({ facts, pageCount }: ReadableDocument, { from: first = 1 }: Given<'list_images'>, tokensMax: number) {
  const all = facts.images(Array.from({ length: pageCount }, (_, index) => index + 1));
  const seen = new Map<number, number>();
  const told = all.map(({ page: number, seen: { left, top, right, bottom } }): Row => {
    const nth = (seen.get(number) ?? 0) + 1;
    seen.set(number, nth);
    return [number, nth, ...[left, top, right - left, bottom - top].map(Math.round)];
  });
  const { rows, next } = fit(told.slice(first - 1), tokensMax);
  return { total: all.length, images: rows, ...(next !== undefined && { next: first + next }) };
}

/** Of the text in a drawing. */
const DRAWN_CHARS_MAX = 60;

function listDrawings(
  { facts, pageCount }: ReadableDocument,
  { page: number, from: first = 1 }: Given<'list_drawings'>,
  tokensMax: number,
) {
  if (number > pageCount) return { error: `there are ${pageCount} pages` };
  const all = facts.drawings(number);
  const told = all.map(({ number: nth, seen: { left, top, right, bottom }, color, texts }): Row => {
    const size = [left, top, right - left, bottom - top].map(Math.round);
    return [nth, ...size, color, clip(texts.map((one) => one.text).join(' '), DRAWN_CHARS_MAX)];
  });
  const { rows, next } = fit(told.slice(first - 1), tokensMax);
  return { total: all.length, drawings: rows, ...(next !== undefined && { next: first + next }) };
}

/** Rows from the first as long as they fit; one alone that does not is told as a cut text. */
function fit<R>(all: readonly R[], tokensMax: number): { readonly rows: readonly (R | string)[]; readonly next: number | undefined } {
  let left = tokensMax;
  for (const [index, row] of all.entries()) {
    const printed = JSON.stringify(row);
    left -= estimateTokens(printed) + 1;
    if (left >= 0) continue;
    if (index === 0) return { rows: [cutToTokens(printed, Math.floor(tokensMax / 2))], next: all.length > 1 ? 1 : undefined };
    return { rows: all.slice(0, index), next: index };
  }
  return { rows: all, next: undefined };
}

/** A model needs names and kinds; what it gives is checked anyway. */
function withoutBounds(schema: Record<string, unknown>): Record<string, unknown> {
  const dropped = new Set(['minimum', 'maximum', 'minLength', 'maxLength', 'pattern', 'description', 'additionalProperties']);
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([name]) => !dropped.has(name))
      .map(([name, value]) => [
        name,
        typeof value === 'object' && value !== null && !Array.isArray(value) ? withoutBounds(value as Record<string, unknown>) : value,
      ]),
  );
}
