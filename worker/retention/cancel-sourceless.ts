// Cancels jobs that lost one of their files to an interrupted deletion: the file has ended, and the jobs should have been cancelled with it.

import type { Deps } from '../deps.ts';
import { cancelJobsOfFile } from '../jobs/cancel.ts';

const FILES_PER_RUN = 50;

export async function cancelSourceless(
  deps: Pick<
    Deps,
    'cell' | 'cells' | 'gates' | 'replicas' | 'db' | 'orm' | 'now' | 'newId' | 'config' | 'regions' | 'deliveryQueue' | 'log'
  >,
): Promise<number> {
  const { results } = await deps.db
    .prepare(
      `SELECT j.file_id FROM jobs j JOIN files f ON f.id = j.file_id WHERE j.state = 'queued' AND f.state IN ('deleted', 'expired')
       UNION
       SELECT j.file_id FROM jobs j JOIN files f ON f.id = j.file_id WHERE j.state = 'running' AND f.state IN ('deleted', 'expired')
       UNION
       SELECT s.file_id FROM jobs j JOIN job_sources s ON s.job_id = j.id JOIN files f ON f.id = s.file_id
         WHERE j.state = 'queued' AND f.state IN ('deleted', 'expired')
       UNION
       SELECT s.file_id FROM jobs j JOIN job_sources s ON s.job_id = j.id JOIN files f ON f.id = s.file_id
         WHERE j.state = 'running' AND f.state IN ('deleted', 'expired')
       LIMIT ?`,
    )
    .bind(FILES_PER_RUN)
    .all<{ file_id: string }>();
  for (const { file_id } of results) await cancelJobsOfFile(deps, file_id);
  return results.length;
}
