// The fields of a form with the labels printed beside them, as a person names them. Only pages with fields are read.

import { PDFName } from 'pdf-lib';
import { labelFields } from '../../../document/pages/label-fields.ts';
import { listFields, type PlacedField } from '../../../document/pages/list-fields.ts';
import { readPageWords } from '../../../document/structure/page-words.ts';
import type { OpenedPdf } from '../../../pdf/opened.ts';
import { readPagesBounded } from '../../../pdf/pdfium/pdfium-thread.ts';
import { engineInput } from '../../../pdf/pdfium/pdfium.ts';
import { lookup } from '../../../pdf/syntax/dictionary.ts';

const PAGE_MS_MAX = 20_000;

export interface LabelledField extends PlacedField {
  /** 1-based. */
  readonly page: number;
  readonly label: string | undefined;
  /** In a table of fields: the heads of its row and column. */
  readonly row?: string;
  readonly column?: string;
}

/** @returns every field that is shown, page by page, each with one entry for each of its places; a page that cannot be read has no labels */
export async function readLabelledFields(opened: OpenedPdf): Promise<readonly LabelledField[]> {
  if (!(lookup(opened.catalog, 'AcroForm') ?? opened.catalog.has(PDFName.of('AcroForm')))) return [];
  const pages = opened.pages.flatMap(({ dict }, pageIndex) => {
    const fields = listFields(dict);
    return fields.length > 0 ? [{ pageIndex, fields }] : [];
  });
  const wanted = pages.map(({ pageIndex }) => ({ pageIndex, widgets: undefined }));
  const request = { input: engineInput(opened.source), imagePixelsMax: 0, imageBytesMax: 0, imageMsMax: 0, maskedJpegBytes: [] };
  const all: LabelledField[] = [];
  let at = 0;
  for await (const content of readPagesBounded(request, wanted, PAGE_MS_MAX)) {
    const page = pages[at++];
    if (!page) continue;
    const labels = content ? labelFields(page.fields, readPageWords(content)) : [];
    all.push(...page.fields.map((field, index) => ({ label: undefined, ...field, ...labels[index], page: page.pageIndex + 1 })));
  }
  return all;
}
