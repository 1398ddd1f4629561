// What people say around a new text, and what they say of the rest: neither is written into the document.

import { describe, expect, test } from 'vitest';
import { groundOfLines, plannedFor, type TypedLines } from '../../../../../../support/modelled-text.ts';

const LINES: TypedLines = [
  ['heading', 'Harbour notes'],
  ['paragraph', 'Evelyn counts the gulls of six quays. Evelyn writes them down.'],
  ['heading', '1. Purpose'],
  ['paragraph', 'The Gull Corporation asks for 2 M$ this year, as it did before.'],
  ['heading', '2. Quays'],
  ['paragraph', 'The first quay was built in stone and has stood since then. It is the oldest of them all.'],
  ['paragraph', 'First release: 5 May 2021'],
];
const ground = groundOfLines(LINES);

describe('what is said around a new text', () => {
  test.each([
    ['gulls -> terns in the whole book', ['replace_text gulls → terns']],
    ['call her Emma instead of Evelyn, both times', ['replace_text Evelyn → Emma']],
    ['we now ask for a total of 2.5 M$, not 2 M$', ['replace_text 2 M$ → 2.5 M$']],
    ['change six quays to seven', ['replace_text six → seven']],
    ['everywhere it says Evelyn please write Emma', ['replace_text Evelyn → Emma']],
    ['rename section 2 to Piers', ['replace_text Quays → Piers']],
    ['Our board met last week. Change gulls to terns', ['replace_text gulls → terns']],
    ['change gulls to terns, the footnote stays as it is', ['replace_text gulls → terns']],
    ['change gulls to terns. nothing else', ['replace_text gulls → terns']],
    [
      'The Gull Corporation is now the Gull Foundation - change it under Purpose',
      ['replace_text The Gull Corporation → the Gull Foundation'],
    ],
    ['replace in section 1 the word year by month', ['replace_text year → month']],
    ['change gulls to Gull Inc., we renamed them', ['replace_text gulls → Gull Inc.']],
    ['make the word gulls dark blue, #00008b', ['restyle_text gulls']],
    ['highlight the first sentence of section 2', ['highlight The first quay was built in stone and has stood since then.']],
  ])('%s', async (instruction, lines) => {
    expect(await plannedFor(ground, instruction)).toEqual(lines);
  });

  test.each([
    'Gull Corporation is now the Gull Foundation - please tell them',
    'make gulls in the green box bold',
    'In the second paragraph pls say terns everywhere you can instead of gulls',
    'gulls -> terns on the second of those signs',
    'Setz gulls in Blau, reines Blau #0000FF',
    'change Evelyn to Emma, one of them stays',
    'change 5 May 2021 to 6 May 2021 on Tuesday',
  ])('nothing of it becomes a text: %s', async (instruction) => {
    const planned = await plannedFor(ground, instruction);
    expect(JSON.stringify(planned)).not.toMatch(/replace_text/u);
  });
});
