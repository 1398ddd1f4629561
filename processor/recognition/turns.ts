// Lets at most so many be at work at a time; the others wait in the order in which they came.

/** @returns a function that fulfils with a turn, which ends when it is disposed. */
export function takeTurns(atOnceMax: number): () => Promise<Disposable> {
  const waiting: (() => void)[] = [];
  let taken = 0;
  const giveBack = (): void => {
    const next = waiting.shift();
    if (next) next();
    else taken--;
  };
  return async () => {
    if (taken < atOnceMax) taken++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    return { [Symbol.dispose]: giveBack };
  };
}
