// The forms that act on more than page content: metadata, form fields, annotations, links.

import type { ANNOTATION_KINDS, METADATA_FIELDS } from '#contract/params/edit-plan.ts';
import { attempt, type Cursor, take, takeQuoted, wordAt } from '../cursor.ts';
import { CHANGE_VERBS, DELETE_VERBS, edit, type Form, type ReadEdit } from './form.ts';
import { readPagesPhrase } from '../pages.ts';
import { readScope, type Scope } from '../scope.ts';
import { readTarget, readValue } from '../targets.ts';

type MetadataField = (typeof METADATA_FIELDS)[number];
type AnnotationKind = (typeof ANNOTATION_KINDS)[number];

const FIELD_NAMES = ['title', 'author', 'subject', 'keywords'] as const;
const OF_DOCUMENT = ["document's", "pdf's", "file's", 'document', 'pdf', 'metadata', 'file'];
const PROPERTIES = [
  'document properties',
  'document information',
  'document info',
  'pdf properties',
  'file properties',
  'metadata',
  'properties',
  'xmp metadata',
];
const IN_METADATA = [
  'in the metadata',
  'in metadata',
  'from the metadata',
  'in the document properties',
  'from the document properties',
  'in the properties',
  'from the properties',
  'in the document information',
  'from the document information',
];

/** `title to "A"`, and more of them. `change the title` could mean the words on the page: so only `set`, or a word that says where the title is. */
function readSetMetadata(cursor: Cursor, verb: string, inMetadata = false): readonly ReadEdit[] | undefined {
  const edits: ReadEdit[] = [];
  const stops = new Set(['to', 'as', '=', ':']);
  do {
    const before = take(cursor, ...IN_METADATA) !== undefined;
    const said = take(cursor, 'its', 'the', 'this') === 'its' || take(cursor, ...OF_DOCUMENT) !== undefined;
    if (said) take(cursor, ...OF_DOCUMENT);
    const field = take(cursor, ...FIELD_NAMES);
    if (field === undefined) break;
    const of = take(cursor, 'of the document', 'of the pdf', 'of this document', 'of this pdf', 'of the file') !== undefined;
    const beside = take(cursor, ...IN_METADATA) !== undefined;
    if (!take(cursor, ...stops)) return undefined;
    const value = readValue(cursor, {}, { stops, literal: 'any', keys: [] });
    if (value === undefined) return undefined;
    const after = take(cursor, ...IN_METADATA) !== undefined;
    const clear = inMetadata || before || said || of || beside || after || verb === 'set' || field === 'author' || field === 'keywords';
    if (!clear) return undefined;
    edits.push(edit('set_metadata', { field, value }));
  } while (take(cursor, ', and', ',', 'and'));
  return edits.length === 0 ? undefined : edits;
}

/** After `in the metadata,`. */
export function readInMetadata(cursor: Cursor): readonly ReadEdit[] | undefined {
  take(cursor, ',');
  const verb = take(cursor, 'set', ...CHANGE_VERBS);
  return verb === undefined ? undefined : readSetMetadata(cursor, verb, true);
}

const COUNTED = ['all of the', 'all the', 'all', 'every', 'each', 'any'];
const KINDS: readonly (readonly [AnnotationKind, plural: readonly string[], singular: readonly string[]])[] = [
  ['all', ['annotations', 'markups', 'markup'], ['annotation']],
  ['comments', ['comments', 'sticky notes', 'notes', 'review comments'], ['comment', 'sticky note']],
  ['highlights', ['highlights', 'highlighting', 'highlighter marks'], ['highlight']],
  ['stamps', ['stamps'], ['stamp']],
  ['drawings', ['drawings', 'ink drawings', 'drawing annotations'], ['drawing']],
];

