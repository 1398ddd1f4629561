// Which conversions this machine can do: the contract's matrix without the pairs whose programs are missing.

import { type ConvertibleType, CONVERSIONS, CONVERTIBLE_TYPES, isReflowed, type TargetFormat } from '#contract/params/conversions.ts';
import { probeChromium } from '../../tools/chromium.ts';
import { probeLibreOffice } from '../../tools/libreoffice.ts';
import { probeQpdf } from '../../tools/qpdf.ts';

export interface ConvertCapabilities {
  /** What each type can be converted to here; types without a target are left out. */
  readonly conversions: Partial<Record<ConvertibleType, readonly TargetFormat[]>>;
  /** Versions of the programs that were found. */
  readonly programs: { readonly libreoffice?: string; readonly chromium?: string; readonly qpdf?: string };
}

/** Types that need a program; any one of its names is enough. */
const NEEDS: Partial<Record<ConvertibleType, readonly ('libreoffice' | 'chromium')[]>> = {
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['libreoffice'],
  'application/vnd.oasis.opendocument.text': ['libreoffice'],
  'application/rtf': ['libreoffice'],
  'text/html': ['chromium', 'libreoffice'],
  'application/zip': ['chromium'],
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
  const possible = CONVERTIBLE_TYPES.filter((type) => NEEDS[type]?.some((name) => mayConvert && programs[name] !== undefined) ?? true);
  return {
    conversions: Object.fromEntries(possible.map((type) => [type, canRecognise ? CONVERSIONS[type] : withoutRecognition(type)])),
    programs,
  };
}

/** The text of pictures has to be recognised. */
function withoutRecognition(type: ConvertibleType): readonly TargetFormat[] {
  return type.startsWith('image/') ? CONVERSIONS[type].filter((target) => !isReflowed(target)) : CONVERSIONS[type];
}
