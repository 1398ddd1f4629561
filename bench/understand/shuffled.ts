// An order that a generator of numbers gives.

/** @param random numbers below one */
export function shuffled<T>(all: readonly T[], random: () => number): T[] {
  const mixed = [...all];
  for (let at = mixed.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    const [one, two] = [mixed[at], mixed[other]];
    if (one !== undefined && two !== undefined) [mixed[at], mixed[other]] = [two, one];
  }
  return mixed;
}
