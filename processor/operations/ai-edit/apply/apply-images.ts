// Carries out what a plan does to pictures: replaces, removes, moves and resizes those of the pages, and puts on new ones. A picture that is gone
// is no longer saved where nothing else draws it.

import { readFile } from 'node:fs/promises';
import type { PDFRef } from 'pdf-lib';
import type { EditName, EditOf } from '#contract/params/edit-plan.ts';
import type { Warning } from '#contract/processor.ts';
import { JobFailure } from '../../../failure.ts';
import { drawForms } from '../../../pdf/draw/draw-forms.ts';
import {
  type EmbeddedPicture,
  embedPicture,
  forgetPictures,
  replaceImage,
  resizeImage,
  takeImage,
} from '../../../pdf/edit/replace-image.ts';
import { type Box, boundsOf, transformBox, UNIT_SQUARE } from '../../../pdf/geometry/box.ts';
import { IDENTITY, invert, type Matrix, multiply, toMatrix } from '../../../pdf/geometry/matrix.ts';
import { inheritAll } from '../../../pdf/pages/arrange-pages.ts';
import { loadPicture, orientationMatrix } from '../../../pdf/pictures/image-pages.ts';
import type { OpenedPdf } from '../../../pdf/opened.ts';
import type { SourceFile } from '../../operation.ts';
import { type Applied, expectOn } from '../applied.ts';
import type { LocatedImage } from '../facts/locate.ts';
import { unitsOf, viewOf } from '../facts/page-view.ts';
import type { PlacedOperation } from '../facts/placed-operation.ts';
import type { FreeSpace } from '../../../pdf/placing/free-space.ts';
import { placeAll, placeBy, type Placing } from './place-things.ts';

export interface ImageScene {
  readonly opened: OpenedPdf;
  readonly space: FreeSpace;
  readonly applied: Applied;
  readonly warnings: Warning[];
}

/** @throws JobFailure corrupt_file, type_mismatch, pixel_limit for a picture that cannot be read; text_does_not_fit where no place is free */
export async function applyImages(scene: ImageScene, placed: readonly PlacedOperation[], pictures: readonly SourceFile[]): Promise<void> {
  const sent = new SentPictures(scene, pictures);
  const gone = new Set<PDFRef>();
  for (const { operation, images = [] } of placed) {
    if (operation.op !== 'replace_image') continue;
    const { picture, file } = await sent.picture(operation);
    for (const image of images) {
      const old = replaceImage(scene.opened, image.page - 1, image.index, picture, operation.fit);
      if (old) gone.add(old);
      tell(scene, operation, image, { after: file.filename });
    }
  }
  const needsOwn = placed.some(({ operation }) => operation.op === 'insert_image' || operation.op === 'move_image');
  if (needsOwn) inheritAll(scene.opened.context, scene.opened.catalog);
  await changePictures(scene, placed, gone);
  for (const one of placed)
    if (one.operation.op === 'insert_image')
      await insertPicture(scene, { ...one, operation: one.operation }, await sent.picture(one.operation));
  forgetPictures(scene.opened, gone);
}

/** From the last picture of a page to the first: those before one keep their number when it goes. */
async function changePictures(scene: ImageScene, placed: readonly PlacedOperation[], gone: Set<PDFRef>): Promise<void> {
  const all = placed.flatMap(({ operation, images = [] }) =>
    operation.op === 'delete_image' || operation.op === 'move_image' || operation.op === 'resize_image'
      ? images.map((image) => ({ operation, image }))
      : [],
  );
  for (const { operation, image } of all.toSorted((one, two) => two.image.page - one.image.page || two.image.index - one.image.index)) {
    const expected = expectOn(scene.applied, image.page);
    expected.altered.push(image.box);
    expected.pictures ??= 0;
    if (operation.op === 'resize_image') {
      const box = resized(image.box, operation.percent / 100);
      resizeImage(scene.opened, image.page - 1, image.index, operation.percent / 100);
      expected.boxes.push(box);
      tell(scene, operation, image, { after: `${operation.percent} %` });
      continue;
    }
    const taken = takeImage(scene.opened, image.page - 1, image.index);
    if (operation.op === 'delete_image') {
      if (taken.ref) gone.add(taken.ref);
      expected.pictures -= 1;
      tell(scene, operation, image, {});
    } else await movePicture(scene, operation, image, taken);
  }
}

function resized([left, bottom, right, top]: Box, factor: number): Box {
  const [x, y, halfWidth, halfHeight] = [
    (left + right) / 2,
    (bottom + top) / 2,
    ((right - left) * factor) / 2,
    ((top - bottom) * factor) / 2,
  ];
  return [x - halfWidth, y - halfHeight, x + halfWidth, y + halfHeight];
}

