// Page sizes by name, in points (1/72 inch).

import type { PageSize } from '#contract/params/convert-params.ts';

export const PAGE_POINTS: Readonly<Record<PageSize, { readonly width: number; readonly height: number }>> = {
  a3: { width: 841.89, height: 1190.55 },
  a4: { width: 595.28, height: 841.89 },
  a5: { width: 419.53, height: 595.28 },
  letter: { width: 612, height: 792 },
  legal: { width: 612, height: 1008 },
};

export const MARGIN_POINTS = 56.7;
