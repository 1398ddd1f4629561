// A region's processors as one: which instances there may be, how each is reached, and how they are asked without waking what sleeps.

import type { InstanceState } from '#contract/operator.ts';
import type { Isolation, ProcessorCapabilities } from '#contract/processor-capabilities.ts';
import type { PoolShape } from './choose-instance.ts';
import { noteSlots, type PoolDeps, type PoolRow, readPool } from './instance-rows.ts';
import type { ProcessorGateway } from './processor-gateway.ts';

export interface ProcessorPool extends PoolShape {
  /** A name that is not configured any more is unreachable like any other. */
  readonly reach: (name: string) => ProcessorGateway;
}

export interface ProbedInstance extends PoolRow {
  readonly state: InstanceState;
  /** What keeps jobs apart there, where it answers. */
  readonly isolation?: Isolation | undefined;
  readonly version?: string | undefined;
}

/** The state of each instance. A sleeping one is not asked: its last activity shows that it sleeps. */
export async function probePool(deps: PoolDeps, pool: ProcessorPool): Promise<ProbedInstance[]> {
  // Without the database nothing is known of them, and those that can be asked are.
  const rows = await readPool(deps, pool).catch(() => pool.instances.map(unknown));
  const awake = awakeOf(pool, rows);
  return Promise.all(
    rows.map(async (row) => {
      if (!awake.includes(row)) return { ...row, state: row.avoided ? 'down' : 'asleep' } as const;
      const answer = await pool.reach(row.name).readiness();
      if (answer?.slots !== undefined && (answer.slots !== row.slots || row.seen_at === null) && !row.avoided)
        await noteSlots(deps, pool, row.name, answer.slots).catch(() => undefined);
      const state = answer?.ready ? 'ready' : 'down';
      return { ...row, slots: answer?.slots ?? row.slots, state, isolation: answer?.isolation, version: answer?.version } as const;
    }),
  );
}

/** An instance answers, or sleeps; in a pool that has never answered, sleeping does not show that one can be woken. */
export function isPoolReady(instances: readonly ProbedInstance[]): boolean {
  const hasEverAnswered = instances.some(({ said }) => said);
  return instances.some(({ state }) => state === 'ready' || (state === 'asleep' && hasEverAnswered));
}

/** What the first instance that answers says; they are alike. */
export async function askCapabilities(deps: PoolDeps, pool: ProcessorPool): Promise<ProcessorCapabilities | undefined> {
  const rows = await readPool(deps, pool);
  const awake = awakeOf(pool, rows).toSorted((a, b) => a.avoided - b.avoided);
  // When all sleep it is worth waking one: the caller is about to send it a job.
  for (const { name } of awake.length > 0 ? awake : rows.slice(0, 1)) {
    const answer = await pool.reach(name).capabilities();
    if (answer) return answer;
  }
  return undefined;
}

function unknown(name: string): PoolRow {
  return { name, slots: 1, said: 0, running: 0, warm: 0, avoided: 0, seen_at: null };
}

/** Those that a question does not wake; where none has ever answered, the first one. */
function awakeOf(pool: PoolShape, rows: readonly PoolRow[]): readonly PoolRow[] {
  if (!pool.sleeps) return rows;
  const hasEverAnswered = rows.some((row) => row.said);
  return hasEverAnswered ? rows.filter((row) => row.warm || row.running > 0) : rows.slice(0, 1);
}
