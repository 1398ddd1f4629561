// What an operation takes at most, and what is said of it.

import { describe, expect, test } from 'vitest';
import { OPERATION_NAMES, type OperationRow, OPERATIONS } from '#contract/operations.ts';
import { boundsBytes, describeLimits, limitsOf } from '#contract/source-limits.ts';

const row = (limits: Partial<OperationRow>): OperationRow => ({
  ...OPERATIONS.metadata,
  pagesMax: undefined!,
  bytesMax: undefined!,
  ...limits,
});

describe('the limits of an operation', () => {
  test('are its row’s, or what stands instead for the value of its parameter', () => {
    const limitsBy = { param: 'target_format', values: { docx: { pagesMax: 10 }, html: { bytesMax: 7 } } };
    const bounded = row({ pagesMax: 50, bytesMax: 9, limitsBy });
    expect(limitsOf(bounded, { target_format: 'jpg' })).toEqual({ pagesMax: 50, bytesMax: 9 });
    expect(limitsOf(bounded, { target_format: 'docx' })).toEqual({ pagesMax: 10, bytesMax: 9 });
    expect(limitsOf(bounded, { target_format: 'html' })).toEqual({ pagesMax: 50, bytesMax: 7 });
  });

  test('are none where the row has none, and for a value that every object has', () => {
    expect(limitsOf(row({}), { pagesMax: 1 })).toEqual({});
    expect(limitsOf(row({ limitsBy: { param: 'a', values: {} } }), { a: 'constructor' })).toEqual({});
  });

  test('bound the bytes of a file when a row or one of its values does', () => {
    expect(boundsBytes(row({ pagesMax: 1 }))).toBe(false);
    expect(boundsBytes(row({ bytesMax: 1 }))).toBe(true);
    expect(boundsBytes(row({ limitsBy: { param: 'a', values: { b: { bytesMax: 1 } } } }))).toBe(true);
  });

  test('are all said in the reference', () => {
    for (const name of OPERATION_NAMES) {
      const row: OperationRow = OPERATIONS[name];
      const said = describeLimits(name);
      for (const { pagesMax, bytesMax } of [row, ...Object.values(row.limitsBy?.values ?? {})]) {
        if (pagesMax !== undefined) expect(said).toContain(`${pagesMax} pages`);
        if (bytesMax !== undefined) expect(said).toContain(`${bytesMax / 2 ** 20} MiB`);
      }
    }
  });
});
