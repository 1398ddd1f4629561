// A PDF as PDF/A-2b: the last step of a conversion to pdf that asks for it. Warnings report what is lost.

import { JobFailure } from '../../failure.ts';
import { type ByteSource, memorySource } from '../../pdf/byte-source.ts';
import type { OpenedPdf } from '../../pdf/opened.ts';
import { openPdf } from '../../pdf/open.ts';
import { engineInput } from '../../pdf/pdfium/pdfium.ts';
import { makePdfa } from '../../pdf/pdfa/make-pdfa.ts';
import { proveLikeness } from '../../pdf/pdfa/prove-likeness.ts';
import { PDFA_RULES } from '../../pdf/pdfa/check/rules.ts';
import type { OperationContext } from '../operation.ts';
import type { MadePdf } from './to-pdf/made-pdf.ts';

/** @throws JobFailure unsupported_feature naming the rules that cannot be satisfied */
export async function convertToPdfa(opened: OpenedPdf, context: Pick<OperationContext, 'warn'>): Promise<MadePdf> {
  const before = engineInput(opened.source);
  const { bytes, warnings, substituted } = await makePdfa(opened);
  const likeness = await proveLikeness({ before, after: bytes, pages: opened.pages.length, hasSubstitutes: substituted.length > 0 });
  for (const warning of warnings) context.warn(warning);
  return {
    result: memorySource(bytes),
    report: {
      engine: 'own',
      repaired: opened.wasRepaired,
      decrypted: opened.wasEncrypted,
      pdfa: {
        conformance: 'PDF/A-2b',
        rules_checked: Object.keys(PDFA_RULES).length,
        violations: 0,
        fonts_substituted: substituted.length,
        ...likeness,
      },
    },
  };
}

/** The same for a PDF that another step made. */
export async function finishAsPdfa(made: MadePdf, context: Pick<OperationContext, 'warn' | 'limits'>): Promise<MadePdf> {
  const opened = await reopen(made.result, context.limits.pages);
  const { result, report } = await convertToPdfa(opened, context);
  return { ...made, result, report: { ...made.report, pdfa: report['pdfa'] } };
}

async function reopen(made: ByteSource, pagesMax: number): Promise<OpenedPdf> {
  try {
    return await openPdf(made, { needs: 'read', pagesMax });
  } catch (cause) {
    if (cause instanceof JobFailure && cause.reason === 'page_limit') throw cause;
    throw new JobFailure('conversion_failed', { cause });
  }
}
