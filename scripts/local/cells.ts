// Cells on this machine: for each a database, a bucket and a queue beside those of wrangler.toml, and what the Worker reads of them (CELLS).

export interface LocalCell {
  readonly code: string;
  /** Where its processors listen; those of the region, if absent. */
  readonly processorUrl?: string;
  /** It uses the bucket of its region, as one does to which rows of the default database are moved. */
  readonly sharesBucket?: boolean;
  readonly closed?: boolean;
}

export type LocalCells = Readonly<Record<string, LocalCell>>;

interface Options {
  readonly [name: string]: unknown;
}

/** @param worker miniflare's options of the Worker. @returns the same with the bindings of the cells */
export function bindCells<T extends Options>(worker: T, cells: LocalCells): T {
  const bound = { ...worker } as Record<string, Record<string, unknown>>;
  for (const [name, { sharesBucket }] of Object.entries(cells)) {
    const suffix = suffixOf(name);
    bound['d1Databases'] = { ...bound['d1Databases'], [`DB_${suffix}`]: { id: `cell-${name}` } };
    if (!sharesBucket) bound['r2Buckets'] = { ...bound['r2Buckets'], [`BUCKET_${suffix}`]: { id: `cell-${name}` } };
    bound['queueProducers'] = { ...bound['queueProducers'], [`QUEUE_${suffix}`]: { queueName: `jobs-${name}` } };
    bound['queueConsumers'] = {
      ...bound['queueConsumers'],
      [`jobs-${name}`]: { maxBatchTimeout: 0, maxRetries: 100, deadLetterQueue: `jobs-${name}-dead` },
      [`jobs-${name}-dead`]: { maxBatchTimeout: 5 },
    };
  }
  return bound as unknown as T;
}

/** The variables of the Worker that say so. */
export function cellVars(cells: LocalCells): Record<string, unknown> {
  const described = Object.entries(cells).map(([name, { code, sharesBucket, closed }]) => {
    const suffix = suffixOf(name);
    const region = name.split('-')[0];
    const bucket = sharesBucket ? {} : { bucket: `BUCKET_${suffix}` };
    return [name, { region, code, database: `DB_${suffix}`, ...bucket, queue: `QUEUE_${suffix}`, closed: closed ?? false }];
  });
  const urls = Object.entries(cells).flatMap(([name, { processorUrl }]) =>
    processorUrl === undefined ? [] : [[`PROCESSOR_URL_${suffixOf(name)}`, processorUrl]],
  );
  return described.length === 0 ? {} : { CELLS: Object.fromEntries(described) as object, ...Object.fromEntries(urls) };
}

/** As variables and bindings end. */
export function suffixOf(name: string): string {
  return name.toUpperCase().replaceAll('-', '_');
}
