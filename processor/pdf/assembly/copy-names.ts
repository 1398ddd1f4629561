// What a document has by name (ISO 32000-1 7.7.4): destinations on pages of the result, attached files, scripts. A name that an earlier document has is
// changed; so are the links to it.

import { lookup, dictOf } from '../syntax/dictionary.ts';
import { readTree } from '../pages/page-labels.ts';
import type { ObjectWriter } from '../object-writer.ts';
import { bytesOf } from './destinations.ts';
import type { Part } from './part.ts';
import type { SourceIndex } from './source-index.ts';
import { writeNameTree } from './tree-text.ts';

/** Trees that go along whole. */
const WHOLE_TREES = ['EmbeddedFiles', 'JavaScript', 'AP', 'Renditions'] as const;

export class NameWriter {
  readonly #destinations = new Map<string, string>();
  /** Of PDF 1.1. */
  readonly #oldDestinations = new Map<string, string>();
  readonly #trees = new Map<string, Map<string, string>>();

  /** @returns the new names of those that an earlier document has too */
  renamesOf({ destinations }: SourceIndex): ReadonlyMap<string, string> {
    const renamed = new Map<string, string>();
    for (const name of destinations.named.keys()) {
      if (this.#isTaken(name))
        renamed.set(
          name,
          this.#free(name, (other) => this.#isTaken(other) || destinations.named.has(other)),
        );
    }
    return renamed;
  }

  /** @param withAttachments false leaves files that are attached to the document behind */
  addNames(part: Part, withAttachments: boolean): void {
    const { index, copy, left } = part;
    const { namesOn, named } = index.destinations;
    const pages = [undefined, ...part.numbers.keys()];
    const kept = pages.flatMap((page) => namesOn.get(page) ?? []);
    left.destinations += named.size - kept.length;
    for (const name of kept) this.#addDestination(part, name);
    const names = dictOf(lookup(index.opened.catalog, 'Names'));
    for (const tree of WHOLE_TREES) {
      const root = dictOf(lookup(names, tree));
      const entries = root ? readTree(root, 'Names') : [];
      if (tree === 'EmbeddedFiles' && !withAttachments) left.attachments += entries.length;
      else for (const [key, value] of entries) this.#add(tree, bytesOf(key), copy.textOf(value));
    }
    copy.flush();
  }

  /** @returns entries of the catalog */
  finish(writer: ObjectWriter): string {
    const trees = [...this.#trees].map(([name, entries]) => `/${name}${writeNameTree(writer, entries)}`);
    if (this.#destinations.size > 0) trees.push(`/Dests${writeNameTree(writer, this.#destinations)}`);
    const old = [...this.#oldDestinations].map(([name, value]) => `${nameText(name)} ${value}`);
    return `${trees.length === 0 ? '' : `/Names<<${trees.join('')}>>`}${old.length === 0 ? '' : `/Dests<<${old.join('')}>>`}`;
  }

  #addDestination({ index, copy, renamed }: Part, name: string): void {
    const found = index.destinations.named.get(name);
    const own = renamed.get(name);
    if (!found) return;
    if (found.isOld && own === undefined) this.#oldDestinations.set(name, copy.textOf(found.value));
    else this.#destinations.set(own ?? name, copy.textOf(found.value));
  }

  #isTaken(name: string): boolean {
    return this.#destinations.has(name) || this.#oldDestinations.has(name);
  }

  #add(tree: string, name: string, value: string): void {
    const entries = this.#trees.get(tree) ?? new Map<string, string>();
    this.#trees.set(tree, entries);
    entries.set(entries.has(name) ? this.#free(name, (other) => entries.has(other)) : name, value);
  }

  #free(name: string, isTaken: (name: string) => boolean): string {
    let count = 2;
    while (isTaken(`${name}_${count}`)) count++;
    return `${name}_${count}`;
  }
}

/** Bytes, one character each, as a name object (7.3.5). */
function nameText(bytes: string): string {
  return `/${bytes.replace(/[^!-~]|[#()<>[\]{}/%]/g, (character) => `#${character.charCodeAt(0).toString(16).padStart(2, '0')}`)}`;
}
