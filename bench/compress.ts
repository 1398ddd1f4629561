// `npm run bench:compress`: size, likeness, completeness and speed, compared with Ghostscript, qpdf and OCRmyPDF on the same files, one after the
// other. Pictures are compared in poppler, which is neither ours nor theirs. COMPRESS_FILES: how many files; COMPRESS_CACHE: a folder that keeps
// the others' results between runs.

import { endPdfium, warmUpPdfium } from '../processor/pdf/pdfium/pdfium-thread.ts';
import { makeContestants } from './compress/contestants.ts';
import { listFiles } from './compress/files.ts';
import { measureFile, type FileFigures } from './compress/measure-file.ts';
import { summarise } from './compress/summary.ts';
import { writeResult } from './measure.ts';

await warmUpPdfium();
const contestants = makeContestants();
const figures: FileFigures[] = [];
for (const file of listFiles()) {
  const measured = await measureFile(file, contestants);
  if (measured) figures.push(measured);
  const told = Object.entries(measured?.of ?? {}).map(
    ([name, { ratio, ssim }]) => `${name} ${ratio.toFixed(3)}/${ssim?.toFixed(3) ?? '-'}`,
  );
  process.stderr.write(`${file.name}: ${told.join('  ') || 'not compressible'}\n`);
}
writeResult('compress', summarise(figures));
await endPdfium();
