// Jobs per hour as bars: what succeeded, what failed, and the rest, one on the other.

import uPlot from 'uplot';
import type { Activity } from '#contract/activity.ts';
import { byId } from './dom.ts';
import { axisOf, barSeries, COUNTS, type Colour } from './bars.ts';

const HOUR_S = 3600;
const HEIGHT = 220;
let drawn: { plot: uPlot; what: string } | undefined;

interface Sums {
  readonly hours: number[];
  readonly succeeded: number[];
  readonly failed: number[];
  readonly others: number[];
}

/** Every hour of the time, those without jobs too. @param operation '' for all */
function sumsOf(activity: Activity, operation: string): Sums {
  const first = Math.floor(Date.parse(activity.from) / 1000 / HOUR_S);
  const last = Math.floor(Date.parse(activity.to) / 1000 / HOUR_S);
  const hours = Array.from({ length: last - first + 1 }, (_, i) => (first + i) * HOUR_S);
  const rows = activity.hours.filter((row) => operation === '' || row.operation === operation);
  const count = (outcomes: readonly string[]) =>
    hours.map((hour) =>
      rows.filter((row) => Date.parse(row.hour) / 1000 === hour && outcomes.includes(row.outcome)).reduce((sum, { jobs }) => sum + jobs, 0),
    );
  return { hours, succeeded: count(['succeeded']), failed: count(['failed']), others: count(['cancelled', 'expired']) };
}

export function drawPlot(activity: Activity, operation: string): void {
  const place = byId('plot');
  const sums = sumsOf(activity, operation);
  const look = getComputedStyle(document.documentElement);
  const what = JSON.stringify([sums, place.clientWidth, look.getPropertyValue('--back')]);
  if (drawn?.what === what) return;
  drawn?.plot.destroy();
  drawn = {
    plot: new uPlot(
      optionsOf(place.clientWidth, (name) => look.getPropertyValue(name)),
      stacked(sums),
      place,
    ),
    what,
  };
  const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
  byId('legend').textContent =
    `${total(sums.succeeded)} succeeded, ${total(sums.failed)} failed, ${total(sums.others)} cancelled or expired`;
}

function stacked({ hours, succeeded, failed, others }: Sums): uPlot.AlignedData {
  const upper = others.map((value, i) => value + (failed[i] ?? 0));
  return [hours, upper.map((value, i) => value + (succeeded[i] ?? 0)), upper, others];
}

function optionsOf(width: number, colour: Colour): uPlot.Options {
  const axis = axisOf(colour);
  return {
    width,
    height: HEIGHT,
    legend: { show: false },
    cursor: { show: false },
    scales: { x: { range: (_, min, max) => [min - HOUR_S / 2, max + HOUR_S / 2] }, y: { range: (_, _min, max) => [0, Math.max(1, max)] } },
    axes: [axis, { ...axis, ...COUNTS }],
    series: [{}, barSeries(colour, '--good'), barSeries(colour, '--bad'), barSeries(colour, '--other')],
  };
}
