// Ends a file: the row first, so that nobody can get the bytes any more, then the objects. Erasing again is harmless.

import { type Actor, auditChange } from '../accounts/audit.ts';
import type { Deps, Region } from '../deps.ts';
import type { AnnounceDeps } from '../webhooks/announce.ts';
import { markGone } from './file-rows.ts';
import type { FileRow } from './file-table.ts';

type EraseDeps = AnnounceDeps & Pick<Deps, 'now' | 'regions'>;

/** At the end of its time. @returns whether the file ended now (false: it had ended before). */
export async function expireFile(deps: EraseDeps, file: FileRow): Promise<boolean> {
  const ended = await markGone(deps, file, 'expired', deps.now());
  await eraseBytes(deps, file);
  return ended;
}

/** On request, which the audit log records. @returns whether the file ended now. */
export async function deleteFile(deps: EraseDeps, actor: Actor, file: FileRow): Promise<boolean> {
  const fact = { accountId: file.account_id, action: 'file.deleted', subjectId: file.id } as const;
  const ended = await markGone(deps, file, 'deleted', deps.now(), [auditChange(deps, actor, fact)]);
  await eraseBytes(deps, file);
  return ended;
}

async function eraseBytes(deps: EraseDeps, file: FileRow): Promise<void> {
  const region = deps.regions.get(file.region);
  if (region) await eraseObjects(region, file);
}

async function eraseObjects(region: Region, file: FileRow): Promise<void> {
  // An upload's prefix also holds the objects of PUTs that lost a race.
  if (file.job_id === null) await erasePrefix(region.bucket, `uploads/${file.id}/`);
  else if (file.object_key !== null) await region.bucket.delete(file.object_key);
}

/** @param keep Objects under this longer prefix stay. */
export async function erasePrefix(bucket: R2Bucket, prefix: string, keep?: string): Promise<void> {
  let cursor: string | undefined;
  do {
    const page = await bucket.list({ prefix, ...(cursor === undefined ? {} : { cursor }) });
    const keys = page.objects.map((object) => object.key).filter((key) => keep === undefined || !key.startsWith(keep));
    if (keys.length > 0) await bucket.delete(keys);
    cursor = page.truncated ? page.cursor : undefined;
  } while (cursor !== undefined);
}
