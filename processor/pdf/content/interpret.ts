// Executes content streams (ISO 32000-2 Annex A) and reports what they show; forms, patterns, glyph procedures, soft masks and annotation
// appearances are followed. Draws nothing, changes nothing, never fails for damaged content: `gaps` lists what could not be followed.

import { PDFDict, PDFName, type PDFObject, PDFRef, PDFStream } from 'pdf-lib';
import { boundsOf, boxIn, transformBox } from '../geometry/box.ts';
import { arrayOf, lookup } from '../syntax/dictionary.ts';
import { numbersIn } from '../fonts/dictionaries.ts';
import { IDENTITY, toMatrix, type Matrix } from '../geometry/matrix.ts';
import type { ContentEvent } from './events.ts';
import { type Gap, type InterpretOptions, RunBudget } from './execution.ts';
import { pageResources } from './resources.ts';
import { Run } from './run.ts';
import { joinPageContents } from './source.ts';
import { INITIAL_STATE } from './state.ts';

export interface InterpretResult {
  /** Why something was left out; empty when everything was followed. */
  readonly gaps: ReadonlySet<Gap>;
  /** Words of content that are in no specification: they have no effect. */
  readonly unknownOperators: number;
}

type Visit = (event: ContentEvent) => void;

/**
 * Executes the content of a page. Events come in the order of execution.
 * @throws JobFailure decompression_limit
 */
export function interpretPage(page: PDFDict, visit: Visit, options: InterpretOptions = {}, budget = new RunBudget()): InterpretResult {
  const run = new Run(page, visit, options, budget);
  run.execute(
    {
      kind: 'page',
      content: run.join(() => joinPageContents(page)),
      stream: undefined,
      ref: undefined,
      resources: pageResources(page),
      name: undefined,
      annotation: undefined,
      parent: undefined,
      drawnBy: undefined,
      matrix: IDENTITY,
      depth: 0,
    },
    INITIAL_STATE,
    [],
  );
  return { gaps: run.gaps, unknownOperators: run.unknownOperators };
}

/**
 * Executes the normal appearances of a page's annotations, placed as 12.5.5 says; those of other states (rollover, down, the other states
 * of a check box) follow with the same placement when `allStates` is set.
 */
export function interpretAppearances(
  page: PDFDict,
  visit: Visit,
  options: InterpretOptions & { readonly allStates?: boolean } = {},
  budget = new RunBudget(),
): InterpretResult {
  const run = new Run(page, visit, options, budget);
  for (const item of arrayOf(page, 'Annots')?.asArray() ?? []) {
    const annotation = page.context.lookup(item);
    if (!(annotation instanceof PDFDict)) continue;
    for (const appearance of appearancesOf(annotation, options.allStates ?? false)) enterAppearance(run, annotation, appearance);
  }
  return { gaps: run.gaps, unknownOperators: run.unknownOperators };
}

function appearancesOf(annotation: PDFDict, allStates: boolean): PDFObject[] {
  const appearance = lookup(annotation, 'AP');
  if (!(appearance instanceof PDFDict)) return [];
  const found: PDFObject[] = [];
  for (const key of allStates ? ['N', 'R', 'D'] : ['N']) {
    const raw = appearance.get(PDFName.of(key));
    const value = appearance.context.lookup(raw);
    if (value instanceof PDFStream && raw) found.push(raw);
    if (!(value instanceof PDFDict)) continue;
    const state = lookup(annotation, 'AS');
    for (const [name, entry] of value.entries()) if (allStates || name === state) found.push(entry);
  }
  return found;
}

function enterAppearance(run: Run, annotation: PDFDict, appearance: PDFObject): void {
  const stream = run.page.context.lookup(appearance);
  if (!(stream instanceof PDFStream)) return;
  const rect = boxIn(numbersIn(arrayOf(annotation, 'Rect')));
  const box = boxIn(numbersIn(arrayOf(stream.dict, 'BBox')));
  const own = toMatrix(numbersIn(arrayOf(stream.dict, 'Matrix'))) ?? IDENTITY;
  if (!rect || !box) return;
  const [left, bottom, right, top] = boundsOf(transformBox(own, box));
  const [scaleX, scaleY] = [
    right > left ? (rect[2] - rect[0]) / (right - left) : 1,
    top > bottom ? (rect[3] - rect[1]) / (top - bottom) : 1,
  ];
  const fit: Matrix = [scaleX, 0, 0, scaleY, rect[0] - left * scaleX, rect[1] - bottom * scaleY];
  run.enter({
    kind: 'appearance',
    stream,
    ref: appearance instanceof PDFRef ? appearance : undefined,
    state: { ...INITIAL_STATE, ctm: fit },
    marks: [],
    parent: undefined,
    drawnBy: undefined,
    name: undefined,
    annotation,
    resources: pageResources(run.page),
  });
}
