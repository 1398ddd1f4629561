// The files that a job names beside its first one: found, judged like the first one, written with the job, and read again when it starts.

import { LIMITS } from '#contract/limits.ts';
import { OPERATIONS, type OperationName, type OperationRow } from '#contract/operations.ts';
import type { Deps, Region } from '../deps.ts';
import { requireUploaded } from '../files/confirm.ts';
import { findOwnFiles } from '../files/file-rows.ts';
import type { FileRow } from '../files/file-table.ts';
import type { Caller } from '../http/context.ts';
import { ok, refuse, refuseField, type Result } from '../result.ts';

type Named = readonly { readonly file_id: string }[];
type Params = Record<string, unknown>;

/** In the order of the parameter; empty for operations that read one file. */
function namedFiles(type: OperationName, params: Params): readonly string[] {
  const { furtherSources }: OperationRow = OPERATIONS[type];
  const named = furtherSources && params[furtherSources.param];
  return Array.isArray(named) ? (named as Named).map(({ file_id }) => file_id) : [];
}

/** The first file of a job whose parameter lists all of them. */
export function firstNamed(type: OperationName, params: Params): string {
  return namedFiles(type, params)[0] ?? '';
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
  deps: Pick<Deps, 'db' | 'orm' | 'now' | 'regions'>,
  caller: Pick<Caller, 'accountId' | 'plan'>,
  type: OperationName,
  { file: first, region, params }: First,
): Promise<Result<readonly string[]>> {
  const { furtherSources }: OperationRow = OPERATIONS[type];
  if (!furtherSources) return ok([]);
  const skipped = furtherSources.withFirst ? 1 : 0;
  const fileIds = namedFiles(type, params).slice(skipped);
  const rows = await findOwnFiles(deps, caller.accountId, fileIds);
  let bytes = first.size_bytes;
  for (const [index, fileId] of fileIds.entries()) {
    const field = `${furtherSources.param}.${index + skipped}.file_id`;
    const row = rows.get(fileId);
    if (!row) return refuse('not_found', `\`${field}\`: there is no such file.`);
    const file = await requireUploaded(deps, row);
    if (!file.ok) return file;
    bytes += file.value.size_bytes;
    if (!(furtherSources.accepts as readonly string[]).includes(file.value.content_type)) {
      return refuse(
        'unsupported_file_type',
        `\`${field}\` has the type ${file.value.content_type}; accepted types are ${furtherSources.accepts.join(', ')}.`,
      );
    }
    // A file stored in one region is not read in another.
    if (file.value.region !== region.name)
      return refuseField(
        field,
        'other_region',
        `The file is stored in the region ${file.value.region}, but the job's first file in ${region.name}.`,
      );
  }
  const bytesMax = LIMITS.resultBytesFactor * caller.plan.file_bytes;
  if (furtherSources.withFirst && bytes > bytesMax)
    return refuse('file_too_large', `The files of one job may have up to ${bytesMax} bytes together; these have ${bytes}.`);
  return ok(fileIds);
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
