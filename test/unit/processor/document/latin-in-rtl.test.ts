// Latin words within right-to-left text run from left to right (UAX #9), however the engine turned them.

import { expect, it } from 'vitest';
import { textOfWords } from '../../../../processor/document/words/lines.ts';
import { isMostlyRtl, makeSegments } from '../../../../processor/document/words/segments.ts';
import { makeWords } from '../../../../processor/document/words/words.ts';
import { orderDirected } from '../../../../processor/pdf/pdfium/page/order-directed.ts';
import { packCharacters } from '../../../../processor/pdf/pdfium/page/character-columns.ts';
import { set } from '../../../support/synthetic-page.ts';

const hebrew = (text: string, right: number) => Array.from(text).flatMap((letter, at) => set(letter, right - (at + 1) * 6, 50));
/** Most letters of the page. */
const page = hebrew('כלאשרכתובכאןמימיןלשמאלבשורהארוכהמאוד', 400).map((one) => ({ ...one, y: 150 }));
const linesOf = (...parts: ReturnType<typeof set>[]) =>
  makeSegments(makeWords(orderDirected(packCharacters(parts.flat())))).map(({ words }) => textOfWords(words));
const textOf = (...parts: ReturnType<typeof set>[]) => linesOf(page, ...parts).slice(1);

it('of two and three words', () => {
  const around = [hebrew('שלום', 300), hebrew('עולם', 120)] as const;
  expect(textOf(around[0], set('Learning', 222, 50), set('Machine', 174, 50), hebrew('עולם', 168))).toEqual(['שלום Machine Learning עולם']);
  expect(textOf(around[0], set('three', 240, 50), set('two', 216, 50), set('one', 192, 50))).toEqual(['שלום one two three']);
});

it('with the number behind them, and without the one before', () => {
  expect(textOf(hebrew('שלום', 300), set('11', 258, 50), set('Windows', 210, 50), hebrew('עולם', 204))).toEqual(['שלום Windows 11 עולם']);
  expect(textOf(hebrew('שלום', 300), set('Windows', 228, 50), set('11', 210, 50), hebrew('עולם', 204))).toEqual(['שלום Windows 11 עולם']);
});

it('brackets around numbers alone on their line, on a page from the right', () => {
  expect(textOf(set(')45', 300, 50))).toEqual(['45)']);
  expect(textOf([...set('#1.0(', 300, 50), ...set('22', 400, 50)])).toEqual(['(#1.0', '22']);
  expect(textOf(set('(45)', 300, 50))).toEqual(['(45)']);
  expect(linesOf(set('Machine', 168, 50), set(')45', 300, 90))).toEqual(['Machine', ')45']);
});

it('a bracket that closes what was opened in the line above', () => {
  // The engine gives the counterparts of brackets.
  const below = hebrew('ושנייה(', 300).map((one) => ({
    ...one,
    y: 70,
    box: { ...one.box, top: one.box.top + 20, bottom: one.box.bottom + 20 },
  }));
  expect(textOf(hebrew('הערה )ראשונה', 300), below)).toEqual(['הערה (ראשונה', 'ושנייה)']);
});

it('that stand as they are read stay so', () => {
  expect(linesOf(hebrew('שלום', 162), set('Machine', 168, 50), set('Learning', 216, 50))).toEqual(['שלום Machine Learning']);
  expect(linesOf(set('Machine', 168, 50), set('Learning', 216, 50))).toEqual(['Machine Learning']);
});

it('are more than its Hebrew ones in a line that is still read from the right, as the page is', () => {
  const line = [...hebrew('שפה', 300), ...set('Learning', 226, 50), ...set('Machine', 178, 50)];
  const words = makeWords(orderDirected(packCharacters([...page, ...line]))).slice(1);
  expect(words.map(({ text }) => text)).toEqual(['שפה', 'Machine', 'Learning']);
  expect(isMostlyRtl(words)).toBe(true);
  const english = set('This page is in English, with a word.', 20, 150);
  expect(isMostlyRtl(makeWords(orderDirected(packCharacters([...english, ...line]))))).toBe(false);
});

it('keep the spaces between words that are slanted, whose boxes reach over them', () => {
  const lean = 0.5;
  const leaning = hebrew('\u05e9\u05dc\u05d5\u05dd \u05e2\u05d5\u05dc\u05dd', 300).map((one) => ({
    ...one,
    box: { ...one.box, left: one.box.left - (one.box.bottom - one.y) * lean, right: one.box.right + (one.y - one.box.top) * lean },
  }));
  const narrow = leaning.map((one) => (one.text === ' ' ? { ...one, x: one.x + 3.5, box: { ...one.box, left: one.box.left + 3.5 } } : one));
  const moved = narrow.map((one, at) =>
    at > 4 ? { ...one, x: one.x + 3.5, box: { ...one.box, left: one.box.left + 3.5, right: one.box.right + 3.5 } } : one,
  );
  expect(textOf(moved)).toEqual(['\u05e9\u05dc\u05d5\u05dd \u05e2\u05d5\u05dc\u05dd']);
});

const arabic = (text: string, right: number) =>
  Array.from(text).flatMap((letter, at) => set(letter, right - (at + 1) * 6, 50).map((one) => ({ ...one, object: 900 })));
const end = (x: number) => set('\n', x, 50).map((one) => ({ ...one, generated: true, box: { ...one.box, right: one.box.left } }));
const raised = (mark: string, x: number, y = 47) => set(mark, x, y).map((one) => ({ ...one, box: { ...one.box, left: x, right: x + 2 } }));

it('Arabic lines that a raised mark tears for the engine are one line, with their words whole', () => {
  // The engine gives the piece at the left first, and a mark as a line of its own.
  const line = [...arabic('انية', 258), ...end(234), ...raised('\u0651', 259), ...end(261), ...arabic('بسيطة والث', 318), ...end(318)];
  expect(linesOf(line)).toEqual(['بسيطة والثّانية']);
  const below = arabic('ثان', 318).map((one) => ({ ...one, y: 64, box: { ...one.box, top: 56, bottom: 66 } }));
  expect(linesOf(arabic('اول', 258), end(240), below)).toEqual(['اول', 'ثان']);
});

it('a space without width beside a mark parts no word', () => {
  const space = set(' ', 306.4, 50).map((one) => ({ ...one, box: { ...one.box, left: 306.4, right: 306.4 } }));
  const reaching = arabic('فعل', 318).map((one) => ({ ...one, box: { ...one.box, left: one.box.left - 0.35 } }));
  expect(linesOf([...reaching, ...space])).toEqual(['فعل']);
});

it('a number before a stroke stays before it', () => {
  expect(linesOf([...arabic('الجملة', 280), ...arabic('\u0640', 292), ...set('1', 298, 50)])).toEqual(['1 \u0640 الجملة']);
});

it('brackets and points at the left of what they follow say nothing of the distance between letters', () => {
  const spacings = (...parts: ReturnType<typeof set>[]) =>
    makeWords(orderDirected(packCharacters(parts.flat()))).map((one) => one.letterSpacing);
  expect(spacings(page, hebrew('(א) שלום', 300)).slice(1)).toEqual([undefined, undefined]);
  expect(spacings(page, hebrew('.1 שלום', 300).toReversed()).slice(1)).toEqual([undefined, undefined]);
});
