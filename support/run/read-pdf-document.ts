// Converts a PDF as the operation does, with limits that do not matter.

import {
  convertPdfToDocx,
  convertPdfToHtml,
  convertPdfToTxt,
  type ConvertedPdf,
  type FromPdfOptions,
} from '../../processor/operations/convert/from-pdf.ts';
import { openPdf } from '../../processor/pdf/open.ts';

const CONVERTERS = { docx: convertPdfToDocx, html: convertPdfToHtml, txt: convertPdfToTxt };

export async function convertFromPdf(
  to: keyof typeof CONVERTERS,
  bytes: Uint8Array,
  options: FromPdfOptions & { readonly password?: string; readonly outputBytesMax?: number } = {},
): Promise<ConvertedPdf> {
  const { password, outputBytesMax = 2 ** 30, ...rest } = options;
  const source = await openPdf(bytes, { needs: 'read', pagesMax: 5000, password });
  return CONVERTERS[to](source, rest, { limits: { output_bytes: outputBytesMax }, progress: () => {} });
}

export function textOfResult({ bytes }: ConvertedPdf): string {
  return Buffer.from(bytes).toString('utf8');
}
