// What a region's processors can do, as they last said, with the language model that the Worker asks for them. Kept in the isolate for a minute; a processor that does not answer counts as it
// was before.

import type { ProcessorCapabilities } from '#contract/processor-capabilities.ts';

/** @returns undefined when the region's processor has not answered yet. */
export type ReadCapabilities = () => Promise<ProcessorCapabilities | undefined>;

/** The processor's own model, or the region's: jobs do not see the difference. */
export function withPlanner(said: ProcessorCapabilities | undefined, planner: object | undefined): ProcessorCapabilities | undefined {
  if (!said || !planner) return said;
  const planners = new Set([...(said.ai_edit?.planners ?? (['grammar'] as const)), 'llm' as const]);
  return { ...said, ai_edit: { ...said.ai_edit, planners: [...planners] } };
}

const FRESH_MS = 60_000;
/** Not every request asks a processor that does not answer. */
const FRESH_AFTER_FAILURE_MS = 5_000;

export function makeReadCapabilities(ask: ReadCapabilities, now: () => number): ReadCapabilities {
  let known: ProcessorCapabilities | undefined;
  let freshUntil = 0;
  // The value is kept, not the promise: a request cannot wait for the I/O of another.
  return async () => {
    if (now() < freshUntil) return known;
    const answer = await ask();
    known = answer ?? known;
    freshUntil = now() + (answer ? FRESH_MS : FRESH_AFTER_FAILURE_MS);
    return known;
  };
}
