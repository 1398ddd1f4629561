// "Change the link on … to https://…" asks where a text leads, not what it says. A plan that writes the address in its place has not understood it.

import type { EditOf } from '#contract/params/edit-plan.ts';

const ADDRESS = /^(?:https?:\/\/|mailto:|tel:|www\.)\S+$/iu;
const SAYS_LINK =
  /(?<![\p{L}\p{N}])(?:hyper)?(?:links?|linked|liens?|enlaces?|hipervínculos?|collegament[oi]|koppelingen?|koppeling|verknüpfung(?:en)?|verlinkung(?:en)?|ссылк\p{L}*)(?![\p{L}\p{N}])|链接|連結|鏈接|リンク|링크/iu;

/** The instruction speaks of a link, and the new text is an address where the old one is none. */
export function asksForLink({ because, value, match }: EditOf<'replace_text'>): boolean {
  if (!ADDRESS.test(value) || match.text === undefined || ADDRESS.test(match.text)) return false;
  return SAYS_LINK.test(because.replaceAll(value, ' ').replaceAll(match.text, ' '));
}