/** What can be removed as a whole, in a list: `all links, the metadata and all comments`. */
function readRemoveThings(cursor: Cursor): readonly ReadEdit[] | undefined {
  const things: ((pages: string | undefined) => ReadEdit)[] = [];
  const scope: Scope = {};
  do {
    const thing = readThing(cursor);
    if (thing === undefined) {
      if (things.length === 0) return undefined;
      cursor.at--;
      break;
    }
    things.push(thing);
  } while (take(cursor, 'and', ','));
  readScope(cursor, scope, ['pages']);
  const edits = things.map((thing) => thing(scope.pages));
  // Metadata has no pages: `the metadata on page 2` is not an instruction.
  const partial = scope.pages !== undefined && scope.pages !== 'all';
  return partial && edits.some((made) => made.op === 'remove_metadata') ? undefined : edits;
}

function readThing(cursor: Cursor): ((pages: string | undefined) => ReadEdit) | undefined {
  return attempt(cursor, (cursor) => {
    const counted = take(cursor, ...COUNTED) !== undefined;
    if (!counted) take(cursor, 'the');
    take(cursor, 'existing');
    if (take(cursor, ...PROPERTIES)) return () => edit('remove_metadata', {});
    if (take(cursor, 'hyperlinks', 'links', 'web links', 'link annotations') || (counted && take(cursor, 'hyperlink', 'link')))
      return (pages) => edit('remove_links', { pages });
    for (const [kind, plural, singular] of KINDS) {
      if (take(cursor, ...plural) || (counted && take(cursor, ...singular)))
        return (pages) => edit('remove_annotations', { pages, kind: kind === 'all' ? undefined : kind });
    }
    return undefined;
  });
}

/** `the author from the metadata`, `title and keywords from the document properties`, `the author metadata`. */
function readRemoveFields(cursor: Cursor): readonly ReadEdit[] | undefined {
  const fields: MetadataField[] = [];
  do {
    take(cursor, 'the');
    take(cursor, ...OF_DOCUMENT);
    const field = take(cursor, ...FIELD_NAMES);
    if (field === undefined || fields.includes(field)) return undefined;
    fields.push(field);
  } while (take(cursor, ', and', ',', 'and'));
  return take(cursor, ...IN_METADATA, 'metadata') ? [edit('remove_metadata', { fields })] : undefined;
}

const FIELD_NOUNS = ['form field', 'text field', 'input field', 'field'];

/** The name of a field: `the field "Name"`, `the "Name" field`, `Name`. */
function readFieldName(cursor: Cursor, nouns: readonly string[], bare: boolean): string | undefined {
  return attempt(cursor, (cursor) => {
    take(cursor, 'the', 'a');
    const before = take(cursor, ...nouns) !== undefined;
    if (before) take(cursor, 'named', 'called', 'labelled', 'labeled', ':');
    const name =
      takeQuoted(cursor) ??
      readTarget(cursor, {}, { literal: 'proper', stops: new Set(['with', 'to', 'as', 'field', 'form', ...nouns]), keys: [] })?.text;
    if (name === undefined) return undefined;
    const after = !before && take(cursor, ...nouns) !== undefined;
    return before || after || bare ? name : undefined;
  });
}

const FILL_VERBS = ['fill in', 'fill out', 'fill', 'complete', 'populate'];

function readFill(cursor: Cursor, verb: string): readonly ReadEdit[] | undefined {
  const filling = FILL_VERBS.includes(verb);
  const edits: ReadEdit[] = [];
  do {
    take(cursor, 'the value of');
    const field = readFieldName(cursor, FIELD_NOUNS, filling);
    if (field === undefined || !take(cursor, 'with', 'to', 'as', ':')) return undefined;
    const value = readValue(cursor, {}, { literal: 'any', keys: [] });
    if (value === undefined) return undefined;
    edits.push(edit('fill_field', { field, value }));
  } while (take(cursor, ', and', ',', 'and'));
  return edits;
}

