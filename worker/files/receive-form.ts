// The multipart alternative: one request creates the record and brings the bytes. Fields that say where and as what the bytes are stored come before
// the parts `file`, of which a route takes one or several; others in any order.
// The row of a file is written when its object is complete and the form has ended well.

import { CreateFile } from '#contract/api.ts';
import { canonicalType, isGenericType, isUploadType } from '#contract/files.ts';
import type { Deps } from '../deps.ts';
import { boundaryOf, type FormPart, MalformedForm, readForm } from '../http/multipart.ts';
import { unknownField } from '../http/describe-issue.ts';
import { refuseFields, validate } from '../http/read-body.ts';
import { parseStrictJson } from '../http/strict-json.ts';
import { ok, refuse, refuseField, type Result } from '../result.ts';
import { insertFile } from './file-rows.ts';
import type { FileRow } from './file-table.ts';
import type { Place, PlaceDeps, Reserver } from './choose-region.ts';
import { refuseType } from './reserve.ts';
import { joinAll, type StoredFile, storeFile } from './store-file.ts';

const FIELD_BYTES_MAX = 16 * 1024;

const FormFields = CreateFile.omit({ size_bytes: true, content_type: true }).extend({ size_bytes: CreateFile.shape.size_bytes.optional() });

/** A form that carries files: its text fields, and how many files it may have. */
interface FormShape {
  readonly fields: ReadonlySet<string>;
  /** Fields whose text is JSON. */
  readonly json: readonly string[];
  readonly filesMax: number;
  /** Fields that may come after a file. */
  readonly late: ReadonlySet<string>;
  /** Judges the fields before any byte is stored, and again when later ones have come. @returns what describes the files. */
  readonly describeFiles: (texts: Readonly<Record<string, unknown>>) => Result<Record<string, unknown>>;
}

interface Form {
  readonly contentType: string;
  readonly body: ReadableStream<Uint8Array> | null;
}

const ONE_FILE: FormShape = {
  fields: new Set(Object.keys(CreateFile.shape)),
  json: ['metadata'],
  filesMax: 1,
  late: new Set(),
  describeFiles: ok,
};

export async function receiveForm(deps: PlaceDeps, account: Reserver, form: Form): Promise<Result<FileRow>> {
  const received = await receiveFiles(deps, account, form, ONE_FILE);
  if (!received.ok) return received;
  const [file] = received.value;
  return file ? ok(file) : refuseField('file', 'missing', 'The form has no part `file` with the bytes: `curl -F file=@document.pdf`.');
}

/** The files of a form, stored and written, at least one. */
export async function receiveFiles(deps: PlaceDeps, account: Reserver, form: Form, shape: FormShape): Promise<Result<FileRow[]>> {
  const arrived: StoredFile[] = [];
  const discard = async (): Promise<void> => void (await Promise.all(arrived.map(async (file) => file.discard())));
  try {
    const read = await readParts(deps, account, form, { ...shape, arrived });
    if (!read.ok) {
      await discard();
      return read;
    }
  } catch (cause) {
    await discard();
    if (cause instanceof MalformedForm) return refuse('invalid_request', cause.message);
    throw cause;
  }
  if (arrived.length === 0)
    return refuseField('file', 'missing', 'The form has no part `file` with the bytes: `curl -F file=@document.pdf`.');
  for (const { row, place } of arrived) await insertFile(place.deps, row);
  return ok(arrived.map(({ row }) => row));
}

/** Takes back files of a form that nobody has heard of. */
export async function withdrawFiles(deps: Pick<Deps, 'db' | 'regions'>, rows: readonly FileRow[]): Promise<void> {
  const ids = JSON.stringify(rows.map(({ id }) => id));
  await deps.db.prepare('DELETE FROM files WHERE id IN (SELECT value FROM json_each(?))').bind(ids).run();
  await Promise.all(rows.map(async (row) => deps.regions.get(row.region)?.bucket.delete(row.object_key ?? '')));
}

