// Puts the job's pictures in the places that a plan names. A replaced picture is no longer saved where nothing else draws it.

import { readFile } from 'node:fs/promises';
import type { PDFRef } from 'pdf-lib';
import type { EditOf } from '#contract/params/edit-plan.ts';
import type { Warning } from '#contract/processor.ts';
import { JobFailure } from '../../../failure.ts';
import { type EmbeddedPicture, embedPicture, forgetPictures, replaceImage } from '../../../pdf/edit/replace-image.ts';
import { loadPicture } from '../../../pdf/pictures/image-pages.ts';
import type { OpenedPdf } from '../../../pdf/opened.ts';
import type { SourceFile } from '../../operation.ts';
import { type Applied, expectOn } from '../applied.ts';
import type { PlacedOperation } from '../facts/placed-operation.ts';

/** @throws JobFailure corrupt_file, type_mismatch, pixel_limit for a picture that cannot be read */
export async function replaceImages(
  opened: OpenedPdf,
  placed: readonly PlacedOperation[],
  pictures: readonly SourceFile[],
  applied: Applied,
  warnings: Warning[],
): Promise<void> {
  const embedded = new Map<SourceFile, EmbeddedPicture>();
  const gone = new Set<PDFRef>();
  for (const { operation, images = [] } of placed) {
    if (operation.op !== 'replace_image') continue;
    const file = pictures[operation.with === 'only' ? 0 : operation.with - 1];
    if (!file) throw new JobFailure('plan_invalid', { refused: { kind: 'edit', check: 'located', operation: operation.id } });
    const picture = embedded.get(file) ?? (await embed(opened, file, operation, warnings));
    embedded.set(file, picture);
    for (const { page, index, box } of images) {
      const old = replaceImage(opened, page - 1, index, picture, operation.fit);
      if (old) gone.add(old);
      expectOn(applied, page).boxes.push(box);
      applied.changes.push({ operation: operation.id, op: operation.op, page, bbox: box, after: file.filename });
    }
  }
  forgetPictures(opened, gone);
}

async function embed(opened: OpenedPdf, file: SourceFile, { id }: EditOf<'replace_image'>, warnings: Warning[]): Promise<EmbeddedPicture> {
  const { contentType } = file;
  if (contentType !== 'image/jpeg' && contentType !== 'image/png')
    throw new JobFailure('unsupported_feature', { refused: { kind: 'edit', check: 'edit', operation: id } });
  return embedPicture(opened.context, await loadPicture(await readFile(file.path), contentType, warnings));
}