/** `"12345" in the field "ZIP"`, `"Acme" into the "Company" field`. */
function readEnter(cursor: Cursor): readonly ReadEdit[] | undefined {
  const value = readValue(cursor, {}, { literal: 'proper', stops: new Set(['in', 'into', 'to']), keys: [] });
  if (value === undefined || !take(cursor, 'into', 'in', 'to')) return undefined;
  const field = readFieldName(cursor, FIELD_NOUNS, false);
  return field === undefined ? undefined : [edit('fill_field', { field, value })];
}

const CHOICE_NOUNS = [
  'radio button group',
  'radio group',
  'radio buttons',
  'drop-down list',
  'drop-down menu',
  'drop-down',
  'dropdown list',
  'dropdown menu',
  'dropdown',
  'list box',
  'list',
  'menu',
  'question',
  ...FIELD_NOUNS,
];

/** `option "Married" for "Status"`, `"Express" in the "Shipping" field`. */
function readChoose(cursor: Cursor): readonly ReadEdit[] | undefined {
  take(cursor, 'the');
  take(cursor, 'option', 'choice', 'value', 'entry', 'radio button', 'item');
  const value =
    takeQuoted(cursor) ?? readValue(cursor, {}, { literal: 'proper', stops: new Set(['in', 'for', 'from', 'under', 'as']), keys: [] });
  if (value === undefined || !take(cursor, 'in', 'for', 'from', 'under', 'as')) return undefined;
  const field = readFieldName(cursor, CHOICE_NOUNS, true);
  return field === undefined ? undefined : [edit('fill_field', { field, value })];
}

const BOX_NOUNS = ['check box', 'checkbox', 'tick box', 'tickbox', 'box', 'option', 'boxes', 'checkboxes'];

function readCheck(cursor: Cursor, verb: string): readonly ReadEdit[] | undefined {
  const checked = verb === 'check' || verb === 'tick';
  const edits: ReadEdit[] = [];
  do {
    const bare = verb !== 'clear' && cursor.tokens[cursor.at]?.kind === 'quoted';
    const field = readFieldName(cursor, BOX_NOUNS, bare || edits.length > 0);
    if (field === undefined) return undefined;
    edits.push(edit('check_field', { field, checked: checked ? undefined : false }));
  } while (take(cursor, ', and', ',', 'and'));
  return edits;
}

function readFlatten(cursor: Cursor): readonly ReadEdit[] | undefined {
  take(cursor, 'all of the', 'all the', 'all', 'the', 'this', 'every', 'any');
  if (!take(cursor, 'interactive form', 'form fields', 'form field', 'forms', 'form', 'fields', 'document', 'pdf')) return undefined;
  if (wordAt(cursor) !== '') attempt(cursor, (cursor) => (readPagesPhrase(cursor) === 'all' ? true : undefined));
  return [edit('flatten_forms', {})];
}

export const RECORD_FORMS: readonly Form[] = [
  { op: 'set_metadata', verbs: ['set', ...CHANGE_VERBS], example: 'set the document title to "text"', read: readSetMetadata },
  {
    op: 'remove_annotations',
    verbs: [...DELETE_VERBS, 'disable', 'unlink'],
    example: 'remove all comments and all links on page 2',
    read: readRemoveThings,
  },
  { op: 'remove_metadata', verbs: DELETE_VERBS, example: 'remove the author from the metadata', read: readRemoveFields },
  { op: 'fill_field', verbs: [...FILL_VERBS, 'set', ...CHANGE_VERBS], example: 'fill the field "Name" with "text"', read: readFill },
  {
    op: 'fill_field',
    verbs: ['enter', 'type', 'write', 'put', 'insert', 'add'],
    example: 'enter "text" in the field "Name"',
    read: readEnter,
  },
  {
    op: 'check_field',
    verbs: ['check', 'tick', 'uncheck', 'untick', 'deselect', 'clear'],
    example: 'check the box "I agree"',
    read: readCheck,
  },
  { op: 'fill_field', verbs: ['choose', 'select', 'pick'], example: 'choose "option" for "Field"', read: readChoose },
  { op: 'flatten_forms', verbs: ['flatten'], example: 'flatten the form', read: readFlatten },
];
