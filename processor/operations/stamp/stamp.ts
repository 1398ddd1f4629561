// The `stamp` operation: watermarks, pictures, page and Bates numbers, headers and footers on pages as they are seen. The pages' own content stays.

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { JobFailure } from '../../failure.ts';
import { openSource, SIGNATURE_REMOVED, sourceOptions } from '../../open-source.ts';
import { fileSource } from '../../pdf/byte-source.ts';
import { inheritAll } from '../../pdf/pages/arrange-pages.ts';
import { dropSignatures } from '../../pdf/pages/drop-extras.ts';
import { readPdfaPart } from '../../pdf/pages/pdfa-part.ts';
import { FreeSpace } from '../../pdf/placing/free-space.ts';
import { savePackedFile } from '../../pdf/save-packed.ts';
import { passMissing } from '../../pdf/syntax/walk.ts';
import type { Operation, OperationContext } from '../operation.ts';
import { type Drawn, drawMarks } from './draw-marks.ts';
import { proveMarks } from './prove-marks.ts';

const TOLD_PAGES_MAX = 500;

export const handleStamp: Operation<'stamp'> = async (context, [source, ...files], params) => {
  const { workDir, limits, progress } = context;
  const options = sourceOptions(context, params);
  const opened = await openSource(fileSource(source.path), 'modify', options);
  for (const warning of opened.warnings) context.warn(warning);
  if (dropSignatures(opened) > 0) context.warn(SIGNATURE_REMOVED);
  const part = readPdfaPart(opened);
  if (part === 1)
    context.warn({ code: 'pdfa_claim_broken', message: 'The document says that it is PDF/A-1, which forbids the transparency of marks.' });
  const pages = opened.pages.length;
  progress({ percent: 10, stage: 'stamping' });
  await using space = new FreeSpace(opened);
  passMissing(opened.context);
  inheritAll(opened.context, opened.catalog);
  const named = { pages, date: new Date(context.startedAtMs ?? 0).toISOString().slice(0, 10), fileName: source.filename };
  const warnings: Parameters<typeof context.warn>[0][] = [];
  const drawn = await drawMarks({ opened, options, space, named, files, warnings }, params.marks);
  for (const warning of warnings) context.warn(warning);
  warnOver(context, drawn);
  const path = join(workDir, 'stamped.pdf');
  savePackedFile(opened.context, path, { objectStreams: opened.xref.usesXrefStreams && part !== 1, contentId: true });
  if ((await stat(path)).size > limits.output_bytes) throw new JobFailure('output_limit');
  progress({ percent: 50, stage: 'verifying' });
  const verification = await proveMarks(context, { source: opened.source, path, pages, drawn });
  return {
    files: [{ path, filename: source.filename, contentType: 'application/pdf' }],
    report: {
      marks: params.marks.map(({ kind }, index) =>
        tellMark(
          kind,
          drawn.filter(({ mark }) => mark === index + 1),
        ),
      ),
      verification,
    },
    pages,
  };
};

function warnOver(context: OperationContext, drawn: readonly Drawn[]): void {
  const over = new Set(drawn.filter(({ isOver }) => isOver).map(({ page }) => page));
  const [page] = over;
  if (page === undefined) return;
  const message = `A mark lies over something that is printed on ${over.size} pages, such as page ${page}: nothing near its place is free.`;
  context.warn({ code: 'stamp_over_content', message, page });
}

function tellMark(kind: string, drawn: readonly Drawn[]): Record<string, unknown> {
  const texts = drawn.flatMap(({ text }) => text ?? []);
  const numbers = [...new Set(drawn.map(({ page }) => page))];
  return {
    kind,
    pages: numbers.length,
    page_numbers: numbers.slice(0, TOLD_PAGES_MAX),
    ...(texts.length > 0 ? { first_text: texts[0], last_text: texts.at(-1) } : {}),
    over_content: drawn.filter(({ isOver }) => isOver).length,
  };
}
