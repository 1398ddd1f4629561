// Structural similarity of two grey pictures (Wang, Bovik, Sheikh, Simoncelli 2004) over windows of 8 × 8 pixels every 4 pixels, as video encoders
// measure it. 1 is identical.

const WINDOW = 8;
const STRIDE = 4;
const C1 = (0.01 * 255) ** 2;
const C2 = (0.03 * 255) ** 2;

/** Of a pixel or more: of each picture the sum and the squares, and the products of both. */
const SUMS = 5;

/** @param one, two one byte per pixel, rows without padding, `width` × `height` each. The mean over all windows. */
export function measureSsim(one: Uint8Array, two: Uint8Array, width: number, height: number): number {
  return measureWindows(one, two, width, height).ssim;
}

/** Of pages: windows in which both are the same even ground are at most so many. */
const GROUND_SHARE_MAX = 0.75;

/** As measureSsim, but that what is alike because nothing is there counts as on a page that is written full: a few words in the wrong place are then seen. */
export function measurePageSsim(one: Uint8Array, two: Uint8Array, width: number, height: number): number {
  const { ssim, ground } = measureWindows(one, two, width, height);
  return ground === 1 ? ssim : Math.max(0, 1 - ((1 - ssim) * (1 - Math.min(ground, GROUND_SHARE_MAX))) / (1 - ground));
}

interface Measured {
  readonly ssim: number;
  /** Share of the windows in which both have only one and the same value. */
  readonly ground: number;
}

function measureWindows(one: Uint8Array, two: Uint8Array, width: number, height: number): Measured {
  if (width < WINDOW || height < WINDOW)
    return { ssim: ssimOf(sumsOf(one, two, { left: 0, top: 0, across: width, down: height, rowBytes: width }), width * height), ground: 0 };
  // A window is four blocks, and a block is in four windows.
  const [across, down] = [Math.floor(width / STRIDE), Math.floor(height / STRIDE)];
  const blocks = new Float64Array(across * down * SUMS);
  for (let row = 0; row < down; row++) {
    for (let column = 0; column < across; column++) {
      const block = { left: column * STRIDE, top: row * STRIDE, across: STRIDE, down: STRIDE, rowBytes: width };
      blocks.set(sumsOf(one, two, block), (row * across + column) * SUMS);
    }
  }
  const window = new Float64Array(SUMS);
  let sum = 0;
  let even = 0;
  for (let row = 0; row + 1 < down; row++) {
    for (let column = 0; column + 1 < across; column++) {
      const upper = (row * across + column) * SUMS;
      const lower = upper + across * SUMS;
      for (let at = 0; at < SUMS; at++)
        window[at] =
          (blocks[upper + at] ?? 0) + (blocks[upper + SUMS + at] ?? 0) + (blocks[lower + at] ?? 0) + (blocks[lower + SUMS + at] ?? 0);
      sum += ssimOf(window, WINDOW * WINDOW);
      if (isEven(window)) even++;
    }
  }
  const count = (across - 1) * (down - 1);
  return { ssim: sum / count, ground: even / count };
}

interface Part {
  readonly left: number;
  readonly top: number;
  readonly across: number;
  readonly down: number;
  /** Of the whole picture. */
  readonly rowBytes: number;
}

const sums = new Float64Array(SUMS);

/** Good until the next call. */
function sumsOf(one: Uint8Array, two: Uint8Array, { left, top, across, down, rowBytes }: Part): Float64Array {
  let [sumA, sumB, squaresA, squaresB, products] = [0, 0, 0, 0, 0];
  for (let row = top; row < top + down; row++) {
    const from = row * rowBytes + left;
    for (let at = from; at < from + across; at++) {
      const a = one[at] ?? 0;
      const b = two[at] ?? 0;
      sumA += a;
      sumB += b;
      squaresA += a * a;
      squaresB += b * b;
      products += a * b;
    }
  }
  sums[0] = sumA;
  sums[1] = sumB;
  sums[2] = squaresA;
  sums[3] = squaresB;
  sums[4] = products;
  return sums;
}

/** Sums of whole numbers are exact. */
function isEven([sumA = 0, sumB = 0, squaresA = 0, squaresB = 0]: Float64Array): boolean {
  const pixels = WINDOW * WINDOW;
  return sumA === sumB && squaresA * pixels === sumA * sumA && squaresB * pixels === sumB * sumB;
}

function ssimOf([sumA = 0, sumB = 0, squaresA = 0, squaresB = 0, products = 0]: Float64Array, pixels: number): number {
  const [meanA, meanB] = [sumA / pixels, sumB / pixels];
  const varianceA = squaresA / pixels - meanA * meanA;
  const varianceB = squaresB / pixels - meanB * meanB;
  const covariance = products / pixels - meanA * meanB;
  return ((2 * meanA * meanB + C1) * (2 * covariance + C2)) / ((meanA * meanA + meanB * meanB + C1) * (varianceA + varianceB + C2));
}
