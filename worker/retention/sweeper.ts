// A Durable Object whose alarm runs the sweep of a cell: alarms survive a crash, and they fire where cron does not (locally). One for each cell, since
// the queries of one invocation are bounded (D1).

import { DurableObject } from 'cloudflare:workers';
import { type Deps, depsOf, type Env } from '../deps.ts';
import { sweepCell } from './sweep.ts';

const EVERY_MS = 30_000;
const CELL = 'cell';

export class Sweeper extends DurableObject<Env> {
  /** GET sets the alarm, unless it is set; POST sweeps now. The address names the cell. */
  override async fetch(request: Request): Promise<Response> {
    const cell = new URL(request.url).searchParams.get(CELL) ?? '';
    if ((await this.ctx.storage.get<string>(CELL)) !== cell) await this.ctx.storage.put(CELL, cell);
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now() + EVERY_MS);
    if (request.method === 'POST') await this.sweep();
    return new Response(null, { status: 204 });
  }

  override async alarm(): Promise<void> {
    if (await this.sweep()) await this.ctx.storage.setAlarm(Date.now() + EVERY_MS);
  }

  /** @returns false for a cell that is not configured any more */
  private async sweep(): Promise<boolean> {
    const { cells, log } = depsOf(this.env);
    const name = (await this.ctx.storage.get<string>(CELL)) ?? cells.global.cell.name;
    const deps = cells.byName.get(name);
    if (!deps) return false;
    const count = await sweepCell(deps);
    if (Object.values(count).some((n) => n > 0)) log.info('sweep.done', { ...(cells.areSeveral ? { cell: name } : {}), ...count });
    return true;
  }
}

let ensured = false;

/** Once per isolate: makes sure that the alarms are set. */
export async function ensureSweeper(deps: Pick<Deps, 'cells' | 'sweeper'>): Promise<void> {
  if (ensured) return;
  await Promise.all(deps.cells.all.map(async (cell) => askSweeper(deps, cell, 'GET')));
  ensured = true;
}

/** For cron: of every cell, each in an invocation of its own. */
export async function sweepAll(deps: Deps): Promise<void> {
  const [first, ...others] = deps.cells.all;
  if (first) await sweepCell(first);
  const asked = await Promise.allSettled(others.map(async (cell) => askSweeper(deps, cell, 'POST')));
  for (const answer of asked) if (answer.status === 'rejected') deps.log.error('sweep.cell_failed', answer.reason);
}

async function askSweeper({ cells, sweeper }: Pick<Deps, 'cells' | 'sweeper'>, { cell }: Deps, method: 'GET' | 'POST'): Promise<void> {
  const name = cell.name === cells.global.cell.name ? 'sweeper' : `sweeper/${cell.name}`;
  const response = await sweeper.get(sweeper.idFromName(name)).fetch(`http://sweeper/?${CELL}=${cell.name}`, { method });
  if (!response.ok) throw new Error(`the sweeper of ${cell.name} answered ${response.status}`);
}
