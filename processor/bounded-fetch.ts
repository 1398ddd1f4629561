// Fetches from the endpoint of a language model: no redirect is followed, since it would carry the key and the document to another host, and
// no answer is read beyond a bound, whatever its encoding.

import { LIMITS } from '#contract/limits.ts';

export const fetchBounded: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'error' });
  let left: number = LIMITS.modelAnswerBytesMax;
  const bounded = response.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        left -= chunk.byteLength;
        if (left < 0) controller.error(new RangeError('the answer is too long'));
        else controller.enqueue(chunk);
      },
    }),
  );
  const { status, statusText, headers } = response;
  return new Response(bounded ?? null, { status, statusText, headers });
};
