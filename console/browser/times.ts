// How long jobs wait and how long they run: a histogram of each, with its median and its 95th percentile as lines.

import uPlot from 'uplot';
import type { Activity } from '#contract/activity.ts';
import { axisOf, barSeries, COUNTS, type Colour } from './bars.ts';
import { byId } from './dom.ts';
import { duration } from './words.ts';

const HEIGHT = 200;
const PLACES = { queue: 'queue_ms', run: 'run_ms' } as const;
const NAMES = { queue: 'In the queue', run: 'At work' } as const;

type Durations = Omit<Activity['durations'][number], 'operation'>;
type Times = Durations['queue_ms'];

const drawn = new Map<string, { readonly plot: uPlot; readonly what: string }>();

/** @param operation '' for all */
export function drawTimes(activity: Activity, operation: string): void {
  const durations = operation === '' ? activity.overall : activity.durations.find((row) => row.operation === operation);
  for (const id of ['queue', 'run'] as const) drawHistogram(id, activity.bounds_ms, durations);
}

function drawHistogram(id: keyof typeof PLACES, bounds: readonly number[], durations: Durations | undefined): void {
  const place = byId(id);
  const times = durations?.[PLACES[id]];
  byId(`${id}-legend`).textContent = times
    ? `${NAMES[id]}: half of ${durations.jobs} within ${duration(times.p50)}, 95 % within ${duration(times.p95)}`
    : `${NAMES[id]}: no job has ended in this time`;
  const look = getComputedStyle(document.documentElement);
  const what = JSON.stringify([times, place.clientWidth, look.getPropertyValue('--back')]);
  const before = drawn.get(id);
  if (before?.what === what) return;
  before?.plot.destroy();
  const counts = times?.counts ?? [...bounds, 0].map(() => 0);
  const options = optionsOf(place.clientWidth, bounds, times, (name) => look.getPropertyValue(name));
  drawn.set(id, { plot: new uPlot(options, [counts.map((_, i) => i), counts], place), what });
}

/** Where a time stands between the buckets: bucket `i` reaches from `i - 0.5` to `i + 0.5`. */
function positionOf(ms: number, bounds: readonly number[]): number {
  const found = bounds.findIndex((bound) => ms <= bound);
  const bucket = found === -1 ? bounds.length : found;
  const from = bucket === 0 ? 0 : (bounds[bucket - 1] ?? 0);
  const to = bounds[bucket] ?? from * 2;
  return bucket - 0.5 + Math.min(1, (ms - from) / (to - from));
}

function optionsOf(width: number, bounds: readonly number[], times: Times | undefined, colour: Colour): uPlot.Options {
  const axis = axisOf(colour);
  const words = (place: number) => (bounds[place] === undefined ? 'more' : duration(bounds[place]).replace('.0 ', ' '));
  const mark = (plot: uPlot) => {
    for (const ms of times ? [times.p50, times.p95] : []) {
      const x = plot.valToPos(positionOf(ms, bounds), 'x', true);
      plot.ctx.fillStyle = colour('--text');
      plot.ctx.fillRect(Math.round(x), plot.bbox.top, Math.max(1, devicePixelRatio), plot.bbox.height);
    }
  };
  return {
    width,
    height: HEIGHT,
    legend: { show: false },
    cursor: { show: false },
    hooks: { draw: [mark] },
    scales: {
      x: { time: false, range: () => [-0.6, bounds.length + 0.6] },
      y: { range: (_, _min, max) => [0, Math.max(1, max)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        splits: () => [...bounds.keys(), bounds.length],
        // Upright where there is no room for them side by side.
        rotate: -90,
        size: 64,
        values: (_, splits) => splits.map(words),
      },
      { ...axis, ...COUNTS },
    ],
    series: [{}, barSeries(colour, '--accent')],
  };
}