async function readParts(
  deps: PlaceDeps,
  account: Reserver,
  form: Form,
  shape: FormShape & { readonly arrived: StoredFile[] },
): Promise<Result<undefined>> {
  const texts: Record<string, unknown> = {};
  let described: Result<Record<string, unknown>> | undefined;
  const boundary = boundaryOf(form.contentType);
  if (!form.body) throw new MalformedForm('The form is empty.');
  for await (const part of readForm(form.body, boundary)) {
    if (part.name !== 'file') {
      const isLate = shape.arrived.length > 0;
      if (isLate && shape.fields.has(part.name) && !shape.late.has(part.name)) return refuseMisplaced(part, shape);
      const read = await receiveField(part, shape, texts);
      if (!read.ok) return read;
      if (isLate) described = undefined;
      continue;
    }
    if (shape.arrived.length === shape.filesMax) return refuseMisplaced(part, shape);
    described ??= shape.describeFiles(texts);
    if (!described.ok) return described;
    const file = await receiveFile(deps, account, part, described.value, shape.arrived[0]?.place);
    if (!file.ok) return file;
    shape.arrived.push(file.value);
  }
  described ??= shape.describeFiles(texts);
  return described.ok ? ok(undefined) : described;
}

function refuseMisplaced({ name }: FormPart, { filesMax }: FormShape): Result<never> {
  if (name !== 'file')
    return refuseField(name, 'misplaced', `\`${name}\` comes before the part \`file\`: it says how the bytes are stored as they arrive.`);
  const count = filesMax === 1 ? 'There is one part `file`' : `There are at most ${filesMax} parts \`file\``;
  return refuseField(name, 'too_many', `${count}, and the form has more.`);
}

/** Only the contract's names, each once: this bounds what is held of a form. */
async function receiveField(part: FormPart, shape: FormShape, texts: Record<string, unknown>): Promise<Result<undefined>> {
  if (!shape.fields.has(part.name)) return refuseFields([unknownField('', part.name, [...shape.fields, 'file'])]);
  if (Object.hasOwn(texts, part.name)) return refuseField(part.name, 'repeated', 'The form has the field twice.');
  const field = await readField(part, shape.json);
  if (!field.ok) return field;
  texts[part.name] = field.value;
  return ok(undefined);
}

async function receiveFile(
  deps: PlaceDeps,
  account: Reserver,
  part: FormPart,
  texts: Record<string, unknown>,
  beside: Place | undefined,
): Promise<Result<StoredFile>> {
  const { content_type: declaredType, ...rest } = texts;
  const fields = validate(FormFields, { filename: part.filename, ...rest });
  if (!fields.ok) return fields;
  const told = canonicalType(typeof declaredType === 'string' ? declaredType : (part.contentType ?? ''));
  const contentType = isGenericType(told) ? undefined : told;
  if (contentType !== undefined && !isUploadType(contentType)) return refuseType(contentType);
  return storeFile(deps, account, { ...fields.value, content_type: contentType }, part.body, beside);
}

async function readField(part: FormPart, json: readonly string[]): Promise<Result<unknown>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of part.body) {
    length += chunk.length;
    if (length > FIELD_BYTES_MAX) return refuse('request_too_large', `The field ${part.name.slice(0, 40)} is too long.`);
    chunks.push(chunk);
  }
  const bytes = joinAll(chunks, length);
  if (json.includes(part.name)) {
    const parsed = parseStrictJson(bytes);
    return parsed.ok ? ok(parsed.value) : refuseField(part.name, 'malformed', parsed.issue.replace('The body', 'The field'));
  }
  const text = decodeUtf8(bytes);
  if (text === undefined) return refuseField(part.name, 'malformed', 'The field is not valid UTF-8.');
  return ok(part.name === 'size_bytes' && /^\d{1,15}$/.test(text) ? Number(text) : text);
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
