// Answers a temporary address from which a file is fetched.

import type { z } from 'zod';
import type { DownloadAddress, DownloadQuery } from '#contract/api.ts';
import { LIMITS } from '#contract/limits.ts';
import type { Deps } from '../deps.ts';
import { ok, refuse, type Result } from '../result.ts';
import { makeDownloadAddress } from './addresses.ts';
import { findUploaded } from './confirm.ts';
import { isoTime } from './file.ts';

export async function grantDownload(
  deps: Pick<Deps, 'db' | 'orm' | 'now' | 'config' | 'regions'>,
  accountId: string,
  fileId: string,
  query: z.output<typeof DownloadQuery>,
  origin: string,
): Promise<Result<z.output<typeof DownloadAddress>>> {
  const file = await findUploaded(deps, accountId, fileId);
  if (!file.ok) return file;
  const region = deps.regions.get(file.value.region);
  if (!region) return refuse('unavailable', 'The region of the file is not configured.');
  const lifetimeMs = query.expires_in === undefined ? LIMITS.downloadAddressMsDefault : query.expires_in * 1000;
  const expiresAt = Math.min(deps.now() + lifetimeMs, file.value.expires_at);
  return ok({ download_url: await makeDownloadAddress(deps, region, file.value, origin, expiresAt), expires_at: isoTime(expiresAt) });
}
