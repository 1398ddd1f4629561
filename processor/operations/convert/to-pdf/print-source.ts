// Documents that a browser prints: HTML as it is, and what is made HTML first (sources/).

import { type HTML_TYPES } from '#contract/params/conversions.ts';
import { marginPoints, pagePoints } from '#contract/params/print-options.ts';
import type { OperationContext } from '../../operation.ts';
import { decodeText } from './sources/decode-text.ts';
import { convertHtml, printDocument } from './html-to-pdf.ts';
import type { MadePdf } from './made-pdf.ts';
import type { PrintParams } from './print-params.ts';
import { htmlOfEmail } from './sources/email.ts';
import { readBook } from './sources/epub.ts';
import { readHtmlFolder } from './sources/html-folder.ts';
import { htmlOfMarkdown } from './sources/markdown.ts';
import { pageOfSvg } from './sources/svg.ts';

type PrintedType = (typeof HTML_TYPES)[number] | 'image/svg+xml';

/** @throws JobFailure of the format's reader, and as printDocument */
export async function printSource(bytes: Uint8Array, type: PrintedType, params: PrintParams, context: OperationContext): Promise<MadePdf> {
  switch (type) {
    case 'text/html':
      return convertHtml(bytes, params, context);
    case 'text/markdown': {
      const { text, encoding, damaged } = decodeText(bytes);
      if (damaged) {
        const message = `Some bytes are not valid ${encoding}; they are shown as replacement characters.`;
        context.warn({ code: 'encoding_damaged', message });
      }
      return printDocument({ html: htmlOfMarkdown(text), facts: { encoding } }, params, context);
    }
    case 'application/zip': {
      const { encoding, files, ...source } = readHtmlFolder(bytes);
      return printDocument({ ...source, facts: { encoding, files } }, params, context);
    }
    case 'application/epub+zip': {
      const { chapters, missing, ...source } = readBook(bytes);
      if (missing > 0) context.warn({ code: 'chapter_absent', message: `Chapters that the book names are not in it: ${missing}.` });
      return printDocument({ ...source, facts: { chapters } }, params, context);
    }
    case 'message/rfc822': {
      const { html, attachments, body } = await htmlOfEmail(bytes);
      return printDocument({ html, facts: { attachments, body } }, params, context);
    }
    case 'image/svg+xml':
      return printSvg(bytes, params, context);
  }
}

/** On a page of its own size without margins, or within the margins of the page that is asked for. */
async function printSvg(bytes: Uint8Array, params: PrintParams, context: OperationContext): Promise<MadePdf> {
  const isOwn = params.page_size === undefined && params.landscape === undefined;
  const page = pagePoints(params.page_size, params.landscape);
  const margins = marginPoints(params.margins ?? (isOwn ? '0' : undefined));
  const inner = { width: page.width - margins.left - margins.right, height: page.height - margins.top - margins.bottom };
  const { html, width, height, scripts, external } = pageOfSvg(bytes, isOwn ? undefined : inner);
  if (scripts > 0) context.warn({ code: 'scripts_not_run', message: `The drawing has scripts; they do not run here: ${scripts}.` });
  if (external > 0) {
    const message = `The drawing refers to files or addresses outside of it; they were not read: ${external}.`;
    context.warn({ code: 'external_resource_removed', message });
  }
  const size = `${Math.max(36, width + margins.left + margins.right).toFixed(2)}pt x ${Math.max(36, height + margins.top + margins.bottom).toFixed(2)}pt`;
  const own = isOwn ? { ...params, page_size: size, margins: params.margins ?? '0' } : params;
  return printDocument({ html }, own, context);
}
