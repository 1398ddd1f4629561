// Hides the text of many pages and proves that each looks as before; a page that would not is restored.

import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileSource } from '../../pdf/byte-source.ts';
import type { OpenedPdf } from '../../pdf/opened.ts';
import { engineInput } from '../../pdf/pdfium/pdfium.ts';
import { comparePagesBounded } from '../../pdf/pdfium/pdfium-thread.ts';
import { savePackedFile } from '../../pdf/save-packed.ts';
import { hideText, type Undo } from './hide-text.ts';

const PAGES_AT_A_TIME = 10;
const COMPARE_MS_MAX = 8000;

export interface HiddenTexts {
  /** 0-based. */
  readonly hidden: readonly number[];
  /** Their text can still be found. */
  readonly kept: readonly number[];
}

/** @param pageIndexes 0-based; @param workDir absolute, for the version that is compared */
export async function hideTexts(opened: OpenedPdf, pageIndexes: readonly number[], workDir: string): Promise<HiddenTexts> {
  const undos = new Map<number, Undo>();
  for (const index of pageIndexes) {
    const page = opened.pages[index];
    const undo = page && hideText(page.dict);
    if (undo) undos.set(index, undo);
  }
  if (undos.size > 0) {
    const path = join(workDir, `hidden-${randomUUID()}.pdf`);
    savePackedFile(opened.context, path, { objectStreams: true });
    const [before, after] = [engineInput(opened.source), engineInput(fileSource(path))];
    const indexes = [...undos.keys()];
    for (let at = 0; at < indexes.length; at += PAGES_AT_A_TIME) {
      const part = indexes.slice(at, at + PAGES_AT_A_TIME);
      const request = { before, after, textPageIndexes: [], renderPageIndexes: part };
      const compared = await comparePagesBounded(request, COMPARE_MS_MAX);
      const different = compared?.renderedPagesCompared === part.length ? compared.renderedPagesDifferent : part.map((index) => index + 1);
      for (const pageNumber of different) {
        undos.get(pageNumber - 1)?.();
        undos.delete(pageNumber - 1);
      }
    }
    await rm(path);
  }
  return { hidden: [...undos.keys()], kept: pageIndexes.filter((index) => !undos.has(index)) };
}
