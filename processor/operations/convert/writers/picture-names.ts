// Names of pictures inside a result, by the page and their order on it; the same picture has one name wherever it is shown.

import type { Image, PictureFile } from '../../../document/model.ts';

export class PictureNames {
  readonly all = new Map<string, PictureFile>();
  readonly #names = new Map<PictureFile['read'], string>();
  readonly #counts = new Map<number, number>();

  /** `images/p3-2.png` is the second picture that is first shown on page 3. */
  nameOf(image: Image): string {
    const known = this.#names.get(image.read);
    if (known !== undefined) return known;
    const page = image.boxes?.[0]?.page ?? 0;
    const count = (this.#counts.get(page) ?? 0) + 1;
    this.#counts.set(page, count);
    const name = `images/p${page}-${count}.${image.type}`;
    this.#names.set(image.read, name);
    this.all.set(name, image);
    return name;
  }
}
