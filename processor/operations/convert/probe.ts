// Which conversions this machine can do: the contract's matrix without the pairs whose programs are missing.

import {
  type ConvertibleType,
  CONVERSIONS,
  CONVERTIBLE_TYPES,
  HTML_TYPES,
  isOneOf,
  isReflowed,
  PICTURE_TYPES,
  SHEET_TYPES,
  SLIDE_TYPES,
  type TargetFormat,
  WRITER_TYPES,
} from '#contract/params/conversions.ts';
import { probeChromium } from '../../tools/chromium.ts';
import { findOfficeModules, type OfficeModule, probeLibreOffice } from '../../tools/libreoffice.ts';
import { probeQpdf } from '../../tools/qpdf.ts';

export interface ConvertCapabilities {
  /** What each type can be converted to here; types without a target are left out. */
  readonly conversions: Partial<Record<ConvertibleType, readonly TargetFormat[]>>;
  /** Versions of the programs that were found. */
  readonly programs: { readonly libreoffice?: string; readonly chromium?: string; readonly qpdf?: string };
}

type Needed = 'chromium' | OfficeModule;

/** Types that need a program; any one of its names is enough. */
const NEEDS: Partial<Record<ConvertibleType, readonly Needed[]>> = {
  ...Object.fromEntries(WRITER_TYPES.map((type) => [type, ['writer']])),
  ...Object.fromEntries(SHEET_TYPES.map((type) => [type, ['calc']])),
  ...Object.fromEntries(SLIDE_TYPES.map((type) => [type, ['impress']])),
  ...Object.fromEntries(HTML_TYPES.map((type) => [type, ['chromium']])),
  'text/html': ['chromium', 'writer'],
  'image/svg+xml': ['chromium'],
};

/**
 * @param searchPath in the form of PATH. Starts the programs for their versions; about 0.2 s.
 * @param canRecognise whether the processor has an engine that reads pictures
 * @param mayConvert whether the programs may run: not where nothing isolates them from other jobs
 */
export async function probeConvertCapabilities(
  searchPath: string | undefined,
  canRecognise: boolean,
  mayConvert = true,
): Promise<ConvertCapabilities> {
  const [libreoffice, chromium, qpdf] = await Promise.all([probeLibreOffice(searchPath), probeChromium(searchPath), probeQpdf()]);
  const programs = { ...(libreoffice && { libreoffice }), ...(chromium && { chromium }), ...(qpdf && { qpdf }) };
  const here = new Set<Needed>([...(await findOfficeModules(searchPath)), ...(chromium === undefined ? [] : ['chromium' as const])]);
  const possible = CONVERTIBLE_TYPES.filter((type) => NEEDS[type]?.some((name) => mayConvert && here.has(name)) ?? true);
  return {
    conversions: Object.fromEntries(possible.map((type) => [type, canRecognise ? CONVERSIONS[type] : withoutRecognition(type)])),
    programs,
  };
}

/** The text of pictures has to be recognised. */
function withoutRecognition(type: ConvertibleType): readonly TargetFormat[] {
  return isOneOf(PICTURE_TYPES, type) ? CONVERSIONS[type].filter((target) => !isReflowed(target)) : CONVERSIONS[type];
}
