// Content streams with fewer bytes say the same.

import { describe, expect, it } from 'vitest';
import { readOperations } from '../../../../../processor/pdf/syntax/operations.ts';
import { shortenContent, type ShortenOptions } from '../../../../../processor/pdf/streams/shorten-content.ts';

const shorten = (content: string, options: ShortenOptions = { scale: 1 }) => {
  const short = shortenContent(Buffer.from(content, 'latin1'), options);
  return short && Buffer.from(short).toString('latin1');
};

describe('shortened content', () => {
  it('keeps every digit that says something and drops the others', () => {
    expect(shorten('0.500 -0.0 +1.50 00.25 10 1000. cm')).toBe('.5 0 1.5 .25 10 1000 cm');
    expect(shorten('0.000000001 0.33333333333 l')).toBe('.000000001 .33333333333 l');
  });

  it('rounds lines and colours where it may, and nothing that places text', () => {
    const rounded = shorten('1.23456 2.34567 m 0.33333 0.5 1 rg BT 1.23456 2.34567 Td [(a) -12.3456 (b)] TJ ET', {
      scale: 1,
      toleranceMax: 0.005,
    });
    expect(rounded).toBe('1.23 2.35 m .333 .5 1 rg BT 1.23456 2.34567 Td[(a)-12.3456(b)]TJ ET');
  });

  it('rounds less where the page is drawn enlarged', () => {
    expect(shorten('q 100 0 0 100 0 0 cm 0.123456 0.5 m Q 0.123456 0.5 m', { scale: 1, toleranceMax: 0.005 })).toBe(
      'q 100 0 0 100 0 0 cm .1235 .5 m Q .12 .5 m',
    );
  });

  it('keeps names, strings of any bytes, dictionaries and inline images', () => {
    const source = '/P  <</MCID 0>>  BDC  <28295c0d41> Tj\nEMC q BI /W 2 /H 1 /BPC 8 /CS /G ID ab EI Q';
    const short = shorten(source) ?? '';
    const [before, after] = [readOperations(Buffer.from(source, 'latin1')), readOperations(Buffer.from(short, 'latin1'))];
    expect(after.map(({ operator }) => operator)).toEqual(before.map(({ operator }) => operator));
    const bytesOf = (operations: typeof before) =>
      operations.flatMap(({ operands }) => operands.flatMap((operand) => (operand.kind === 'string' ? [...operand.bytes] : [])));
    expect(bytesOf(after)).toEqual(bytesOf(before));
    expect(short).toContain('ID ab EI');
  });

  it('leaves a stream alone that ends in the middle of something', () => {
    expect(shorten('1 0 0 1 0 0 cm (text')).toBeUndefined();
  });
});
