// Makes an opened document into PDF/A-2b and proves it: removes the forbidden with a warning and repairs what it can; the written file is then
// read again by the checker. A file with any finding is not returned.

import { createHash } from 'node:crypto';
import { PDFHeader, PDFName } from 'pdf-lib';
import type { Warning } from '#contract/processor.ts';
import { JobFailure } from '../../failure.ts';
import type { OpenedPdf } from '../opened.ts';
import { savePacked } from '../save-packed.ts';
import { checkPdfa } from './check/check.ts';
import { claimPdfa, giveFileId } from './mend/claim.ts';
import { dropForbidden } from './mend/drop-forbidden.ts';
import { mendAnnotations } from './mend/mend-annotations.ts';
import { mendColours } from './mend/mend-colours.ts';
import { mendContents } from './mend/mend-content.ts';
import { mendFonts } from './mend/mend-fonts.ts';
import { mendGraphics } from './mend/mend-graphics.ts';
import { PDFA_RULES, type PdfaViolation } from './check/rules.ts';
import { usesDeviceCmyk } from './check/uses-cmyk.ts';
import { collectShown } from './check/shown.ts';

export interface MadePdfa {
  readonly bytes: Uint8Array;
  readonly warnings: readonly Warning[];
  /** Fonts that were not embedded, with their replacements. */
  readonly substituted: readonly { readonly font: string; readonly face: string }[];
}

/**
 * Changes the opened document and writes it.
 * @throws JobFailure unsupported_feature naming the rules that cannot be satisfied
 */
export async function makePdfa(opened: OpenedPdf): Promise<MadePdfa> {
  const warnings = [...dropForbidden(opened), ...mendAnnotations(opened)];
  mendContents(opened);
  mendGraphics(opened);
  const fonts = await mendFonts(opened);
  warnings.push(...fonts.warnings);
  const shown = collectShown(opened);
  await mendColours(opened, { shown, hasCmyk: usesDeviceCmyk(opened, shown) });
  warnings.push(...claimPdfa(opened));
  const bytes = writePdfa(opened);
  const violations = await checkPdfa(bytes);
  if (violations.length > 0) throw refusal(violations);
  return { bytes, warnings, substituted: fonts.substituted };
}

/** PDF 1.7, renumbered, without dangling references. The identifier is made from the content. */
function writePdfa(opened: OpenedPdf): Uint8Array {
  const { context, catalog } = opened;
  context.header = PDFHeader.forVersion(1, 7);
  catalog.delete(PDFName.of('Version'));
  catalog.delete(PDFName.of('Extensions'));
  const draft = savePacked(context, { objectStreams: true });
  giveFileId(opened, createHash('sha256').update(draft).digest('hex').slice(0, 32));
  return savePacked(context, { objectStreams: true });
}

function refusal(violations: readonly PdfaViolation[]): JobFailure {
  const asked = violations.map(({ rule }) => PDFA_RULES[rule].asks);
  return new JobFailure('unsupported_feature', {
    message: `The document cannot be brought to PDF/A-2b: it would not hold that ${asked.slice(0, 3).join('; that ')}.`,
    refused: {
      kind: 'archive',
      reasons: violations
        .slice(0, 20)
        .map(({ rule, clause, count, places }) => ({ rule, clause: `ISO 19005-2, ${clause}`, count, places: [...places] })),
    },
  });
}
