// html → PDF: Chromium prints the document as it is, with nothing from outside of it; without Chromium, LibreOffice does, from a
// copy without anything that could be read or fetched.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { marginPoints, pagePoints, PRINT_OPTIONS } from '#contract/params/print-options.ts';
import { JobFailure } from '../../../failure.ts';
import { requireConverterIsolation } from '../../../sandbox/converter-isolation.ts';
import { printHtml, probeChromium } from '../../../tools/chromium.ts';
import type { DocumentFolder, PrintOutcome, PrintSettings } from '../../../tools/chromium-print.ts';
import { probeLibreOffice } from '../../../tools/libreoffice.ts';
import type { OperationContext } from '../../operation.ts';
import { memorySource } from '../../../pdf/byte-source.ts';
import type { MadePdf } from './made-pdf.ts';
import { decodeHtml } from './sources/decode-text.ts';
import { dropUnsafeLinks } from './drop-unsafe-links.ts';
import { countScripts } from './sources/html-scripts.ts';
import { makeSafeHtml, makeSafeTemplate } from './sources/safe-html.ts';
import { runLibreOffice } from './office-to-pdf.ts';
import { noSuchPages, type PrintParams } from './print-params.ts';

const TIME_MS_MAX = 60_000;
const TIME_SHARE = 0.75;

/** A document's text, and the files that belong to it: then `html` is one of them. */
export interface HtmlSource {
  readonly html: string;
  readonly folder?: DocumentFolder;
  /** For the report. */
  readonly facts?: Record<string, unknown>;
}

/** @throws as printDocument */
export async function convertHtml(bytes: Uint8Array, params: PrintParams, context: OperationContext): Promise<MadePdf> {
  const { text, encoding, damaged } = decodeHtml(bytes);
  if (damaged)
    context.warn({ code: 'encoding_damaged', message: `Some bytes are not valid ${encoding}; they are shown as replacement characters.` });
  return printDocument({ html: text, facts: { encoding } }, params, context);
}

/** @throws JobFailure timeout, output_limit, conversion_failed; unsupported_feature where neither program is installed */
export async function printDocument(source: HtmlSource, params: PrintParams, context: OperationContext): Promise<MadePdf> {
  await requireConverterIsolation();
  refuseDeepNesting(source.html);
  const scripts = countScripts(source.html);
  if (scripts > 0) {
    const message = `The document has scripts; they do not run here, and what they would show is missing: ${scripts}.`;
    context.warn({ code: 'scripts_not_run', message });
  }
  context.progress({ percent: 10, stage: 'converting' });
  const version = await probeChromium();
  if (version === undefined) return convertWithoutBrowser(source, params, context);
  const outcome = await printHtml({
    document: source.folder ?? source.html,
    settings: printSettings(params, context),
    workDir: context.workDir,
    timeMsMax: Math.min(TIME_MS_MAX, context.limits.processing_ms * TIME_SHARE),
    outputBytesMax: context.limits.output_bytes,
  });
  switch (outcome.kind) {
    case 'written': {
      const total = warnOfRequests(outcome, context);
      const { bytes, removed } = await dropUnsafeLinks(outcome.bytes, context.limits.pages);
      if (removed > 0)
        context.warn({ code: 'unsafe_link_removed', message: `Links that lead to files or programs were removed: ${removed}.` });
      return {
        result: memorySource(bytes),
        report: { engine: 'chromium', engine_version: version, ...source.facts, requests_blocked: total },
      };
    }
    case 'no_such_pages':
      throw noSuchPages();
    case 'timed_out':
      throw new JobFailure('timeout');
    case 'too_large':
      throw new JobFailure('output_limit');
    case 'missing':
    case 'ended':
      throw new JobFailure('conversion_failed', { cause: new Error(`chromium: ${outcome.kind}`) });
  }
}

/** Returns how many requests were refused. */
function warnOfRequests(outcome: Extract<PrintOutcome, { kind: 'written' }>, context: OperationContext): number {
  const blocked = [...outcome.blocked].map(([scheme, number]) => `${scheme} ${number}`);
  if (blocked.length > 0) {
    context.warn({
      code: 'external_resource_removed',
      message: `The document refers to files or addresses outside of it; they were not read: ${blocked.join(', ')}.`,
    });
  }
  if (outcome.absent.size > 0) {
    const message = `Files that the document asks for are not in it: ${[...outcome.absent].join(', ')}`;
    context.warn({ code: 'file_absent', message: message.slice(0, 900) });
  }
  if (!outcome.ownPageSize)
    context.warn({ code: 'page_size_ignored', message: 'The page size that the document asks for is not possible; it was ignored.' });
  return [...outcome.blocked.values()].reduce((sum, number) => sum + number, 0);
}

function printSettings(params: PrintParams, context: OperationContext): PrintSettings {
  const templates = { header: params.header_html, footer: params.footer_html };
  const safe: { header?: string; footer?: string } = {};
  for (const name of ['header', 'footer'] as const) {
    const template = templates[name];
    if (template === undefined) continue;
    const { html, removed } = makeSafeTemplate(template);
    safe[name] = html;
    if (removed === 0) continue;
    const message = `Of \`${name}_html\`, what leads outside of it, or could, was left out: ${removed}.`;
    context.warn({ code: 'external_resource_removed', message });
  }
  return {
    page: pagePoints(params.page_size, params.landscape),
    margins: marginPoints(params.margins),
    scale: params.scale ?? 1,
    background: params.print_background ?? true,
    preferCssPageSize: params.prefer_css_page_size ?? true,
    outline: params.outline ?? true,
    tagged: params.tagged ?? true,
    ...(params.page_ranges !== undefined && { pageRanges: params.page_ranges }),
    ...safe,
  };
}

/** Of what LibreOffice does not do with HTML, none is ignored. */
const BROWSER_OPTIONS = Object.keys(PRINT_OPTIONS) as (keyof PrintParams)[];

async function convertWithoutBrowser(source: HtmlSource, params: PrintParams, context: OperationContext): Promise<MadePdf> {
  const version = await probeLibreOffice();
  if (version === undefined) {
    throw new JobFailure('unsupported_feature', {
      message: 'This conversion needs Chromium or LibreOffice, and neither is installed here.',
    });
  }
  const given = BROWSER_OPTIONS.filter((name) => params[name] !== undefined);
  if (given.length > 0 || source.folder) {
    const what = source.folder ? 'A document of several files' : given.map((name) => `\`${name}\``).join(', ');
    throw new JobFailure('unsupported_feature', { message: `${what} needs Chromium, which is not installed here.` });
  }
  const safe = makeSafeHtml(source.html);
  if (safe.removed > 0) {
    context.warn({
      code: 'external_resource_removed',
      message: `References to files or addresses outside the document were not read: ${safe.removed}.`,
    });
  }
  const path = join(context.workDir, 'document.html');
  const resultDir = join(context.workDir, 'libreoffice');
  await mkdir(resultDir);
  await writeFile(path, safe.html);
  const pdf = await runLibreOffice(path, { importFilter: 'HTML (StarWriter)' }, resultDir, context);
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
