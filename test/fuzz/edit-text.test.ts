// On random pages a redacted or replaced word is gone, and every other glyph stays in its place.

import { describe, expect, test } from 'vitest';
import { findText } from '../../processor/pdf/edit/find.ts';
import { inkAreas } from '../../processor/pdf/edit/glyph-areas.ts';
import { readPageTextEvents } from '../../processor/pdf/edit/page-text.ts';
import { redactPage } from '../../processor/pdf/edit/redact/redact.ts';
import { replaceOnPage } from '../support/replace-on-page.ts';
import { onePage, openObjects, pdfiumOrigins, save } from '../../support/run/edit-pdf.ts';
import type { PdfObject } from '../../support/documents/make-pdf.ts';
import { makeRandom, type Random } from '../../support/documents/random.ts';

const TIME_MS = 2500;
const LINES = 7;
const SMALL = Array.from('aceghkmnorsuvxz');
const CAPITALS = Array.from('ABDEGHKMNPRST');

interface Page {
  readonly objects: Record<number, PdfObject>;
  readonly words: readonly (readonly string[])[];
}

/** Every word occurs once; lines are apart, each written in its own way, some in forms, some turned with their whole form. */
function makePage(random: Random): Page {
  const used = new Set<string>();
  const word = (): string => {
    const letters = Array.from({ length: 3 + random.below(4) }, () => random.pick(SMALL));
    // A capital at the start and another at the end: no word is inside another.
    const made = `${random.pick(CAPITALS)}${letters.join('')}Z`;
    if (used.has(made)) return word();
    used.add(made);
    return made;
  };
  const words = Array.from({ length: LINES }, () => Array.from({ length: 2 + random.below(3) }, word));
  const more: Record<number, PdfObject> = {};
  let [content, names] = ['', ''];
  for (const [index, line] of words.entries()) {
    const text = writeLine(random, line, 20, 180 - index * 24);
    if (random.below(3) > 0) content += `${text}\n`;
    else {
      const number = 20 + index;
      more[number] = { dict: '/Type /XObject /Subtype /Form /BBox [-500 -500 900 900] /Resources << /Font << /F1 5 0 R >> >>', data: text };
      names += `/L${index} ${number} 0 R `;
      content += `q 1 0 0 ${random.pick(['1', '1.01'])} 0 0 cm /L${index} Do Q\n`;
    }
  }
  return { objects: onePage(content, { resources: `/XObject << ${names} >>`, more }), words };
}

function writeLine(random: Random, words: readonly string[], x: number, y: number): string {
  const text = words.join(' ');
  const state = random.pick(['', '0.5 Tc', '1.5 Tw', '90 Tz', '0.2 Tc 2 Tw 110 Tz', '2 Ts', '-0.1 Tc']);
  const reset = '0 Tc 0 Tw 100 Tz 0 Ts';
  const broken = () => {
    const parts: string[] = [];
    for (let rest = text; rest !== '';) {
      const length = 1 + random.below(6);
      parts.push(`(${rest.slice(0, length)})`, String(random.below(60) - 30));
      rest = rest.slice(length);
    }
    return `[${parts.join(' ')}] TJ`;
  };
  const flowing = () => words.map((one, index) => `(${index > 0 ? ' ' : ''}${one}) Tj`).join(' ');
  const placed = () => words.map((one, index) => `1 0 0 1 ${x + index * 70} ${y} Tm (${one}) Tj`).join(' ');
  const shown = random.pick([
    () => `(${text}) Tj`,
    broken,
    flowing,
    placed,
    () => `12 TL 0 12 Td (${text}) '`,
    () => `12 TL 0 12 Td 1 0.1 (${text}) "`,
  ])();
  return `BT /F1 ${10 + random.below(3)} Tf ${state} ${x} ${y} Td ${shown} ${reset} ET`;
}

type Origins = Awaited<ReturnType<typeof pdfiumOrigins>>;

/** The places of each word's glyphs, in the order of the page. */
function wordsAt(origins: Origins, words: readonly string[]): Map<string, Origins> {
  const letters = origins.filter(({ text }) => text.trim() !== '');
  const text = letters.map((one) => one.text).join('');
  return new Map(
    words.flatMap((word) =>
      text.includes(word) ? [[word, letters.slice(text.indexOf(word), text.indexOf(word) + word.length)] as const] : [],
    ),
  );
}

function expectUnmoved(before: Map<string, Origins>, after: Map<string, Origins>, words: readonly string[], said: string): void {
  for (const word of words) {
    const [was, is] = [before.get(word), after.get(word)];
    if (!was) continue;
    expect(is, `${word} is there: ${said}`).toBeDefined();
    for (const [index, { x, y }] of was.entries()) {
      expect(Math.hypot((is?.[index]?.x ?? NaN) - x, (is?.[index]?.y ?? NaN) - y), `${word} stands where it stood: ${said}`).toBeLessThan(
        0.06,
      );
    }
  }
}

describe('a word of a page put together at random', () => {
  test('is gone when it is redacted, and nothing else has moved', { timeout: 30_000 }, async () => {
    const random = makeRandom('redact');
    const end = performance.now() + TIME_MS;
    for (let round = 0; round < 10 || performance.now() < end; round++) {
      const { objects, words } = makePage(random);
      const all = words.flat();
      const word = random.pick(all);
      const opened = await openObjects(objects);
      const before = wordsAt(await pdfiumOrigins(opened.bytes), all);
      const matches = findText(readPageTextEvents(opened.pages[0]!.dict), { text: word });
      expect(matches.length, word).toBe(1);
      const report = await redactPage(
        opened,
        0,
        matches.flatMap(({ glyphs }) => inkAreas(glyphs)),
      );
      const said = `round ${round}, ${word}`;
      expect(report, said).toMatchObject({ text: word, isIncomplete: false });
      const after = wordsAt(await pdfiumOrigins(await save(opened)), all);
      expect(after.has(word), said).toBe(false);
      expectUnmoved(
        before,
        after,
        all.filter((other) => other !== word),
        said,
      );
    }
  });

  test('is gone when it is replaced, the new one is there, and other lines have not moved', { timeout: 30_000, tags: 'long' }, async () => {
    const random = makeRandom('replace');
    const end = performance.now() + TIME_MS;
    let replaced = 0;
    for (let round = 0; round < 10 || performance.now() < end; round++) {
      const { objects, words } = makePage(random);
      const all = words.flat();
      const line = random.pick(words);
      const word = random.pick(line);
      const value = `Q${word.slice(2)}${random.pick(['', 'TT', 'LLLL'])}`;
      const opened = await openObjects(objects);
      const before = wordsAt(await pdfiumOrigins(opened.bytes), all);
      const [outcome] = await replaceOnPage(opened, 0, { text: word }, value, { fit: random.pick(['overflow', 'shrink'] as const) });
      const said = `round ${round}, ${word} → ${value}`;
      expect(outcome, said).toBeDefined();
      const after = wordsAt(await pdfiumOrigins(await save(opened)), [...all, value]);
      if (outcome?.ok) {
        replaced++;
        expect(after.has(word), said).toBe(false);
        expect(after.has(value), said).toBe(true);
      }
      // What is refused has changed nothing at all.
      expectUnmoved(before, after, outcome?.ok ? all.filter((other) => !line.includes(other)) : all, said);
      // On its own line the text before it stays, where lines begin at the left.
      expect(
        line.filter((other) => other !== word && before.has(other) && !after.has(other)),
        said,
      ).toEqual([]);
    }
    expect(replaced).toBeGreaterThan(5);
  });
});
