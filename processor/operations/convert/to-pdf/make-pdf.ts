// Any file that is not a PDF, as one: which code or program makes it, and what a customer is told of it.

import { isOneOf, type ConvertibleType, PICTURE_TYPES, SHEET_TYPES, SLIDE_TYPES, WRITER_TYPES } from '#contract/params/conversions.ts';
import { pagePoints } from '#contract/params/print-options.ts';
import { memorySource } from '../../../pdf/byte-source.ts';
import { makeImagePdf, type PageImageType } from '../../../pdf/pictures/image-pages.ts';
import type { OperationContext } from '../../operation.ts';
import type { MadePdf } from './made-pdf.ts';
import { convertOffice } from './office-to-pdf.ts';
import type { PrintParams } from './print-params.ts';
import { printSource } from './print-source.ts';
import { pngOfPicture } from './sources/pictures.ts';
import { convertText } from './text-to-pdf.ts';

/** Around a picture that is fitted into a page. */
const PICTURE_MARGIN_POINTS = 56.7;

type PictureType = (typeof PICTURE_TYPES)[number];

/** @throws JobFailure empty_file; of the format's reader, and of the program that prints it */
export async function makePdf(
  bytes: Uint8Array,
  type: Exclude<ConvertibleType, 'application/pdf'>,
  params: PrintParams,
  context: OperationContext,
): Promise<MadePdf> {
  if (isOneOf(PICTURE_TYPES, type)) return makeFromImage(bytes, type, params, context);
  if (isOneOf(WRITER_TYPES, type) || isOneOf(SHEET_TYPES, type) || isOneOf(SLIDE_TYPES, type)) {
    return convertOffice(bytes, type, params, context);
  }
  return type === 'text/plain' ? convertText(bytes, params, context) : printSource(bytes, type, params, context);
}

async function makeFromImage(bytes: Uint8Array, type: PictureType, params: PrintParams, context: OperationContext): Promise<MadePdf> {
  const page = params.page_size === undefined ? undefined : { ...pagePoints(params.page_size, undefined), margin: PICTURE_MARGIN_POINTS };
  const source = await readablePicture(bytes, type, context);
  const made = await makeImagePdf(source.bytes, source.type, { pagesMax: context.limits.pages, ...(page && { page }) });
  for (const warning of made.warnings) context.warn(warning);
  const images = made.pages.slice(0, 100).map(({ width, height, dpiX, dpiY, dpiKnown, orientation, unchanged }) => ({
    width,
    height,
    dpi: [round(dpiX), round(dpiY)],
    dpi_known: dpiKnown,
    orientation,
    unchanged,
  }));
  return { result: memorySource(made.bytes), report: { engine: 'own', images_in: made.pages.length, images } };
}

/** A picture of a kind that a page can hold. */
export async function readablePicture(
  bytes: Uint8Array,
  type: PictureType,
  context: OperationContext,
): Promise<{ readonly bytes: Uint8Array; readonly type: PageImageType }> {
  if (type === 'image/jpeg' || type === 'image/png' || type === 'image/tiff') return { bytes, type };
  const { png, warnings } = await pngOfPicture(bytes, type);
  for (const warning of warnings) context.warn(warning);
  return { bytes: png, type: 'image/png' };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
