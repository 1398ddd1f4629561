// A PDF → Markdown, as the operation does it: by the same steps and the writer that customers get.

import { rename, rm } from 'node:fs/promises';
import { reflowPdf } from '../../processor/operations/convert/from-pdf.ts';
import { recogniseWith } from '../../processor/operations/convert/recognise.ts';
import { openPdf } from '../../processor/pdf/open.ts';

const LIMITS = { processing_ms: 600_000, pages: 5000, output_bytes: 2 ** 30 };

interface Making {
  /** Empty, and there. */
  readonly workDir: string;
  /** Pages without text are read from their pictures. */
  readonly recognises: boolean;
}

/** The known texts of the benchmark hold the running heads. @param path of the result */
export async function makeMarkdown(bytes: Uint8Array, path: string, { workDir, recognises }: Making): Promise<void> {
  const source = await openPdf(bytes, { needs: 'read', pagesMax: LIMITS.pages });
  const context = { workDir, limits: LIMITS, progress: () => {}, warn: () => {} };
  const recognise = recogniseWith(context, { ocr: recognises && 'auto' }, performance.now());
  const made = await reflowPdf(source, 'md', { keepRunning: true, recognise }, context).catch(() => undefined);
  if (made) await rename(made.path, path);
  await rm(workDir, { recursive: true });
}
