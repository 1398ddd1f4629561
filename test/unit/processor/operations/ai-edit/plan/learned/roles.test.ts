import { expect, test } from 'vitest';
import { fold } from '#instruction/reading/folded.ts';
import { rolesOf, TAGS, tagsOf } from '../../../../../../../processor/operations/ai-edit/plan/learned/roles.ts';
import { tokensOf } from '../../../../../../../processor/operations/ai-edit/plan/learned/tokens.ts';
import { readerModels } from '../../../../../../../processor/operations/ai-edit/plan/learned/weights.ts';

test('parts become tags of tokens, and parts again', () => {
  const text = 'delete the footer and change "Dear Sir" to Dear Ann, thanks';
  const folded = fold(text);
  const tokens = tokensOf(folded);
  const at = (said: string) => ({ start: text.indexOf(said), end: text.indexOf(said) + said.length });
  const acts = [
    [['verb', at('delete')] as const, ['target', at('the footer')] as const],
    [['verb', at('change')] as const, ['target', at('"Dear Sir"')] as const, ['new', at('Dear Ann')] as const],
  ];
  const tags = tagsOf(tokens, acts, [['talk', at('thanks')]]);
  const said = rolesOf(tokens, tags);
  expect(said.acts.map(({ parts }) => Object.fromEntries(Object.entries(parts).map(([role, [span]]) => [role, span])))).toEqual([
    { verb: at('delete'), target: at('the footer') },
    { verb: at('change'), target: at('"Dear Sir"'), new: at('Dear Ann') },
  ]);
  expect(said.talk).toEqual([at('thanks')]);
});

test('the weights are those of these tags', () => {
  const { tags, acts, encoder } = readerModels();
  expect(tags).toEqual(TAGS);
  expect(encoder.tensors.get('steps')).toMatchObject({ rows: TAGS.length, columns: TAGS.length });
  expect(acts).toContain('replace');
});
