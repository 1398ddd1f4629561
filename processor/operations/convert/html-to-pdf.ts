// html → PDF: Chromium prints the document as it is, with nothing from outside of it; without Chromium, LibreOffice does, from a
// copy without anything that could be read or fetched.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PAGE_SIZE_DEFAULT, type PageSize } from '#contract/params/convert-params.ts';
import { JobFailure } from '../../failure.ts';
import { requireConverterIsolation } from '../../sandbox/converter-isolation.ts';
import { printHtml, probeChromium } from '../../tools/chromium.ts';
import { probeLibreOffice } from '../../tools/libreoffice.ts';
import type { OperationContext } from '../operation.ts';
import { memorySource } from '../../pdf/byte-source.ts';
import type { MadePdf } from './made-pdf.ts';
import { decodeHtml } from './decode-text.ts';
import { dropUnsafeLinks } from './drop-unsafe-links.ts';
import { countScripts } from './html-scripts.ts';
import { makeSafeHtml } from './safe-html.ts';
import { runLibreOffice } from './office-to-pdf.ts';
import { MARGIN_POINTS, PAGE_POINTS } from './page-size.ts';

const TIME_MS_MAX = 60_000;
const TIME_SHARE = 0.75;

/** @throws JobFailure timeout, output_limit, conversion_failed; unsupported_feature where neither program is installed */
export async function convertHtml(bytes: Uint8Array, pageSize: PageSize | undefined, context: OperationContext): Promise<MadePdf> {
  await requireConverterIsolation();
  const { text, encoding, damaged } = decodeHtml(bytes);
  if (damaged)
    context.warn({ code: 'encoding_damaged', message: `Some bytes are not valid ${encoding}; they are shown as replacement characters.` });
  refuseDeepNesting(text);
  const scripts = countScripts(text);
  if (scripts > 0) {
    const message = `The document has scripts; they do not run here, and what they would show is missing: ${scripts}.`;
    context.warn({ code: 'scripts_not_run', message });
  }
  context.progress({ percent: 10, stage: 'converting' });
  const version = await probeChromium();
  if (version === undefined) return convertWithoutBrowser(text, context);
  const outcome = await printHtml({
    html: text,
    page: { ...PAGE_POINTS[pageSize ?? PAGE_SIZE_DEFAULT], margin: MARGIN_POINTS },
    workDir: context.workDir,
    timeMsMax: Math.min(TIME_MS_MAX, context.limits.processing_ms * TIME_SHARE),
    outputBytesMax: context.limits.output_bytes,
  });
  switch (outcome.kind) {
    case 'written': {
      const blocked = [...outcome.blocked].map(([scheme, number]) => `${scheme} ${number}`);
      if (blocked.length > 0) {
        context.warn({
          code: 'external_resource_removed',
          message: `The document refers to files or addresses outside of it; they were not read: ${blocked.join(', ')}.`,
        });
      }
      if (!outcome.ownPageSize)
        context.warn({ code: 'page_size_ignored', message: 'The page size that the document asks for is not possible; it was ignored.' });
      const total = [...outcome.blocked.values()].reduce((sum, number) => sum + number, 0);
      const { bytes, removed } = await dropUnsafeLinks(outcome.bytes, context.limits.pages);
      if (removed > 0)
        context.warn({ code: 'unsafe_link_removed', message: `Links that lead to files or programs were removed: ${removed}.` });
      return { result: memorySource(bytes), report: { engine: 'chromium', engine_version: version, encoding, requests_blocked: total } };
    }
    case 'timed_out':
      throw new JobFailure('timeout');
    case 'too_large':
      throw new JobFailure('output_limit');
    case 'missing':
    case 'ended':
      throw new JobFailure('conversion_failed', { cause: new Error(`chromium: ${outcome.kind}`) });
  }
}

async function convertWithoutBrowser(html: string, context: OperationContext): Promise<MadePdf> {
  const version = await probeLibreOffice();
  if (version === undefined) {
    throw new JobFailure('unsupported_feature', {
      message: 'This conversion needs Chromium or LibreOffice, and neither is installed here.',
    });
  }
  const safe = makeSafeHtml(html);
  if (safe.removed > 0) {
    context.warn({
      code: 'external_resource_removed',
      message: `References to files or addresses outside the document were not read: ${safe.removed}.`,
    });
  }
  const source = join(context.workDir, 'document.html');
  const resultDir = join(context.workDir, 'libreoffice');
  await mkdir(resultDir);
  await writeFile(source, safe.html);
  const pdf = await runLibreOffice(source, 'HTML (StarWriter)', resultDir, context);
  return { result: memorySource(pdf), report: { engine: 'libreoffice', engine_version: version, requests_blocked: safe.removed } };
}

/** Elements whose end must be written. A browser slowly flattens nesting deeper than a few hundred levels. */
const NESTING_TAG = /<(\/?)(?:div|span|section|article|blockquote|table|ul|ol|center|main|nav|aside|details)\b/gi;
const DEPTH_MAX = 5000;

/** @throws JobFailure conversion_failed */
function refuseDeepNesting(html: string): void {
  let depth = 0;
  for (const [, closing] of html.matchAll(NESTING_TAG)) {
    depth = closing === '/' ? Math.max(0, depth - 1) : depth + 1;
    if (depth > DEPTH_MAX) throw new JobFailure('conversion_failed', { message: 'The elements of the document are nested too deep.' });
  }
}
