// Hides the text of many pages and proves that each looks as before; a page that would not is restored.

import type { OpenedPdf } from '../../pdf/opened.ts';
import { comparePagesBounded } from '../../pdf/pdfium/pdfium-thread.ts';
import { savePdf } from '../../pdf/save.ts';
import { hideText, type Undo } from './hide-text.ts';

const PAGES_AT_A_TIME = 10;
const COMPARE_MS_MAX = 8000;

export interface HiddenTexts {
  /** 0-based. */
  readonly hidden: readonly number[];
  /** Their text can still be found. */
  readonly kept: readonly number[];
}

/** @param pageIndexes 0-based */
export async function hideTexts(opened: OpenedPdf, pageIndexes: readonly number[]): Promise<HiddenTexts> {
  const undos = new Map<number, Undo>();
  for (const index of pageIndexes) {
    const page = opened.pages[index];
    const undo = page && hideText(page.dict);
    if (undo) undos.set(index, undo);
  }
  if (undos.size > 0) {
    const objects = opened.context.enumerateIndirectObjects();
    const after = await savePdf(opened.context, { packed: true });
    // Saving has swept objects that restored pages need again.
    for (const [ref, object] of objects) if (!opened.context.lookup(ref)) opened.context.assign(ref, object);
    const indexes = [...undos.keys()];
    for (let at = 0; at < indexes.length; at += PAGES_AT_A_TIME) {
      const part = indexes.slice(at, at + PAGES_AT_A_TIME);
      const request = { before: opened.bytes, after, textPageIndexes: [], renderPageIndexes: part };
      const compared = await comparePagesBounded(request, COMPARE_MS_MAX);
      const different = compared?.renderedPagesCompared === part.length ? compared.renderedPagesDifferent : part.map((index) => index + 1);
      for (const pageNumber of different) {
        undos.get(pageNumber - 1)?.();
        undos.delete(pageNumber - 1);
      }
    }
  }
  return { hidden: [...undos.keys()], kept: pageIndexes.filter((index) => !undos.has(index)) };
}
