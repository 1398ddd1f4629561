// A Durable Object whose alarm runs the sweep: alarms survive a crash, and they fire where cron does not (locally).

import { DurableObject } from 'cloudflare:workers';
import { depsOf, type Env } from '../deps.ts';
import { sweepCells } from './sweep.ts';

const EVERY_MS = 30_000;

export class Sweeper extends DurableObject<Env> {
  /** Sets the alarm, unless it is set. */
  override async fetch(): Promise<Response> {
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now() + EVERY_MS);
    return new Response(null, { status: 204 });
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.setAlarm(Date.now() + EVERY_MS);
    const deps = depsOf(this.env);
    const count = await sweepCells(deps);
    if (Object.values(count).some((n) => n > 0)) deps.log.info('sweep.done', { ...count });
  }
}

let ensured = false;

/** Once per isolate: makes sure that the alarm is set. */
export async function ensureSweeper(sweeper: DurableObjectNamespace): Promise<void> {
  if (ensured) return;
  await sweeper.get(sweeper.idFromName('sweeper')).fetch('http://sweeper/');
  ensured = true;
}
