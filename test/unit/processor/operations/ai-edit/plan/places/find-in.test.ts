import { expect, test } from 'vitest';
import { findIn, openGround } from '../../../../../../../processor/operations/ai-edit/plan/places/ground-document.ts';
import { factsOfText } from '../../../../../../support/text-document.ts';

const groundOf = (...pages: string[]) => openGround(factsOfText({ pages }), () => Promise.resolve([]));

// Pages are passed over by the Latin letters and digits that they lack: each of these would be lost if a spelling changed those.
test.each([
  ['letters and their marks apart', 'café', 'in the cafe\u0301 there'],
  ['a mark kept from half of the letter', 'ờ', 'x \u01a1\u0300 y'],
  ['a ligature that is asked for', 'e\ufb03cient', 'an efficient way'],
  ['another case', 'THE TEAM', 'ask the team today'],
  ['a division at the end of a line', 'attributions', 'false attri-\nbutions there'],
  ['soft hyphens', 'handbook', 'the hand\u00adbook'],
  ['typographic signs', "the team's plan - now", 'the team’s plan – now'],
  ['a word that is joined elsewhere', 'e-mail', 'send e mail now'],
  ['the kelvin sign', '300 k', 'at 300 \u212a here'],
  ['no Latin letter at all', '东京', '在东京。'],
])('a text is found in other spellings: %s', (_, said, page) => {
  expect(findIn(groundOf('nothing here', page), said, [1, 2])?.places.map((place) => place.page)).toEqual([2]);
});

test('a text that stands nowhere is not found', () => {
  expect(findIn(groundOf('the plan of the team', 'a teapot'), 'teams', [1, 2])).toBeUndefined();
});

test('a text of a script without spaces is found where the page has some, at the ends of lines and of runs', () => {
  const ground = groundOf('適宜行う。2か月の研修を経て追加や\n調査に取り掛かれるようになり ました。次は');
  const [place] = findIn(ground, '2か月の研修を経て追加や調査に取り掛かれるようになりました。', [1])?.places ?? [];
  expect(ground.facts.pageText(1).slice(place?.start, place?.end)).toBe('2か月の研修を経て追加や\n調査に取り掛かれるようになり ました。');
  expect(findIn(ground, '2か月の研修を経て追加や調査に取り掛かれるようになります。', [1])).toBeUndefined();
});
