import { expect, it } from 'vitest';
import { EditOperation, type EditOf } from '#contract/params/edit-plan.ts';
import { asksForLink } from '../../../../../../processor/operations/ai-edit/apply/text-or-link.ts';

const replacing = (because: string, text: string, value: string) =>
  EditOperation.parse({ id: 'op1', op: 'replace_text', because, pages: 'all', match: { text }, value }) as EditOf<'replace_text'>;

it.each([
  ['Change where "our forum" links to: https://a.example/', 'our forum', 'https://a.example/'],
  ['Verknüpfung "Forum" durch "https://a.example" ersetzen', 'Forum', 'https://a.example'],
  ['把“论坛”的链接改成https://a.example', '论坛', 'https://a.example'],
])('%s asks for a link', (because, text, value) => {
  expect(asksForLink(replacing(because, text, value))).toBe(true);
});

it.each([
  ['Replace "our forum" with "https://a.example/"', 'our forum', 'https://a.example/'],
  ['Replace the link https://b.example with https://a.example', 'https://b.example', 'https://a.example'],
  ['Replace "useful links" with "www.a.example"', 'useful links', 'www.a.example'],
  ['Change the link text "our forum" to "the forum"', 'our forum', 'the forum'],
])('%s asks for a text', (because, text, value) => {
  expect(asksForLink(replacing(because, text, value))).toBe(false);
});
