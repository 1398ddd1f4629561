// A line chart as SVG.

export interface Line {
  readonly name: string;
  /** [x, y] in the order of x. */
  readonly points: readonly (readonly [number, number])[];
}

const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT] = [900, 320, 60, 40, 30, 160];
const COLOURS = ['#1b6ac9', '#c2410c', '#15803d', '#7e22ce', '#b91c1c', '#0e7490'];
const TICKS = 5;

export function plot(title: string, axes: { readonly x: string; readonly y: string }, lines: readonly Line[]): string {
  const all = lines.flatMap(({ points }) => points);
  const xMax = Math.max(1, ...all.map(([x]) => x));
  const yMax = Math.max(1, ...all.map(([, y]) => y));
  const x = (value: number) => (LEFT + (value / xMax) * (WIDTH - LEFT - RIGHT)).toFixed(1);
  const y = (value: number) => (HEIGHT - BOTTOM - (value / yMax) * (HEIGHT - BOTTOM - TOP)).toFixed(1);
  const text = (at: readonly [string | number, string | number], said: string, anchor = 'start') =>
    `<text x="${at[0]}" y="${at[1]}" text-anchor="${anchor}">${said}</text>`;
  const ticks = Array.from({ length: TICKS + 1 }, (_, i) => [
    `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y((yMax * i) / TICKS)}" y2="${y((yMax * i) / TICKS)}" stroke="#ddd"/>`,
    text([LEFT - 6, y((yMax * i) / TICKS)], String(Math.round((yMax * i) / TICKS)), 'end'),
    text([x((xMax * i) / TICKS), HEIGHT - BOTTOM + 16], String(Math.round((xMax * i) / TICKS)), 'middle'),
  ]).flat();
  const drawn = lines.flatMap(({ name, points }, i) => [
    `<polyline fill="none" stroke="${COLOURS[i % COLOURS.length]}" stroke-width="1.5" points="${points.map(([px, py]) => `${x(px)},${y(py)}`).join(' ')}"/>`,
    `<rect x="${WIDTH - RIGHT + 12}" y="${TOP + i * 20}" width="12" height="12" fill="${COLOURS[i % COLOURS.length]}"/>`,
    text([WIDTH - RIGHT + 30, TOP + 10 + i * 20], name),
  ]);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="white"/>`,
    text([LEFT, 18], title),
    ...ticks,
    ...drawn,
    text([(WIDTH - RIGHT + LEFT) / 2, HEIGHT - 6], axes.x, 'middle'),
    text([6, TOP - 4], axes.y),
    '</svg>',
    '',
  ].join('\n');
}
