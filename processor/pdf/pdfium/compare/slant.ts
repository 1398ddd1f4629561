// Lines of text that run across a page at an angle: marks such as COPY, which lie over what stands there.

/** Of its rise and its run, the lesser as a share of the other. */
const SLANT_MIN = 0.2;

/** @param run, rise of the line in any unit. @returns whether it goes neither along nor up the page */
export function isAcross(run: number, rise: number): boolean {
  const [one, two] = [Math.abs(run), Math.abs(rise)];
  return Math.min(one, two) > Math.max(one, two) * SLANT_MIN;
}
