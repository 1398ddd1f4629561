// An instruction as tokens: words, numbers, marks, quoted texts as one; Chinese, Japanese and Thai by characters.

import type { Folded } from '#instruction/reading/folded.ts';
import type { Span } from '#instruction/tokens.ts';

export interface Token extends Span {
  /** Folded: lower case, without accents; a quoted text is `"`. */
  readonly text: string;
  readonly source: string;
  readonly isQuoted: boolean;
}

const TOKEN =
  /\uE001\uE000*|https?:\/\/[^\s,;)"]+[^\s,;)".!?]|www\.[^\s,;)"]+[^\s,;)".!?]|[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+|(?:[ldnsmtcj]|qu|dell|all|nell|sull|dall|un|quell)'(?=[\p{L}])|\p{N}+(?:[.,:/'-]\p{N}+)*(?:st|nd|rd|th|%|er|eme|°)?(?![\p{L}])|[\u3040-\u30ff\u3400-\u9fff\uff66-\uff9f]|(?:(?![\u3040-\u30ff\u3400-\u9fff])[\p{L}\p{M}\p{N}])+(?:['.&/_-](?:(?![\u3040-\u30ff\u3400-\u9fff])[\p{L}\p{M}\p{N}])+)*|[^\s]/gu;

export function tokensOf({ source, text }: Folded): readonly Token[] {
  return [...text.matchAll(TOKEN)].map(({ 0: whole, index }) => {
    const isQuoted = whole.startsWith('\uE001');
    const end = index + whole.length;
    return { start: index, end, text: isQuoted ? '"' : whole, source: source.slice(index, end), isQuoted };
  });
}
