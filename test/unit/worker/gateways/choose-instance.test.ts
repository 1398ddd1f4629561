// The rule by which an instance is chosen, on SQLite with the real tables: the choice is a part of the statement that claims a job.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import { chooseInstance, freeSlots } from '../../../../worker/gateways/choose-instance.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../../migrations', import.meta.url));
const NOW = 1_000_000_000;
const WARM = NOW - 1000;
const COLD = NOW - LIMITS.instanceIdleMs;

interface Instance {
  readonly slots?: number;
  readonly seen?: number;
  readonly running?: number;
  readonly avoid?: number;
  readonly avoidSlots?: number;
}

/** @param known By place; undefined: an instance without a row. */
function given(known: readonly (Instance | undefined)[], sleeps = true) {
  const db = new DatabaseSync(':memory:');
  for (const name of readdirSync(MIGRATIONS)
    .filter((file) => file.endsWith('.sql'))
    .sort()) {
    db.exec(readFileSync(join(MIGRATIONS, name), 'utf8').replaceAll('--> statement-breakpoint', ''));
  }
  db.exec('PRAGMA foreign_keys = OFF');
  for (const [place, instance] of known.entries()) {
    if (!instance) continue;
    const { slots, seen, running = 0, avoid, avoidSlots } = instance;
    db.prepare('INSERT INTO processor_instances (name, region, slots, seen_at, avoid_until, avoid_slots) VALUES (?, ?, ?, ?, ?, ?)').run(
      `eu-${place}`,
      'eu',
      slots ?? null,
      seen ?? null,
      avoid ?? null,
      avoid === undefined ? null : (avoidSlots ?? 1),
    );
    for (let i = 0; i < running; i++) {
      db.prepare(
        `INSERT INTO jobs (id, account_id, type, file_id, region, params, state, instance, created_at) VALUES (?, 'a', 'ocr', 'f', 'eu', '{}', 'running', ?, 0)`,
      ).run(`job-${place}-${i}`, `eu-${place}`);
    }
  }
  const pool = { region: 'eu', instances: known.map((_, place) => `eu-${place}`), sleeps };
  const first = ({ sql, values }: { sql: string; values: readonly (string | number | null)[] }) =>
    Object.values(db.prepare(sql).get(...values) ?? {})[0];
  return {
    chosen: (job: { id: string; instance: string | null } = { id: 'job', instance: null }) => first(chooseInstance(pool, NOW, job)),
    free: () => first(freeSlots(pool, NOW)),
  };
}

test('a pool of which nothing is known begins with its first instance, one job at a time each', () => {
  const pool = given([undefined, undefined, undefined]);
  expect([pool.chosen(), pool.free()]).toEqual(['eu-0', 3]);
});

test('an instance that has not said its slots is presumed to have the fewest that another of its region has said', () => {
  expect(given([{ slots: 4, seen: WARM }, { slots: 3, seen: WARM }, undefined]).free()).toBe(10);
});

test('a warm instance with a free slot goes before one that sleeps, also before one earlier in line', () => {
  expect(
    given([
      { slots: 2, seen: COLD },
      { slots: 2, seen: WARM },
    ]).chosen(),
  ).toBe('eu-1');
  expect(
    given([
      { slots: 2, seen: COLD },
      { slots: 2, seen: WARM, running: 2 },
    ]).chosen(),
  ).toBe('eu-0');
});

test('of warm instances the fullest that has a slot, so that the others may sleep; then the first in line', () => {
  expect(
    given([
      { slots: 4, seen: WARM, running: 1 },
      { slots: 4, seen: WARM, running: 3 },
    ]).chosen(),
  ).toBe('eu-1');
  expect(
    given([
      { slots: 4, seen: WARM, running: 4 },
      { slots: 4, seen: WARM },
      { slots: 4, seen: WARM },
    ]).chosen(),
  ).toBe('eu-1');
});

test('one that is starting is filled before another is started', () => {
  expect(given([{ slots: 2, seen: WARM, running: 2 }, undefined, { slots: 2, running: 1 }]).chosen()).toBe('eu-2');
});

test('a full pool has no choice, and a job that runs again takes no slot from itself', () => {
  const pool = given([
    { slots: 1, seen: WARM, running: 1 },
    { slots: 1, seen: WARM, running: 1 },
  ]);
  expect([pool.chosen(), pool.free()]).toEqual([undefined, 0]);
  expect(pool.chosen({ id: 'job-0-0', instance: 'eu-0' })).toBe('eu-0');
});

test('an instance that has just lost the job comes behind those that have not', () => {
  const pool = given([{ slots: 2, seen: WARM, running: 1 }, undefined]);
  expect(pool.chosen({ id: 'job-0-0', instance: 'eu-0' })).toBe('eu-1');
});

test('one that did not answer gets one job at a time, and only when no other can take it, until its time is over', () => {
  const away = { slots: 4, avoid: NOW + 1 };
  expect(given([away, undefined]).chosen()).toBe('eu-1');
  expect(given([away, { slots: 1, seen: WARM, running: 1 }]).chosen()).toBe('eu-0');
  expect(
    given([
      { ...away, running: 1 },
      { slots: 1, seen: WARM, running: 1 },
    ]).chosen(),
  ).toBeUndefined();
  expect(given([{ ...away, avoid: NOW }]).free()).toBe(4);
});

test('one that was fuller than thought gets no more than it had then', () => {
  const full = { slots: 4, seen: WARM, avoid: NOW + 1, avoidSlots: 3 };
  expect(given([{ ...full, running: 3 }]).chosen()).toBeUndefined();
  expect(given([{ ...full, running: 2 }]).chosen()).toBe('eu-0');
});

test('processors at addresses of their own do not sleep: however long ago they worked, they are warm', () => {
  expect(given([undefined, { slots: 2, seen: COLD }], false).chosen()).toBe('eu-1');
});
