// Headers and footers of a Word document: a part for each that differs from the others (ISO/IEC 29500-1 17.10). They are all that is kept of sections.

import type { Block } from '../../../../document/model.ts';
import { closedXml } from './flow.ts';
import { part } from './package.ts';
import type { PackageContext } from './part-context.ts';
import { type Media, Relationships, RELATIONSHIPS } from './relationships.ts';

interface RunningPart {
  /** Beside the document. */
  readonly file: string;
  readonly kind: 'header' | 'footer';
  readonly xml: string;
  /** Undefined: it refers to nothing. */
  readonly relationships: string | undefined;
}

export class RunningParts {
  readonly #context: PackageContext;
  readonly #media: Media;
  readonly #document: Relationships;
  readonly #ids = new Map<string, string>();
  readonly parts: RunningPart[] = [];

  /** @param document those of the part with the sections */
  constructor(context: PackageContext, media: Media, document: Relationships) {
    this.#context = context;
    this.#media = media;
    this.#document = document;
  }

  /** The id of the part with these blocks. */
  idOf(kind: RunningPart['kind'], blocks: readonly Block[]): string {
    const key = `${kind} ${this.#keyOf(blocks)}`;
    const id = this.#ids.get(key) ?? this.#make(kind, blocks);
    this.#ids.set(key, id);
    return id;
  }

  /** A section without one would go on with it. */
  has(kind: RunningPart['kind']): boolean {
    return this.parts.some((one) => one.kind === kind);
  }

  #make(kind: RunningPart['kind'], blocks: readonly Block[]): string {
    const number = this.parts.filter((one) => one.kind === kind).length + 1;
    const file = `${kind}${number}.xml`;
    const links: string[] = [];
    const relationships = new Relationships(this.#media, (xml) => links.push(xml));
    const root = part(kind === 'header' ? 'hdr' : 'ftr');
    const xml = [root.start, ...closedXml(blocks, { ...this.#context, relationships }), root.end].join('');
    const relationshipsXml = relationships.isEmpty ? undefined : [RELATIONSHIPS.start, ...links, RELATIONSHIPS.end].join('');
    this.parts.push({ file, kind, xml, relationships: relationshipsXml });
    return this.#document.add(kind, file);
  }

  /** Equal blocks have equal keys; pictures are the same when their files are. */
  #keyOf(blocks: readonly Block[]): string {
    return JSON.stringify(blocks, (_, value: Block) => (value.kind === 'image' ? { ...value, read: this.#media.nameOf(value) } : value));
  }
}
