// Draws Form XObjects over what a page shows. The page's own content streams are not rewritten.

import { PDFDict, PDFName, type PDFRef } from 'pdf-lib';
import type { Matrix } from '../geometry/matrix.ts';
import { dictOf, lookup } from '../syntax/dictionary.ts';
import { overlayPage } from './page-overlay.ts';
import { FINE, writeNumbers } from '../syntax/write-operand.ts';

export interface DrawnForm {
  readonly form: PDFRef;
  readonly placement: Matrix;
}

/** @param isArtifact what is drawn is not content of the document (14.8.2.2): a page number, a watermark. @param page see inheritAll */
export function drawForms(page: PDFDict, drawn: readonly DrawnForm[], isArtifact: boolean): void {
  if (drawn.length === 0) return;
  const xobjects = ownXObjects(page);
  const lines = drawn.map(({ form, placement }) => {
    const name = freeName(xobjects);
    xobjects.set(PDFName.of(name), form);
    return `q ${writeNumbers(placement, FINE)} cm /${name} Do Q`;
  });
  const operators = lines.join('\n');
  overlayPage(page.context, page, isArtifact ? `/Artifact BMC\n${operators}\nEMC` : operators);
}

/** Resources are shared among pages: this page gets its own copy before it is changed. */
function ownXObjects(page: PDFDict): PDFDict {
  const copy = (dict: PDFDict | undefined) => PDFDict.fromMapWithContext(new Map(dict?.asMap()), page.context);
  const resources = copy(dictOf(lookup(page, 'Resources')));
  const xobjects = copy(dictOf(lookup(resources, 'XObject')));
  resources.set(PDFName.of('XObject'), xobjects);
  page.set(PDFName.of('Resources'), resources);
  return xobjects;
}

function freeName(names: PDFDict): string {
  for (let number = 1; ; number++) {
    const name = `Added${number}`;
    if (!names.has(PDFName.of(name))) return name;
  }
}
