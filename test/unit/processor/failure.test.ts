import { describe, expect, it } from 'vitest';
import { JobFailure, toJobFailure } from '../../../processor/failure.ts';

describe('a failure', () => {
  it('shows the customer what was refused, before the other details and without the kind that the processor goes by', () => {
    const failure = new JobFailure('plan_invalid', {
      refused: { kind: 'edit', check: 'derivation', operation: 'op1' },
      details: { field: 'value' },
    });
    expect(JSON.stringify(failure.details)).toBe('{"check":"derivation","operation":"op1","field":"value"}');
  });

  it.each([
    ['ENOSPC', 'disk_full'],
    ['EDQUOT', 'disk_full'],
    ['EFBIG', 'disk_full'],
    ['EACCES', 'internal'],
  ])('of the file system with %s is %s', (code, reason) => {
    expect(toJobFailure(Object.assign(new Error('no'), { code })).reason).toBe(reason);
  });

  it('has no details where none were given', () => {
    expect(new JobFailure('timeout').details).toBeUndefined();
  });
});
