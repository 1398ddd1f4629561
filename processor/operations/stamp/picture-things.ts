// Pictures and pages of other documents as marks.

import { readFile } from 'node:fs/promises';
import { type PDFContext, PDFName, type PDFRef } from 'pdf-lib';
import { choosePages } from '#contract/params/edit-pages.ts';
import { parseLength } from '#contract/params/lengths.ts';
import type { StampMark } from '#contract/params/stamp-params.ts';
import { addDetails, JobFailure } from '../../failure.ts';
import { openSource } from '../../open-source.ts';
import { fileSource } from '../../pdf/byte-source.ts';
import { embedPicture } from '../../pdf/edit/replace-image.ts';
import { flattenFields } from '../../pdf/forms/flatten-form.ts';
import { intersect, isEmpty } from '../../pdf/geometry/box.ts';
import { IDENTITY, type Matrix, multiply, toMatrix } from '../../pdf/geometry/matrix.ts';
import { makePageForm } from '../../pdf/imposition/page-form.ts';
import { flattenLayers } from '../../pdf/layers/flatten-layers.ts';
import type { OpenedPdf } from '../../pdf/opened.ts';
import { inheritAll } from '../../pdf/pages/arrange-pages.ts';
import { flattenRemarks } from '../../pdf/pages/flatten-remarks.ts';
import { type PageView, viewOf } from '../../pdf/pages/page-view.ts';
import { surveyTextBounded } from '../../pdf/pdfium/pdfium-thread.ts';
import { engineInput } from '../../pdf/pdfium/pdfium.ts';
import { loadPicture, orientationMatrix } from '../../pdf/pictures/image-pages.ts';
import { ObjectCopy } from '../../pdf/syntax/copy-objects.ts';
import { dictOf, lookup } from '../../pdf/syntax/dictionary.ts';
import { passMissing } from '../../pdf/syntax/walk.ts';
import { FINE, writeNumbers } from '../../pdf/syntax/write-operand.ts';
import type { SourceFile } from '../operation.ts';
import type { Stamping, ThingFor } from './thing.ts';

const PICTURE_SHARE = 0.25;
const SURVEY_MS_MAX = 20_000;

type OfKind<K extends StampMark['kind']> = Extract<StampMark, { kind: K }>;

/** @throws JobFailure plan_invalid, and what a picture cannot be read for */
export async function pictureThings({ opened: { context }, files, warnings }: Stamping, mark: OfKind<'image'>): Promise<ThingFor> {
  const file = fileOf(files, mark.file);
  const { contentType } = file;
  if (contentType !== 'image/jpeg' && contentType !== 'image/png')
    throw new JobFailure('plan_invalid', {
      message: `File ${mark.file} is a PDF; a mark of the kind \`pdf\` takes it, \`image\` takes pictures.`,
    });
  const picture = embedPicture(context, await loadPicture(await readFile(file.path), contentType, warnings));
  const upright = toMatrix(orientationMatrix(picture.orientation, picture.width, picture.height)) ?? IDENTITY;
  const form = makeForm(context, {
    operators: `${writeNumbers(upright, FINE)} cm /Im Do`,
    drawn: picture.ref,
    opacity: mark.opacity,
    ...picture,
  });
  return (view) => {
    const width = mark.width === undefined ? view.width * PICTURE_SHARE : (parseLength(mark.width) ?? 1);
    const scale = width / picture.width;
    return { form, matrix: [scale, 0, 0, scale, 0, 0], inner: [0, 0, width, picture.height * scale], slack: 0.5, letters: '' };
  };
}

function fileOf(files: readonly SourceFile[], number: number): SourceFile {
  const file = files[number - 1];
  if (!file) throw new JobFailure('plan_invalid', { message: `\`files\` has no file ${number}.` });
  return file;
}

interface Shown {
  readonly operators: string;
  /** `Im` in the operators. */
  readonly drawn: PDFRef;
  readonly opacity: number;
  readonly width: number;
  readonly height: number;
}

function makeForm(context: PDFContext, { operators, drawn, opacity, width, height }: Shown): PDFRef {
  const stream = context.flateStream(`/Gs gs ${operators}`, {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, 0, width, height],
    Group: { S: 'Transparency' },
    Resources: { XObject: { Im: drawn }, ExtGState: { Gs: { Type: 'ExtGState', ca: opacity, CA: opacity, BM: 'Normal' } } },
  });
  return context.register(stream);
}

