// Structural similarity of two grey pictures (Wang, Bovik, Sheikh, Simoncelli 2004) over windows of 8 × 8 pixels every 4 pixels, as video encoders
// measure it. 1 is identical.

const WINDOW = 8;
const STRIDE = 4;
const C1 = (0.01 * 255) ** 2;
const C2 = (0.03 * 255) ** 2;

/** @param one, two one byte per pixel, rows without padding, `width` × `height` each. The mean over all windows. */
export function measureSsim(one: Uint8Array, two: Uint8Array, width: number, height: number): number {
  let [sum, count] = [0, 0];
  const window: Window = { across: Math.min(WINDOW, width), down: Math.min(WINDOW, height), rowBytes: width };
  const [lastY, lastX] = [Math.max(0, height - WINDOW), Math.max(0, width - WINDOW)];
  for (let y = 0; y <= lastY; y += STRIDE) {
    for (let x = 0; x <= lastX; x += STRIDE) {
      sum += measureWindow(one, two, y * width + x, window);
      count++;
    }
  }
  return sum / count;
}

interface Window {
  readonly across: number;
  readonly down: number;
  /** Of the whole picture. */
  readonly rowBytes: number;
}

/** @param start of its first pixel */
function measureWindow(one: Uint8Array, two: Uint8Array, start: number, { across, down, rowBytes }: Window): number {
  let [sumA, sumB, squaresA, squaresB, products] = [0, 0, 0, 0, 0];
  let same = true;
  for (let row = 0; row < down; row++) {
    const from = start + row * rowBytes;
    for (let at = from; at < from + across; at++) {
      const a = one[at] ?? 0;
      const b = two[at] ?? 0;
      if (a !== b) same = false;
      sumA += a;
      sumB += b;
      squaresA += a * a;
      squaresB += b * b;
      products += a * b;
    }
  }
  if (same) return 1;
  const n = across * down;
  const [meanA, meanB] = [sumA / n, sumB / n];
  const varianceA = squaresA / n - meanA * meanA;
  const varianceB = squaresB / n - meanB * meanB;
  const covariance = products / n - meanA * meanB;
  return ((2 * meanA * meanB + C1) * (2 * covariance + C2)) / ((meanA * meanA + meanB * meanB + C1) * (varianceA + varianceB + C2));
}
