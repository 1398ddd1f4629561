// A discrete-event simulation of one cell: jobs arrive, wait in line, and run on the slots of its instances; instances may be added while it
// runs. Times are in milliseconds of the simulated clock. First come, first served, as the line of one account is (worker/jobs/wake.ts); fairness
// between accounts changes who waits, not how long all of them wait together.

export interface SimulatedJob {
  readonly arrivesAt: number;
  /** How long it holds a slot. */
  readonly runMs: number;
}

export interface Pool {
  /** Instances that run from the start. */
  readonly instances: number;
  readonly slotsEach: number;
  /** Instances that may run at once; those beyond `instances` start when a job finds no free slot. */
  readonly instancesMax: number;
  readonly startMs: number;
  /** An added instance that was idle for that long is stopped. */
  readonly idleMs: number;
}

export interface Simulated {
  /** In the order of arrival. */
  readonly queueMs: readonly number[];
  /** Busy time of all slots over the time that they were there. */
  readonly utilisation: number;
  readonly instancesPeak: number;
  /** The sum over instances of the time that they ran. */
  readonly instanceMs: number;
}

const LOOK_EVERY_MS = 1000;

interface Slot {
  readonly instance: number;
  freeAt: number;
}

/** @param jobs in the order of arrival. */
export function simulate(jobs: readonly SimulatedJob[], pool: Pool): Simulated {
  const begunAt = jobs[0]?.arrivesAt ?? 0;
  const slots: Slot[] = [];
  const instanceSince = new Map<number, number>();
  let instanceMs = 0;
  let nextInstance = 0;
  const addInstance = (readyAt: number, countedFrom: number) => {
    instanceSince.set(nextInstance, countedFrom);
    for (let i = 0; i < pool.slotsEach; i++) slots.push({ instance: nextInstance, freeAt: readyAt });
    nextInstance += 1;
  };
  for (let i = 0; i < pool.instances; i++) addInstance(begunAt, begunAt);

  let looksAt = begunAt;
  const removeIdle = (now: number) => {
    if (now < looksAt || instanceSince.size === pool.instances) return;
    looksAt = now + LOOK_EVERY_MS;
    for (const [instance, since] of instanceSince) {
      if (instance < pool.instances) continue;
      const own = slots.filter((slot) => slot.instance === instance);
      const idleSince = Math.max(...own.map((slot) => slot.freeAt));
      if (now - idleSince < pool.idleMs) continue;
      instanceMs += idleSince + pool.idleMs - since;
      instanceSince.delete(instance);
      for (const slot of own) slots.splice(slots.indexOf(slot), 1);
    }
  };

  let instancesPeak = pool.instances;
  let busyMs = 0;
  let endsAt = begunAt;
  const queueMs: number[] = [];
  for (const { arrivesAt, runMs } of jobs) {
    removeIdle(arrivesAt);
    let slot = earliest(slots);
    if (slot.freeAt > arrivesAt && instanceSince.size < pool.instancesMax) {
      addInstance(arrivesAt + pool.startMs, arrivesAt);
      instancesPeak = Math.max(instancesPeak, instanceSince.size);
      slot = earliest(slots);
    }
    const startsAt = Math.max(arrivesAt, slot.freeAt);
    slot.freeAt = startsAt + runMs;
    busyMs += runMs;
    endsAt = Math.max(endsAt, slot.freeAt);
    queueMs.push(startsAt - arrivesAt);
  }
  for (const since of instanceSince.values()) instanceMs += endsAt - since;
  return { queueMs, utilisation: instanceMs === 0 ? 0 : busyMs / (instanceMs * pool.slotsEach), instancesPeak, instanceMs };
}

function earliest(slots: readonly Slot[]): Slot {
  return slots.reduce((best, slot) => (slot.freeAt < best.freeAt ? slot : best));
}
