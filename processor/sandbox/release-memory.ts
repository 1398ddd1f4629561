// Gives back what nothing refers to any more. V8 waits with that as long as its limit allows, which is right for a job of one document; one that lets a
// hundred of them go before other programs need memory would hold all of it beside theirs.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Takes some tens of milliseconds. */
export function releaseMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
}
