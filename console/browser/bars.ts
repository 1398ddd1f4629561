// What the plots have in common: bars, axes, colours.

import uPlot from 'uplot';

/** The value of a custom property of the style. */
export type Colour = (name: string) => string;

export const COUNTS: uPlot.Axis = { size: 44, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000] };

export function barSeries(colour: Colour, name: string): uPlot.Series {
  const bars = uPlot.paths.bars?.({ size: [0.7, 48] });
  return { stroke: colour(name), fill: colour(name), width: 0, points: { show: false }, ...(bars && { paths: bars }) };
}

export function axisOf(colour: Colour): uPlot.Axis {
  return {
    stroke: colour('--quiet'),
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { stroke: colour('--line'), width: 1 },
  };
}
