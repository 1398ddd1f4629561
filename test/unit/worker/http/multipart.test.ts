// The reader of multipart/form-data, over every way in which a body can arrive in pieces.

import { describe, expect, test } from 'vitest';
import { boundaryOf, isForm, MalformedForm, readForm } from '../../../../worker/http/multipart.ts';
import { makeRandom, type Random } from '../../../../support/documents/random.ts';
import { onBusyMachine } from '../../../support/busy-machine.ts';

interface ReadPart {
  readonly name: string;
  readonly filename: string | undefined;
  readonly body: Buffer;
}

function streamOf(bytes: Uint8Array, random: Random): ReadableStream<Uint8Array> {
  let offset = 0;
  return new ReadableStream({
    pull(controller) {
      if (offset >= bytes.length) return controller.close();
      const length = 1 + random.below(random.pick([1, 3, 70, 5000]));
      controller.enqueue(new Uint8Array(bytes.subarray(offset, offset + length)));
      offset += length;
      return undefined;
    },
  });
}

async function readAll(bytes: Uint8Array, boundary: string, random: Random): Promise<ReadPart[]> {
  const parts: ReadPart[] = [];
  for await (const part of readForm(streamOf(bytes, random), boundary)) {
    const chunks: Uint8Array[] = [];
    // Some parts are passed over unread: the next one must be found all the same.
    if (part.name !== 'skipped') for await (const chunk of part.body) chunks.push(chunk);
    parts.push({ name: part.name, filename: part.filename, body: Buffer.concat(chunks) });
  }
  return parts;
}

/** Data that looks like boundaries, or nearly so. */
function trickyBody(random: Random, boundary: string): Buffer {
  const pieces = [
    '\r\n',
    '\r',
    '\n',
    '--',
    '-',
    `--${boundary}`,
    boundary.slice(0, -1),
    `\r\n--${boundary.slice(0, -1)}`,
    `\r\n-${boundary}`,
    'x',
    '\0',
  ];
  let text = Array.from({ length: random.below(60) }, () => random.pick(pieces)).join('');
  // What remains when a boundary is removed can be a boundary again.
  while (text.includes(`\r\n--${boundary}`)) text = text.replaceAll(`\r\n--${boundary}`, '');
  return Buffer.from(text, 'latin1');
}

describe('a form', () => {
  test('is read as it was written, whatever the pieces in which it arrives', async () => {
    const random = makeRandom('multipart');
    for (let round = 0; round < 400; round++) {
      const boundary = random.pick(['x', 'xx', '-', '----WebKitFormBoundaryAbC', 'a'.repeat(70), "a'b(c)+_,-./:=?d"]);
      const parts = Array.from({ length: random.below(5) }, (_, i) => ({
        name: random.pick([`field${i}`, 'skipped']),
        filename: random.pick([undefined, 'a.pdf', 'ü "q" \\.pdf']),
        body: trickyBody(random, boundary),
      }));
      const chunks = parts.flatMap(({ name, filename, body }) => [
        Buffer.from(`--${boundary}${random.pick(['', ' ', '\t'])}\r\nContent-Disposition: form-data; name="${name}"`),
        Buffer.from(filename === undefined ? '' : `; filename="${filename.replace(/["\\]/g, '\\$&')}"`),
        Buffer.from('\r\n\r\n'),
        body,
        Buffer.from('\r\n'),
      ]);
      const bytes = Buffer.concat([...chunks, Buffer.from(`--${boundary}--${random.pick(['', '\r\n', '\r\nepilogue'])}`)]);
      const expected = parts.map((part) => (part.name === 'skipped' ? { ...part, body: Buffer.alloc(0) } : part));
      expect(await readAll(bytes, boundary, random)).toEqual(expected);
    }
  });

  test('that is damaged ends in MalformedForm or in parts, never in anything else', async () => {
    const random = makeRandom('damaged multipart');
    const whole = Buffer.from(
      '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b\r\nContent-Disposition: form-data; name="f"; filename="x"\r\n\r\n%PDF\r\n--b--\r\n',
    );
    for (let round = 0; round < 2000; round++) {
      const damaged = Buffer.from(whole);
      for (let times = 0; times <= random.below(3); times++) damaged[random.below(damaged.length)] = random.below(256);
      try {
        await readAll(damaged.subarray(0, random.below(2) ? damaged.length : random.below(damaged.length)), 'b', random);
      } catch (cause) {
        expect(cause).toBeInstanceOf(MalformedForm);
      }
    }
  });

  test('of a megabyte of near boundaries is read in linear time', async () => {
    const boundary = `${'a'.repeat(69)}b`;
    const body = Buffer.from(`\r\n--${'a'.repeat(69)}`.repeat(14_000));
    const bytes = Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="f"\r\n\r\n`),
      body,
      Buffer.from(`\r\n--${boundary}--`),
    ]);
    const startedAt = performance.now();
    expect((await readAll(bytes, boundary, makeRandom('near boundaries')))[0]?.body.length).toBe(body.length);
    expect(performance.now() - startedAt).toBeLessThan(onBusyMachine(5000));
  });
});

describe('the boundary', () => {
  test.each([
    ['multipart/form-data; boundary=abc', 'abc'],
    ['Multipart/Form-Data;boundary="a b:c"', 'a b:c'],
    ['multipart/form-data; BOUNDARY = abc', 'abc'],
    [`multipart/form-data; boundary=${'a'.repeat(70)}`, 'a'.repeat(70)],
    ['multipart/form-data; charset=utf-8; boundary=abc', 'abc'],
    ['multipart/form-data; boundary=abc; charset=utf-8', 'abc'],
  ])('of %j is %j', (type, boundary) => {
    expect(isForm(type)).toBe(true);
    expect(boundaryOf(type)).toBe(boundary);
  });

  test.each([
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary=""',
    'multipart/form-data; boundary="abc',
    'multipart/form-data; boundary="abc"x',
    'multipart/form-data; boundary="abc "',
    'multipart/form-data; boundary="a;c"',
    'multipart/form-data; boundary=a\u00e9',
    'multipart/form-data; boundary=a; boundary=b',
    `multipart/form-data; boundary=${'a'.repeat(71)}`,
  ])('of %j is malformed', (type) => {
    expect(isForm(type)).toBe(true);
    expect(() => boundaryOf(type)).toThrow(MalformedForm);
  });

  test.each(['multipart/mixed; boundary=abc', 'multipart/form-dataX; boundary=abc', 'application/json', ''])('%j is no form', (type) => {
    expect(isForm(type)).toBe(false);
  });
});
