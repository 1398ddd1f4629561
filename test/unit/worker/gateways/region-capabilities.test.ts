import { expect, test } from 'vitest';
import { makeReadCapabilities } from '../../../../worker/gateways/region-capabilities.ts';

function setUp() {
  const state = { nowMs: 1000, answer: undefined as { programs: Record<string, boolean> } | undefined, asked: 0 };
  const read = makeReadCapabilities(
    async () => {
      state.asked += 1;
      return state.answer;
    },
    () => state.nowMs,
  );
  return { state, read };
}

test('an answer is kept for a minute, then asked for again', async () => {
  const { state, read } = setUp();
  state.answer = { programs: { qpdf: true } };
  expect([await read(), await read()]).toEqual([state.answer, state.answer]);
  state.nowMs += 59_999;
  await read();
  expect(state.asked).toBe(1);
  state.nowMs += 1;
  state.answer = { programs: { qpdf: false } };
  expect(await read()).toEqual({ programs: { qpdf: false } });
  expect(state.asked).toBe(2);
});

test('a processor that is away is asked again soon, and stays what it was', async () => {
  const { state, read } = setUp();
  expect(await read()).toBeUndefined();
  expect(await read()).toBeUndefined();
  expect(state.asked).toBe(1);
  state.nowMs += 5000;
  state.answer = { programs: {} };
  expect(await read()).toEqual({ programs: {} });
  state.answer = undefined;
  state.nowMs += 60_000;
  expect(await read()).toEqual({ programs: {} });
  expect(state.asked).toBe(3);
});
