// Pages that can be gone through again and again: an array where there are few, else each page made anew whenever it is asked for.

export interface Sequence<T> extends Iterable<T> {
  readonly length: number;
  /** 0-based. */
  at(place: number): T | undefined;
}

export function mapSequence<T, U>(sequence: Sequence<T>, change: (one: T, place: number) => U): Sequence<U> {
  if (Array.isArray(sequence)) return (sequence as readonly T[]).map(change);
  return {
    length: sequence.length,
    at(place) {
      const one = sequence.at(place);
      return one === undefined ? undefined : change(one, place);
    },
    *[Symbol.iterator]() {
      let place = 0;
      for (const one of sequence) yield change(one, place++);
    },
  };
}
