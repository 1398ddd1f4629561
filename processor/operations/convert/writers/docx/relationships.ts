// What a part of a Word document refers to (ISO/IEC 29500-2 9.3): its relationships, written as they are made.

import { encodeXmlText } from '../../../../office/xml.ts';
import type { Image, PictureFile } from '../../../../document/model.ts';

const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const CORE_PROPERTIES = 'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties';

export const RELATIONSHIPS = {
  start:
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">',
  end: '</Relationships>',
} as const;

export const PACKAGE_RELATIONSHIPS = `${RELATIONSHIPS.start}<Relationship Id="rId1" Type="${TYPES}/officeDocument" Target="word/document.xml"/><Relationship Id="rId2" Type="${CORE_PROPERTIES}" Target="docProps/core.xml"/>${RELATIONSHIPS.end}`;

/** Addresses of links are often repeated soon; so many are remembered. */
const LINKS_KNOWN_MAX = 1000;

type Kind = 'image' | 'hyperlink' | 'header' | 'footer' | 'styles' | 'fontTable' | 'numbering' | 'settings' | 'footnotes' | 'font';

export class Relationships {
  readonly #write: (xml: string) => void;
  readonly #pictures = new Map<PictureFile['read'], string>();
  readonly #media: Media;
  #links = new Map<string, string>();
  #count = 0;

  constructor(media: Media, write: (xml: string) => void) {
    this.#media = media;
    this.#write = write;
  }

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  /** @returns its id */
  add(kind: Kind, target: string, mode = ''): string {
    const id = `rId${++this.#count}`;
    this.#write(`<Relationship Id="${id}" Type="${TYPES}/${kind}" Target="${encodeXmlText(target)}"${mode}/>`);
    return id;
  }

  link(address: string): string {
    const known = this.#links.get(address);
    if (known !== undefined) return known;
    if (this.#links.size >= LINKS_KNOWN_MAX) this.#links = new Map();
    const id = this.add('hyperlink', address, ' TargetMode="External"');
    this.#links.set(address, id);
    return id;
  }

  picture(image: Image): string {
    const id = this.#pictures.get(image.read) ?? this.add('image', this.#media.nameOf(image));
    this.#pictures.set(image.read, id);
    return id;
  }
}

/** The pictures of the package, each once. */
export class Media {
  readonly #files = new Map<PictureFile['read'], string>();

  /** Beside the part that shows it. */
  nameOf({ type, read }: PictureFile): string {
    const name = this.#files.get(read) ?? `media/image${this.#files.size + 1}.${type}`;
    this.#files.set(read, name);
    return name;
  }

  files(): Iterable<readonly [PictureFile['read'], string]> {
    return this.#files;
  }
}