/** @throws JobFailure as openSource, plan_invalid, page_out_of_range */
export async function pdfThings(stamping: Stamping, mark: OfKind<'pdf'>): Promise<ThingFor> {
  const file = fileOf(stamping.files, mark.file);
  if (file.contentType !== 'application/pdf')
    throw new JobFailure('plan_invalid', {
      message: `File ${mark.file} is a picture; a mark of the kind \`image\` takes it, \`pdf\` takes PDFs.`,
    });
  try {
    const paper = await openSource(fileSource(file.path), 'read', stamping.options);
    const pages = choosePages(mark.file_pages, paper.pages.length);
    if (!pages || pages.length === 0) throw outOfRange(paper.pages.length);
    const letters = await lettersOf(paper, pages);
    await flattenAll(paper);
    const shown = copyPages(stamping.opened.context, paper, { pages, opacity: mark.opacity });
    return (view, _, at) => {
      const index = Math.min(at, pages.length - 1);
      const page = shown[index];
      if (!page) throw new RangeError(`no page ${index}`);
      const scale = widthOn(view, page, mark) / page.width;
      const inner = [0, 0, page.width * scale, page.height * scale] as const;
      return { form: page.form, matrix: [scale, 0, 0, scale, 0, 0], inner, slack: 0.5, letters: letters[index] ?? '' };
    };
  } catch (error) {
    throw error instanceof JobFailure ? addDetails(error, { file: mark.file, filename: file.filename }) : error;
  }
}

function outOfRange(pages: number): JobFailure {
  const message = `The file has ${pages} pages; \`file_pages\` names others.`;
  return new JobFailure('page_out_of_range', { message, details: { pages } });
}

function widthOn(view: PageView, page: { readonly width: number; readonly height: number }, mark: OfKind<'pdf'>): number {
  if (mark.width !== undefined) return parseLength(mark.width) ?? 1;
  const free = 2 * (parseLength(mark.margin) ?? 0);
  return Math.min(Math.max(1, view.width - free), (Math.max(1, view.height - free) * page.width) / page.height);
}

/** Of pages, as a second engine reads them; those that are in no sight are left out. Empty where some of it may not be shown. */
async function lettersOf(paper: OpenedPdf, pages: readonly number[]): Promise<readonly string[]> {
  if (lookup(paper.catalog, 'OCProperties') !== undefined) return [];
  const request = { input: engineInput(paper.source), pageIndexes: [...new Set(pages)].map((page) => page - 1), withWords: true };
  const found = new Map((await surveyTextBounded(request, SURVEY_MS_MAX))?.map((page) => [page.pageIndex, page.lines]));
  return pages.map((page) => {
    const dict = paper.pages[page - 1]?.dict;
    const seen = dict && viewOf(dict).box;
    const words = (found.get(page - 1) ?? []).flat().filter(({ box }) => seen && !isEmpty(intersect(box, seen)));
    return words.map(({ text }) => text).join(' ');
  });
}

/** What is drawn is content alone: fields, annotations and layers become that. */
async function flattenAll(paper: OpenedPdf): Promise<void> {
  passMissing(paper.context);
  inheritAll(paper.context, paper.catalog);
  flattenLayers(paper);
  await flattenFields(paper);
  flattenRemarks(paper);
}

interface ShownPage {
  readonly form: PDFRef;
  readonly width: number;
  readonly height: number;
}

/** Pages as forms, upright, their lower left corner at the origin, in points. What they share is copied once. */
function copyPages(
  context: PDFContext,
  paper: OpenedPdf,
  { pages, opacity }: { readonly pages: readonly number[]; readonly opacity: number },
): readonly ShownPage[] {
  const copy = new ObjectCopy(paper.context, context);
  const made = new Map<number, ShownPage>();
  for (const page of pages) {
    const dict = paper.pages[page - 1]?.dict;
    if (!dict || made.has(page)) continue;
    const { width, height, box, toShown } = viewOf(dict);
    // Seen through as a whole, not each of its objects.
    if (opacity < 1 && !dictOf(lookup(dict, 'Group'))) dict.set(PDFName.of('Group'), paper.context.obj({ S: 'Transparency' }));
    const drawn = copy.copy(makePageForm(dict, box, dictOf(lookup(dict, 'Resources'))));
    const upright: Matrix = multiply(toShown, [1, 0, 0, -1, 0, height]);
    made.set(page, {
      form: makeForm(context, { operators: `${writeNumbers(upright, FINE)} cm /Im Do`, drawn, opacity, width, height }),
      width,
      height,
    });
  }
  return pages.flatMap((page) => made.get(page) ?? []);
}
