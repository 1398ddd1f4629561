// Draws Form XObjects over what a page shows, or under it. The page's own content streams are not rewritten.

import { PDFDict, PDFName, type PDFRef } from 'pdf-lib';
import type { Matrix } from '../geometry/matrix.ts';
import { dictOf, lookup } from '../syntax/dictionary.ts';
import { overlayPage } from './page-overlay.ts';
import { wrapContents } from './wrap-contents.ts';
import { FINE, writeNumbers } from '../syntax/write-operand.ts';

export interface DrawnForm {
  readonly form: PDFRef;
  readonly placement: Matrix;
}

/** What is drawn is not content of the document (ISO 32000-2 14.8.2.2): a watermark, or what stands at the edge of each page. */
export type ArtifactKind = 'Watermark' | 'Header' | 'Footer' | 'PageNum' | 'Bates';

/** @param artifact true: of no kind that has a name. @param page see inheritAll */
export function drawForms(page: PDFDict, drawn: readonly DrawnForm[], artifact: boolean | ArtifactKind): void {
  if (drawn.length === 0) return;
  const operators = drawOperators(ownXObjects(page), drawn);
  overlayPage(page.context, page, artifact === false ? operators : asArtifact(operators, artifact));
}

export interface DrawnArtifact extends DrawnForm {
  readonly artifact: ArtifactKind;
}

/** Each of them over those before it. @param under below what the page shows. @param page see inheritAll */
export function drawArtifacts(page: PDFDict, over: readonly DrawnArtifact[], under: readonly DrawnArtifact[]): void {
  if (over.length + under.length === 0) return;
  const xobjects = ownXObjects(page);
  const write = (drawn: readonly DrawnArtifact[]) =>
    drawn.map((one) => `${asArtifact(drawOperators(xobjects, [one]), one.artifact)}\n`).join('');
  wrapContents(page.context, page, write(under), write(over));
}

function drawOperators(xobjects: PDFDict, drawn: readonly DrawnForm[]): string {
  const lines = drawn.map(({ form, placement }) => {
    const name = freeName(xobjects);
    xobjects.set(PDFName.of(name), form);
    return `q ${writeNumbers(placement, FINE)} cm /${name} Do Q`;
  });
  return lines.join('\n');
}

function asArtifact(operators: string, artifact: true | ArtifactKind): string {
  return `${beginArtifact(artifact)}\n${operators}\nEMC`;
}

function beginArtifact(artifact: true | ArtifactKind): string {
  return artifact === true ? '/Artifact BMC' : `/Artifact <</Type/Pagination/Subtype/${artifact}>> BDC`;
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
