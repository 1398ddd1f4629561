// docx, odt, rtf → PDF: LibreOffice gets a copy of the document without anything that refers outside of it; the caller judges what it wrote.

import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { JobFailure } from '../../failure.ts';
import type { SafeDocument } from '../../office/neutralise.ts';
import { makeSafeDocx } from '../../office/safe-docx.ts';
import { makeSafeOdt } from '../../office/safe-odt.ts';
import { makeSafeRtf } from '../../office/safe-rtf.ts';
import { requireConverterIsolation } from '../../sandbox/converter-isolation.ts';
import { convertToPdf, type ImportFilter, type OfficeRequest, probeLibreOffice } from '../../tools/libreoffice.ts';
import type { OperationContext } from '../operation.ts';
import { memorySource } from '../../pdf/byte-source.ts';
import type { MadePdf } from './made-pdf.ts';
import { noSuchPages, pagesNamed, type PrintParams } from './print-params.ts';

export type OfficeType =
  | 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  | 'application/vnd.oasis.opendocument.text'
  | 'application/rtf';

interface Row {
  readonly extension: string;
  readonly importFilter: ImportFilter;
  readonly makeSafe: (bytes: Uint8Array, pagesMax: number) => SafeDocument | Promise<SafeDocument>;
}

const ROWS: Readonly<Record<OfficeType, Row>> = {
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': {
    extension: 'docx',
    importFilter: 'MS Word 2007 XML',
    makeSafe: makeSafeDocx,
  },
  'application/vnd.oasis.opendocument.text': { extension: 'odt', importFilter: 'writer8', makeSafe: makeSafeOdt },
  'application/rtf': { extension: 'rtf', importFilter: 'Rich Text Format', makeSafe: makeSafeRtf },
};

/** The job's own limit ends the whole process; this one ends only LibreOffice, and earlier. */
const TIME_MS_MAX = 90_000;
const TIME_SHARE = 0.75;

const REMOVED: Readonly<Record<string, string>> = {
  external_resource: 'The document refers to files or addresses outside of it; they were not read:',
  unsafe_link: 'Links that lead to files or programs were removed:',
  field: 'Fields that would read files, run programs or reveal where a file is show their last text:',
  picture: 'Pictures that are not valid pictures, or of a kind that can refer to other files, were removed:',
  embedded_object: 'Embedded objects were removed; their preview pictures stay where there are any:',
  embedded_document: 'Documents inside the document were removed:',
  script: 'Macros and scripts were removed:',
};

/** @throws JobFailure of the format's reader; unsupported_feature without LibreOffice; timeout, conversion_failed, output_limit */
export async function convertOffice(bytes: Uint8Array, type: OfficeType, params: PrintParams, context: OperationContext): Promise<MadePdf> {
  await requireConverterIsolation();
  const version = await probeLibreOffice();
  if (version === undefined) throw missingProgram();
  const { extension, importFilter, makeSafe } = ROWS[type];
  const safe = await makeSafe(bytes, context.limits.pages);
  for (const [kind, number] of safe.removed) context.warn({ code: `${kind}_removed`, message: `${REMOVED[kind] ?? kind} ${number}.` });
  context.progress({ percent: 20, stage: 'converting' });
  const source = join(context.workDir, `document.${extension}`);
  const resultDir = join(context.workDir, 'libreoffice');
  await mkdir(resultDir);
  await writeFile(source, safe.bytes);
  const pdf = await runLibreOffice(source, { importFilter, ...exportOptions(params) }, resultDir, context);
  const { wordsIn, imagesIn, fonts } = safe;
  return {
    result: memorySource(pdf),
    report: { engine: 'libreoffice', engine_version: version, ...(wordsIn !== undefined && { words_in: wordsIn }), images_in: imagesIn },
    fontsAskedFor: fonts,
    ...(params.page_ranges !== undefined && { pagesMin: pagesNamed(params.page_ranges) }),
  };
}

function exportOptions({ tagged, outline, page_ranges }: PrintParams): Pick<OfficeRequest, 'tagged' | 'outline' | 'pageRanges'> {
  return { tagged: tagged ?? true, outline: outline ?? true, ...(page_ranges !== undefined && { pageRanges: page_ranges }) };
}

/** @throws JobFailure timeout, conversion_failed, unsupported_feature, output_limit */
export async function runLibreOffice(
  source: string,
  filters: Pick<OfficeRequest, 'importFilter' | 'tagged' | 'outline' | 'pageRanges'>,
  resultDir: string,
  context: OperationContext,
): Promise<Uint8Array> {
  const timeMsMax = Math.min(TIME_MS_MAX, context.limits.processing_ms * TIME_SHARE);
  const { account = '', workDir } = context;
  const outcome = await convertToPdf({ account, workDir, source, ...filters, resultDir, timeMsMax });
  switch (outcome.kind) {
    case 'written':
      if ((await stat(outcome.path)).size > context.limits.output_bytes) throw new JobFailure('output_limit');
      return readFile(outcome.path);
    case 'timed_out':
      throw new JobFailure('timeout');
    case 'missing':
      throw missingProgram();
    case 'no_output':
      if (filters.pageRanges !== undefined) throw noSuchPages();
      throw new JobFailure('conversion_failed', { cause: new Error(outcome.kind) });
    case 'ended':
      throw new JobFailure('conversion_failed', { cause: new Error(outcome.kind) });
  }
}

function missingProgram(): JobFailure {
  return new JobFailure('unsupported_feature', { message: 'This conversion needs LibreOffice Writer, which is not installed here.' });
}