async function movePicture(
  { opened, space, applied }: ImageScene,
  operation: EditOf<'move_image'>,
  image: LocatedImage,
  { ref, matrix, isPlain }: ReturnType<typeof takeImage>,
): Promise<void> {
  const dict = opened.pages[image.page - 1]?.dict;
  if (!dict || !ref || !isPlain)
    throw new JobFailure('unsupported_feature', {
      message: 'This picture is drawn in a way that depends on its place; it cannot be moved.',
      page: image.page,
      refused: { kind: 'edit', check: 'edit', operation: operation.id },
    });
  const view = viewOf(dict);
  const whole = boundsOf(transformBox(matrix, UNIT_SQUARE));
  const seen = boundsOf(transformBox(invert(view.toUserSpace) ?? IDENTITY, whole));
  const ink = await space.inkOf(image.page);
  const placing: Placing = { view, ink, width: seen[2] - seen[0], ascent: seen[3] - seen[1], descent: 0, anchor: undefined };
  const { position, by } = operation;
  const [place] = by
    ? [placeBy(operation, by, placing, [seen[0], seen[1]])]
    : position === undefined
      ? []
      : placeAll({ ...operation, position }, [placing]);
  if (!place) return;
  const [to] = [transformBox(view.toUserSpace, [place.x, place.y, place.x + placing.width, place.y + placing.ascent])].map(boundsOf);
  const [dx, dy] = [(to?.[0] ?? 0) - whole[0], (to?.[1] ?? 0) - whole[1]];
  drawForms(dict, [{ form: ref, placement: multiply(matrix, [1, 0, 0, 1, dx, dy]) }], false);
  const expected = expectOn(applied, image.page);
  if (to) expected.boxes.push(to);
  if (to && place.blank) expected.blank.push(by ? place.blank : to);
  if (to) expected.altered.push(to);
  expected.boxes.push(image.box);
  const after = by ? `${by.distance.value} ${by.distance.unit} ${by.direction}` : position;
  applied.changes.push({
    operation: operation.id,
    op: operation.op,
    page: image.page,
    bbox: to ?? image.box,
    ...(after === undefined ? {} : { after }),
  });
}

/** Of the page as seen: as large as a logo usually is. */
const WIDTH_SHARE = 0.22;
const HEIGHT_SHARE = 0.1;
const PT_OF_PIXEL = 0.75;

interface Sent {
  readonly picture: EmbeddedPicture;
  readonly file: SourceFile;
}

async function insertPicture(
  { opened, space, applied }: ImageScene,
  { operation, pages, anchors }: PlacedOperation & { readonly operation: EditOf<'insert_image'> },
  { picture, file }: Sent,
): Promise<void> {
  const marked = pages.flatMap((page) => {
    const dict = opened.pages[page - 1]?.dict;
    return dict ? [{ page, dict, view: viewOf(dict) }] : [];
  });
  const placings: Placing[] = [];
  for (const { page, view } of marked) {
    const scale = scaleOf(operation, picture, view.widthPt, view.heightPt);
    const [width, ascent] = [picture.width * scale, picture.height * scale];
    placings.push({ view, ink: await space.inkOf(page), width, ascent, descent: 0, anchor: anchors?.find((one) => one.page === page) });
  }
  for (const [index, { x, y, blank }] of placeAll(operation, placings).entries()) {
    const [on, placing] = [marked[index], placings[index]];
    if (!on || !placing) continue;
    const upright = toMatrix(orientationMatrix(picture.orientation, placing.width, placing.ascent)) ?? IDENTITY;
    const placement: Matrix = multiply(multiply(upright, [1, 0, 0, 1, x, y]), on.view.toUserSpace);
    drawForms(on.dict, [{ form: picture.ref, placement }], false);
    const bbox = boundsOf(transformBox(placement, UNIT_SQUARE));
    const expected = expectOn(applied, on.page);
    expected.boxes.push(bbox);
    expected.altered.push(bbox);
    if (blank) expected.blank.push(bbox);
    expected.pictures = (expected.pictures ?? 0) + 1;
    applied.changes.push({ operation: operation.id, op: operation.op, page: on.page, bbox, after: file.filename });
  }
}

/** Points of a pixel. */
function scaleOf({ width }: EditOf<'insert_image'>, picture: EmbeddedPicture, widthPt: number, heightPt: number): number {
  if (width !== undefined) return unitsOf(width, widthPt, 1) / picture.width;
  return Math.min(PT_OF_PIXEL, (widthPt * WIDTH_SHARE) / picture.width, (heightPt * HEIGHT_SHARE) / picture.height);
}

/** The pictures that came with the job, each made once. */
class SentPictures {
  readonly #scene: ImageScene;
  readonly #files: readonly SourceFile[];
  readonly #embedded = new Map<SourceFile, EmbeddedPicture>();

  constructor(scene: ImageScene, files: readonly SourceFile[]) {
    this.#scene = scene;
    this.#files = files;
  }

  async picture(operation: EditOf<'replace_image'> | EditOf<'insert_image'>): Promise<Sent> {
    const file = this.#files[operation.with === 'only' ? 0 : operation.with - 1];
    if (!file) throw new JobFailure('plan_invalid', { refused: { kind: 'edit', check: 'located', operation: operation.id } });
    const picture = this.#embedded.get(file) ?? (await this.#embed(file, operation.id));
    this.#embedded.set(file, picture);
    return { picture, file };
  }

  async #embed(file: SourceFile, operation: string): Promise<EmbeddedPicture> {
    const { contentType } = file;
    if (contentType !== 'image/jpeg' && contentType !== 'image/png')
      throw new JobFailure('unsupported_feature', { refused: { kind: 'edit', check: 'edit', operation } });
    const { opened, warnings } = this.#scene;
    return embedPicture(opened.context, await loadPicture(await readFile(file.path), contentType, warnings));
  }
}

function tell(
  { applied }: ImageScene,
  { id, op }: { readonly id: string; readonly op: EditName },
  { page, box }: LocatedImage,
  told: { readonly after?: string },
): void {
  expectOn(applied, page).boxes.push(box);
  applied.changes.push({ operation: id, op, page, bbox: box, ...told });
}
