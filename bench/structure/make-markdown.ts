// A PDF → Markdown, as the operation does it: the document is read once, without pictures, and written by the writer that customers get.

import { join } from 'node:path';
import { chooseStructure } from '../../processor/document/choose-structure.ts';
import { PageStore } from '../../processor/document/page-store.ts';
import { PartStore } from '../../processor/document/part-store.ts';
import { PictureFiles } from '../../processor/document/pictures/pictures.ts';
import { readDocument } from '../../processor/document/read-document.ts';
import { readSource } from '../../processor/operations/convert/read-source.ts';
import { markdownWriter } from '../../processor/operations/convert/writers/md.ts';
import { openPdf } from '../../processor/pdf/open.ts';

const BYTES_MAX = 2 ** 28;
/** The known texts of the benchmark hold the running heads. */
const write = markdownWriter({ keepRunning: true });

/** @param path of the result @param workDir a folder that is there */
export async function makeMarkdown(bytes: Uint8Array, path: string, workDir: string): Promise<void> {
  const source = await openPdf(bytes, { needs: 'read', pagesMax: 5000 });
  const pageIndexes = source.pages.map((_, index) => index);
  const files = new PictureFiles(workDir);
  using store = new PageStore(join(workDir, 'pages'));
  using parts = new PartStore(join(workDir, 'parts'));
  await readSource(source, {
    pageIndexes,
    withImages: false,
    files,
    store,
    keeping: { withDrawings: false, keepsContent: () => false },
    onPages: () => {},
  });
  const structure = chooseStructure(source, pageIndexes);
  const { document } = await readDocument(store.pages, { files, structure, properties: {}, parts });
  await write(document, { path, bytesMax: BYTES_MAX });
}
