// The keys of the parent tree (ISO 32000-1 14.7.4.4) in a result: each that a page, an annotation or a picture of the result has, numbered anew.

export class StructureKeys {
  /** By the key in the source. */
  readonly used = new Map<number, number>();
  readonly #next: () => number;
  readonly #isKnown: (key: number) => boolean;

  constructor(isKnown: (key: number) => boolean, next: () => number) {
    this.#isKnown = isKnown;
    this.#next = next;
  }

  /** Undefined for a key that the source's tree does not have. */
  keyOf(key: number | undefined): number | undefined {
    if (key === undefined || !this.#isKnown(key)) return undefined;
    const own = this.used.get(key) ?? this.#next();
    this.used.set(key, own);
    return own;
  }
}
