import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readOperations, writeContent } from '../../../../../processor/pdf/syntax/operations.ts';
import { damage } from '../../../../../support/documents/mutations.ts';
import { makeContent } from '../../../../../support/documents/random-content.ts';
import { makeRandom } from '../../../../../support/documents/random.ts';

const read = (text: string) => readOperations(Buffer.from(text, 'latin1'));
const operators = (text: string) => read(text).map(({ operator }) => operator);

describe('content operations', () => {
  it('operands and operators know their bytes', () => {
    const source = 'q 1 0 0 -.5 10 20 cm\n/F1 12 Tf [(a\\(b) -20 <414>]TJ Q';
    const operations = read(source);
    expect(operations.map(({ start, end }) => source.slice(start, end))).toEqual([
      'q',
      '1 0 0 -.5 10 20 cm',
      '/F1 12 Tf',
      '[(a\\(b) -20 <414>]TJ',
      'Q',
    ]);
    const [array] = operations[3]?.operands ?? [];
    const items = array?.kind === 'array' ? array.items : [];
    expect(items.map(({ start, end }) => source.slice(start, end))).toEqual(['(a\\(b)', '-20', '<414>']);
    expect(items.map((item) => (item.kind === 'string' ? Buffer.from(item.bytes).toString('latin1') : ''))).toEqual(['a(b', '', 'A@']);
  });

  it('escapes, line ends and nested parentheses are read as the specification says', () => {
    const [operation] = read('(a\\n\\101\\7\\\r\nb\rc(d\\)e)) Tj');
    const [string] = operation?.operands ?? [];
    expect(string?.kind === 'string' && Buffer.from(string.bytes).toString('latin1')).toBe('a\nA\x07b\nc(d)e)');
  });

  it('an edit never joins words that a delimiter parted', () => {
    const source = Buffer.from('/F1 12 Tf[(a)]TJ 0 g(b)Tj');
    const [, shown] = readOperations(source);
    const write = (replacement: string) =>
      Buffer.from(writeContent(source, [{ start: shown!.start, end: shown!.end, replacement }])).toString();
    expect(write('1 0 0 rg [(a)]TJ')).toBe('/F1 12 Tf 1 0 0 rg [(a)]TJ 0 g(b)Tj');
    expect(write('[(c)]TJ')).toBe('/F1 12 Tf[(c)]TJ 0 g(b)Tj');
    expect(write('')).toBe('/F1 12 Tf 0 g(b)Tj');
  });

  it('reading and writing gives the same bytes, and each operation read alone is the same operation', () => {
    const random = makeRandom('content operations');
    for (let round = 0; round < 150; round++) {
      const source = round % 2 === 0 ? makeContent(random, 40) : Buffer.from(damage(makeContent(random, 40), random.next));
      const operations = readOperations(source);
      let position = 0;
      const parts: Uint8Array[] = [];
      for (const { start, end } of operations) {
        expect(start).toBeGreaterThanOrEqual(position);
        expect(end).toBeGreaterThan(start);
        parts.push(source.subarray(position, start), source.subarray(start, end));
        position = end;
      }
      expect(Buffer.concat([...parts, source.subarray(position)]).equals(source)).toBe(true);
      expect(Buffer.from(writeContent(source, [])).equals(source)).toBe(true);
      for (const { start, end, operator, operands } of operations.filter(({ operator }) => operator !== 'BI').slice(0, 10)) {
        const [alone] = readOperations(source.subarray(start, end));
        expect([alone?.operator, alone?.operands.length]).toEqual([operator, operands.length]);
      }
    }
  });

  it('an edit changes the bytes of its span alone', () => {
    const source = Buffer.from('q (old) Tj % (old)\nQ');
    const [, show] = readOperations(source);
    const [string] = show?.operands ?? [];
    const written = writeContent(source, [{ start: string?.start ?? 0, end: string?.end ?? 0, replacement: '(new!)' }]);
    expect(Buffer.from(written).toString()).toBe('q (new!) Tj % (old)\nQ');
  });

  it.each([
    ['raw samples that contain EI', 'BI /W 4 /H 2 /BPC 8 /CS /G ID a EI b E\nEI Q'],
    [
      'Flate data that contains EI',
      `BI /W 9 /H 9 /F /Fl /BPC 8 /CS /G ID ${deflateSync(Buffer.alloc(81, 'x EI y'), { level: 0 }).toString('latin1')}\nEI Q`,
    ],
    ['ASCII data', 'BI /W 1 /H 1 /F /AHx /BPC 8 /CS /G ID 00> EI Q'],
    ['an unknown filter, by what follows', `BI /W 1 /H 1 /F /DCT ID \u00ff\u00d8 EI\u0001\u00ff\nEI\nQ`],
    ['no ID at all', 'BI /W 1 EI Q'],
  ])('an inline image ends where its data ends: %s', (_, source) => {
    expect(operators(source)).toEqual(['BI', 'Q']);
  });

  it('damage is read past', () => {
    expect(operators('q ) > ] Q 1 2 xyz (unclosed Tj')).toEqual(['q', 'Q', 'xyz']);
    expect(operators('[(a) Tj 3 Td')).toEqual([]);
    expect(operators('12Tj/F1 1Tf')).toEqual(['Tj', 'Tf']);
  });

  it('deep nesting and long operand lists cost no more than their bytes', () => {
    const start = process.cpuUsage().user;
    expect(operators(`${'['.repeat(300_000)}${']'.repeat(300_000)} TJ Q`)).toEqual(['TJ', 'Q']);
    const [many] = read(`${'1 '.repeat(300_000)} scn`);
    expect(many?.operands.length).toBe(64);
    expect(operators('BI /W 1 /F /Fl ID x\u009c\u0000\u0000 '.repeat(5000)).length).toBeGreaterThan(0);
    expect((process.cpuUsage().user - start) / 1000).toBeLessThan(3000);
  });
});
