// Limits how many work at a time, and their total weight; the others wait in order of arrival.

/** @returns a function that fulfils with a turn, which ends when it is disposed. Anything heavier than the limit gets its turn alone. */
export function takeTurns(atOnceMax: number, weightMax = Number.POSITIVE_INFINITY): (weight?: number) => Promise<Disposable> {
  const waiting: { readonly weight: number; readonly start: () => void }[] = [];
  let [taken, weightTaken] = [0, 0];
  const startNext = (): void => {
    for (let next = waiting[0]; next && taken < atOnceMax && (taken === 0 || weightTaken + next.weight <= weightMax); next = waiting[0]) {
      waiting.shift();
      taken++;
      weightTaken += next.weight;
      next.start();
    }
  };
  return async (weight = 0) => {
    await new Promise<void>((start) => {
      waiting.push({ weight, start });
      startNext();
    });
    return {
      [Symbol.dispose]: () => {
        taken--;
        weightTaken -= weight;
        startNext();
      },
    };
  };
}
