// The files that a job names beside its first one: found, judged like the first one, written with the job, and read again when it starts.

import { LIMITS } from '#contract/limits.ts';
import { OPERATIONS, type OperationName, type OperationRow } from '#contract/operations.ts';
import { acceptedBy, bytesMaxOf, rowOf, stepsOf } from '#contract/steps.ts';
import type { Deps, Region } from '../deps.ts';
import type { FileRow } from '../files/file-table.ts';
import type { OwnFiles } from '../files/own-files.ts';
import type { Caller } from '../http/context.ts';
import { ok, refuse, refuseField, type Result } from '../result.ts';

type Params = Record<string, unknown>;

interface Named {
  /** As details name it. */
  readonly field: string;
  readonly fileId: string;
  readonly accepts: readonly string[];
}

/** In the order of the parameters; empty for operations that read one file. */
function namedFiles(type: OperationName, params: Params): readonly Named[] {
  if (type !== 'pipeline') return listed(OPERATIONS[type], params, '', undefined);
  const files = listed(OPERATIONS.pipeline, params, '', acceptedBy(type, params));
  // A step's own parameter for all files is filled by the step before.
  return [...files, ...stepsOf(type, params).flatMap((step, i) => listed(rowOf(step), step.params, `steps.${i}.params.`, undefined))];
}

function listed({ furtherSources }: OperationRow, params: Params, prefix: string, accepts: readonly string[] | undefined): Named[] {
  const entries = furtherSources && params[furtherSources.param];
  if (!furtherSources || !Array.isArray(entries)) return [];
  return (entries as readonly { readonly file_id: string }[]).map(({ file_id }, i) => ({
    field: `${prefix}${furtherSources.param}.${i}.file_id`,
    fileId: file_id,
    accepts: accepts ?? furtherSources.accepts,
  }));
}

/** The first file of a job whose parameter lists all of them. */
export function firstNamed(type: OperationName, params: Params): string {
  return namedFiles(type, params)[0]?.fileId ?? '';
}

/** How many files a job of this kind may read. */
export function readsSeveral(type: OperationName): boolean {
  const { furtherSources }: OperationRow = OPERATIONS[type];
  return furtherSources !== undefined;
}

/**
 * The body of a job request on these files: the first is its source, the others are put into the parameter that lists files, each into the
 * entry that stands there at its place.
 */
export function bodyWithFiles(type: OperationName, params: Params, fileIds: readonly string[]): Params {
  const { furtherSources }: OperationRow = OPERATIONS[type];
  const [file_id, ...rest] = fileIds;
  if (!furtherSources) return { ...params, file_id };
  const { param, withFirst } = furtherSources;
  const entries = Array.isArray(params[param]) ? (params[param] as unknown[]) : [];
  const listed = (withFirst ? fileIds : rest).map((id, i) => ({ ...(entries[i] as object | undefined), file_id: id }));
  return { ...params, ...(withFirst ? {} : { file_id }), ...(listed.length > 0 ? { [param]: listed } : {}) };
}

/** What a job reads first, and where. */
interface First {
  readonly file: FileRow;
  readonly region: Region;
  readonly params: Params;
}

/** @returns their ids; not_found for an unknown id and for another account's alike. */
export async function findFurtherSources(
  files: OwnFiles,
  caller: Pick<Caller, 'plan'>,
  type: OperationName,
  { file: first, region, params }: First,
): Promise<Result<readonly string[]>> {
  const { furtherSources }: OperationRow = OPERATIONS[type];
  if (!furtherSources) return ok([]);
  const named = namedFiles(type, params).slice(furtherSources.withFirst ? 1 : 0);
  const fileIds = named.map(({ fileId }) => fileId);
  await files.load(fileIds);
  let bytes = first.size_bytes;
  for (const each of named) {
    const file = await files.find(each.fileId);
    if (!file.ok) return file.refusal.code === 'not_found' ? refuse('not_found', `\`${each.field}\`: there is no such file.`) : file;
    bytes += file.value.size_bytes;
    const refused = refuseFile(each, file.value, region, bytesMaxOf(type, params)) ?? files.refuseElsewhere(each.field, file.value);
    if (refused) return refused;
  }
  const bytesMax = LIMITS.resultBytesFactor * caller.plan.file_bytes;
  if (furtherSources.withFirst && bytes > bytesMax)
    return refuse('file_too_large', `The files of one job may have up to ${bytesMax} bytes together; these have ${bytes}.`);
  return ok(fileIds);
}

function refuseFile({ field, accepts }: Named, file: FileRow, region: Region, bytesMax = Infinity): Result<never> | undefined {
  if (!accepts.includes(file.content_type)) {
    return refuse('unsupported_file_type', `\`${field}\` has the type ${file.content_type}; accepted types are ${accepts.join(', ')}.`);
  }
  if (file.size_bytes > bytesMax) {
    return refuse(
      'file_too_large',
      `\`${field}\`: this operation takes files of up to ${bytesMax} bytes; the file has ${file.size_bytes}.`,
    );
  }
  // A file stored in one region is not read in another.
  if (file.region === region.name) return undefined;
  const message = `The file is stored in the region ${file.region}, but the job's first file in ${region.name}.`;
  return refuseField(field, 'other_region', message);
}

/** For the batch that inserts the job. */
export function insertFurtherSources(deps: Pick<Deps, 'db'>, jobId: string, fileIds: readonly string[]): readonly D1PreparedStatement[] {
  if (fileIds.length === 0) return [];
  return [
    deps.db
      .prepare(
        `INSERT INTO job_sources (job_id, position, file_id)
         SELECT ?, key + 1, value FROM json_each(?) WHERE EXISTS (SELECT 1 FROM jobs WHERE id = ?)`,
      )
      .bind(jobId, JSON.stringify(fileIds), jobId),
  ];
}

type SourceRow = Pick<FileRow, 'id' | 'filename' | 'content_type' | 'size_bytes' | 'sha256'>;

/** In their order. */
export async function readFurtherSources(deps: Pick<Deps, 'db'>, type: OperationName, jobId: string): Promise<readonly SourceRow[]> {
  const { furtherSources }: OperationRow = OPERATIONS[type];
  if (!furtherSources) return [];
  const rows = await deps.db
    .prepare(
      `SELECT f.id, f.filename, f.content_type, f.size_bytes, f.sha256 FROM job_sources s JOIN files f ON f.id = s.file_id
       WHERE s.job_id = ? ORDER BY s.position`,
    )
    .bind(jobId)
    .all<SourceRow>();
  return rows.results;
}
