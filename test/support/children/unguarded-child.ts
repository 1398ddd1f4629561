// A program for job processes that give office documents to LibreOffice as they are, as if nothing made them safe before: only its
// isolation keeps the program from other jobs. A picture as source is a job that waits.

import type { OperationName } from '#contract/operations.ts';
import type { Operation } from '../../../processor/operations/operation.ts';
import { ChildSetting } from '../../../processor/sandbox/child-setting.ts';
import { serveJobs } from '../../../processor/serve-jobs.ts';
import { convertToPdf, type ImportFilter } from '../../../processor/tools/libreoffice.ts';

const FILTERS: Readonly<Record<string, ImportFilter>> = {
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'MS Word 2007 XML',
  'application/vnd.oasis.opendocument.text': 'writer8',
  'application/rtf': 'Rich Text Format',
  'text/html': 'HTML (StarWriter)',
};

const convertAsItIs: Operation<OperationName> = async ({ account = '', workDir }, [source]) => {
  const importFilter = FILTERS[source.contentType];
  if (!importFilter) {
    setInterval(() => {}, 60_000);
    return new Promise(() => {});
  }
  const outcome = await convertToPdf({ account, workDir, source: source.path, importFilter, resultDir: workDir, timeMsMax: 60_000 });
  if (outcome.kind !== 'written') throw new Error(outcome.kind);
  return { files: [{ path: outcome.path, filename: 'a.pdf', contentType: 'application/pdf' }], report: { cold: outcome.cold } };
};

const setting = ChildSetting.parse(JSON.parse(process.argv[2] ?? ''));
const operations = {
  ai_edit: convertAsItIs,
  metadata: convertAsItIs,
  compress: convertAsItIs,
  convert: convertAsItIs,
  ocr: convertAsItIs,
  split: convertAsItIs,
  merge: convertAsItIs,
  pages: convertAsItIs,
  flatten: convertAsItIs,
  stamp: convertAsItIs,
  protect: convertAsItIs,
  unlock: convertAsItIs,
};
serveJobs(operations, setting);
