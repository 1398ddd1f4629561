// Text documents → docx, html, txt by LibreOffice; each result is read again before it is returned.

import type { WRITER_TYPES } from '#contract/params/conversions.ts';
import { JobFailure } from '../../failure.ts';
import { countWords } from '../../office/neutralise.ts';
import { makeSafeDocx } from '../../office/safe-docx.ts';
import type { OperationContext } from '../operation.ts';
import { writeOffice } from './to-pdf/office-to-pdf.ts';

export type OfficeTarget = 'docx' | 'html' | 'txt';

interface WrittenText {
  readonly result: Uint8Array;
  readonly report: Record<string, unknown>;
}

/** Words that a document has and its text may lack: fields, notes, hidden text. */
const WORDS_LOST_MAX = 0.5;

/** @throws JobFailure as writeOffice; conversion_failed when the result has lost most of its words */
export async function writeOfficeText(
  bytes: Uint8Array,
  type: (typeof WRITER_TYPES)[number],
  target: OfficeTarget,
  context: OperationContext,
): Promise<WrittenText> {
  const { result, safe, version } = await writeOffice(bytes, type, { format: target }, context);
  if (result.length > context.limits.output_bytes) throw new JobFailure('output_limit');
  context.progress({ percent: 90, stage: 'verifying' });
  const written = target === 'html' ? cleanHtml(result) : target === 'txt' ? withoutMark(result) : result;
  const words = await wordsOf(written, target, context);
  const wordsIn = safe.wordsIn ?? words;
  if (words < wordsIn * WORDS_LOST_MAX) throw new JobFailure('conversion_failed', { cause: new Error(`${wordsIn} words became ${words}`) });
  return {
    result: written,
    report: { engine: 'libreoffice', engine_version: version, words_in: wordsIn, images_in: safe.imagesIn, verification: { words } },
  };
}

async function wordsOf(result: Uint8Array, target: OfficeTarget, context: OperationContext): Promise<number> {
  if (target === 'docx') return (await makeSafeDocx(result, context.limits.pages)).wordsIn ?? 0;
  const text = Buffer.from(result).toString('utf8');
  return countWords(
    target === 'txt'
      ? text
      : text
          .replace(/^[\s\S]*?<body/i, '<body')
          .replaceAll(/<[^>]*>/g, ' ')
          .replaceAll('&nbsp;', ' '),
  );
}

/** As every text of this service. */
function withoutMark(text: Uint8Array): Uint8Array {
  return text[0] === 0xef && text[1] === 0xbb && text[2] === 0xbf ? text.subarray(3) : text;
}

/** Which program wrote it, and when, is nobody's business. */
function cleanHtml(html: Uint8Array): Uint8Array {
  const text = Buffer.from(html)
    .toString('utf8')
    .replaceAll(/[ \t]*<meta name="(?:generator|created|changed|author|changedby)"[^>]*>\r?\n?/gi, '');
  return Buffer.from(text);
}
