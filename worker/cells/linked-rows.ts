// Files, jobs and batches that name each other, divided into groups that have nothing to do with one another. Pure.

interface Links {
  readonly files: ReadonlyMap<string, { readonly id: string; readonly job_id: string | null }>;
  readonly jobs: ReadonlyMap<string, { readonly id: string; readonly file_id: string; readonly batch_id: string | null }>;
  readonly sources: readonly { readonly job_id: string; readonly file_id: string }[];
}

/** @returns the identifiers of each group */
export function groupsOf({ files, jobs, sources }: Links): string[][] {
  const parents = new Map<string, string>();
  const rootOf = (id: string): string => {
    let root = id;
    for (let parent = parents.get(root); parent !== undefined && parent !== root; parent = parents.get(root)) root = parent;
    parents.set(id, root);
    return root;
  };
  const join = (a: string, b: string | null) => void (b !== null && parents.set(rootOf(a), rootOf(b)));
  // A file may outlive its job: then the job's identifier stands for nothing.
  for (const { id, job_id } of files.values()) join(id, job_id !== null && jobs.has(job_id) ? job_id : id);
  for (const { id, file_id, batch_id } of jobs.values()) {
    join(id, file_id);
    join(id, batch_id);
  }
  for (const { job_id, file_id } of sources) join(job_id, file_id);
  const groups = Map.groupBy([...parents.keys()], rootOf);
  return [...groups.values()];
}
