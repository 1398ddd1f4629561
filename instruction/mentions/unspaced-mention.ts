// A Chinese or Japanese phrase for a thing in the words and the order that phrases are read in: `最後の日付` as `last date`, `封面上的日期` as `date in cover
// page`. Texts of the document stay as they are written.

import { type Folded, fold } from '../reading/folded.ts';

const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff]/u;

export const isUnspaced = (text: string): boolean => UNSPACED.test(text);

const NUMERALS = '〇一二三四五六七八九十';
const numberOf = (said: string) =>
  /^\d+$/.test(said)
    ? said
    : String(Array.from(said).reduce((sum, one) => (one === '十' ? Math.max(1, sum) * 10 : sum + NUMERALS.indexOf(one)), 0));
const ORDINAL_ENDS: Readonly<Record<string, string>> = { '1': 'st', '2': 'nd', '3': 'rd' };
const nth = (said: string) => ` ${numberOf(said)}${ORDINAL_ENDS[numberOf(said)] ?? 'th'} `;

/** Longer words first. */
const WORDS: readonly (readonly [RegExp, string | ((...found: string[]) => string)])[] = [
  [/第?([0-9一二三四五六七八九十]+)(?:ページ目?|页|頁)(?:目)?/gu, (_, number = '1') => ` page ${numberOf(number)} `],
  [/(?:每一?页|各ページ|全ページ|所有页面?|すべてのページ)/gu, ' every page '],
  [/页面|頁面/gu, ' '],
  [/(?:封面|表紙)(?:页|ページ)?/gu, ' cover page '],
  [/第([0-9一二三四五六七八九十]+)(?:个|個|段落|段|项|項|条|章|节|節|の)?(?=段落|段|行|句|项|項|条|脚注|表|列|标题|見出し|$|[^0-9])/gu, (all, number = '1') =>
    nth(number) + (/段/.test(all) ? ' paragraph ' : /项|項/.test(all) ? ' item ' : /章|节|節|条/.test(all) ? ' section ' : '')],
  [/(?:最后一?(?:个|段|行|句)?|最後|末尾|一番下|最終)(?![面部端下方])/gu, ' last '],
  [/(?:最初|一番上|第一)/gu, ' first '],
  [/左上角?/gu, ' top left '], [/右上角?/gu, ' top right '], [/左下角?/gu, ' bottom left '], [/右下角?/gu, ' bottom right '],
  [/(?:最下面|最下方|底部|页底|下端|下部)/gu, ' bottom '], [/(?:最上面|最上方|顶部|上端|上部)/gu, ' top '],
  [/页码|ページ番号/gu, ' page number '], [/表格?标题|表のタイトル|キャプション|图注|図の説明/gu, ' caption '], [/页眉|ヘッダー/gu, ' header '], [/页脚|フッター/gu, ' footer '],
  [/日期|日付/gu, ' date '], [/小?标题|見出し|标题/gu, ' heading '], [/题目|タイトル|題名/gu, ' title '], [/段落|パラグラフ/gu, ' paragraph '], [/句子|文章/gu, ' sentence '],
  [/脚注/gu, ' footnote '], [/表格|テーブル|表/gu, ' table '], [/列/gu, ' column '], [/项目|項目/gu, ' item '], [/那?一?行/gu, ' line '], [/单词|単語|词语?|文字|这个词/gu, ' word '],
]; // prettier-ignore
const JOINT = /(?:上面?|中|里|内|にある|における|という|と書かれた)?(?:的|の)|という/gu;
const FILL = /^(?:再|把|将|请|請|また|そして|も)+|(?:上|中|里|内|に|で|は|を|が)+$/gu;
const POSITION = /^(?:(?:top|bottom|left|right|first|last|\d+(?:st|nd|rd|th)) ?)+$/u;

/** @returns undefined where nothing of the phrase is known */
export function spacedMention({ source }: Folded): Folded | undefined {
  const parts = source.split(JOINT).map((part) => {
    let text = part.replaceAll(FILL, '');
    if (!/^["“”「『]/u.test(text)) for (const [words, said] of WORDS) text = text.replaceAll(words, said as string);
    return text.replaceAll(/\s+/gu, ' ').trim();
  });
  const head = parts.pop();
  if (head === undefined || head === '') return undefined;
  const before = parts.filter((part) => POSITION.test(part));
  const places = parts.filter((part) => part !== '' && !POSITION.test(part));
  // A quoted text before its noun is what the noun says.
  const quoted = places.filter((part) => /^["“「『]/u.test(part));
  const others = places.filter((part) => !quoted.includes(part));
  const phrase = [...before, head, ...quoted, ...others.toReversed().map((place) => `in ${place}`)].join(' ');
  return phrase === source ? undefined : fold(phrase);
}
