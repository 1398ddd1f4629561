// Turkish, Japanese and Chinese put what joins quoted texts behind them, Hebrew before them as a part of the word: such a request is written anew in the
// order of the other languages, and read as theirs. Every word must have its part, or nothing is read.

import { fold, type Folded, quotedIn } from '../folded.ts';

/** A quoted text in the short form of a request: one character each. */
const FIRST = 0xe010;
const Q = '[\\ue010-\\ue013]';
const QUOTES_MAX = 4;

interface Frame {
  readonly pattern: RegExp;
  /** `$name` stands for what was found; nothing, where it was not. */
  readonly english: string;
}

/** Places in the order in which they are said, each with what it is in English. */
type Places = readonly (readonly [RegExp, (found: readonly string[]) => string])[];

interface Language {
  readonly sign: RegExp;
  readonly places: Places;
  readonly frames: readonly Frame[];
  readonly nouns: readonly (readonly [RegExp, string])[];
}

const TURKISH_NOUN =
  "(?:(?<noun>sat[ıi]r[ıi]n[ıi]|cumlesini|maddesini|paragraf[ıi]n[ıi]|metnini|ifadesini|yaz[ıi]s[ıi]n[ıi]|kelimesini|basl[ıi]g[ıi]n[ıi]|degerini|tarihini)|'?y?[ıiu]| metin)?";
const TURKISH_FROM = "(?:(?<beside>sat[ıi]r[ıi]n?dan|cumlesinden|maddesinden|paragraf[ıi]ndan|metninden|basl[ıi]g[ıi]ndan)|'?[dt][ea]n)?";
const CHANGE = '(?:degistir|guncelle|duzelt|yap|yaz)(?:in|[ıi]n|iniz|[ıi]n[ıi]z|[ei]r misiniz)?';

/** `את המילים`, `את השורה`; what the quoted text is called. */
const HEBREW_NOUN =
  '(?:את )?(?:ה)?(?:(?<noun>מילים|מילה|טקסט|ביטוי|משפט|שורה|פסקה|כותרת|שם|תאריך|סכום|מספר|סעיף|פריט)(?: הבאה?| הבאים| הבאות| החדשה?)?,? ?:? ?)?';
const HEBREW_BESIDE = '(?:(?:ה)?(?<beside>מילים|מילה|טקסט|ביטוי|משפט|שורה|פסקה|כותרת|סעיף|פריט) )?';
const HEBREW_PLEASE = '(?:(?:נא|יש|בבקשה|אנא|צריך|אפשר|רוצה|אבקש)[ ,]+)?';
/** What it is for; nothing is asked for in it. */
const HEBREW_END = `(?:,? (?:כך ש|על מנת ש|כדי ש)[^${Q.slice(1, -1)}]*)?`;

const HEBREW_ORDINALS: Readonly<Record<string, string>> = {
  ראשונה: 'first',
  שנייה: 'second',
  שניה: 'second',
  שלישית: 'third',
  רביעית: 'fourth',
  אחרונה: 'last',
};

const LANGUAGES: readonly Language[] = [
  {
    sign: /(?<!\p{L})(?:למחוק|מחקו?|להסיר|הסירו?|להחליף|החליפו?|החלף|לשנות|שנה|שנו|להוסיף|הוסיפו?|הוסף)(?!\p{L})/u,
    places: [
      [/^ב?עמוד (?<page>\d+),? ?/u, ([page = '']) => `on page ${page}`],
      [/^בטבלה (?<number>\d+),? ?/u, ([number = '']) => `in table ${number}`],
      [new RegExp(`^(?:תחת|מתחת ל)(?:ה?כותרת)? ?-?(?<q>${Q}),? ?`, 'u'), ([q = '']) => `under ${q}`],
      [/^בשורה ה(?<nth>ראשונה|שנייה|שניה|שלישית|רביעית|אחרונה),? ?/u, ([nth = '']) => `in the ${HEBREW_ORDINALS[nth] ?? ''} line`],
    ],
    frames: [
      {
        pattern: new RegExp(`^${HEBREW_PLEASE}(?:למחוק|מחקו?|להסיר|הסירו?) ${HEBREW_NOUN}(?<a>${Q})${HEBREW_END}$`, 'u'),
        english: 'delete the $noun $a',
      },
      {
        pattern: new RegExp(
          `^${HEBREW_PLEASE}(?:להחליף|החליפו?|החלף|לשנות|שנה|שנו) ${HEBREW_NOUN}(?<a>${Q}) (?:ב|ל)-?(?<b>${Q})${HEBREW_END}$`,
          'u',
        ),
        english: 'replace the $noun $a by $b',
      },
      {
        pattern: new RegExp(
          `^${HEBREW_PLEASE}(?:להוסיף|הוסיפו?|הוסף) ${HEBREW_NOUN}(?<a>${Q}) (?:אחרי|לאחר|מתחת ל-?) ?${HEBREW_BESIDE}(?<b>${Q})${HEBREW_END}$`,
          'u',
        ),
        english: 'add the $noun $a after the $beside $b',
      },
    ],
    nouns: [
      [/^משפט$/u, 'sentence'],
      [/^שורה$/u, 'row'],
      [/^פסקה$/u, 'paragraph'],
      [/^(?:סעיף|פריט)$/u, 'list item'],
      [/./u, 'text'],
    ],
  },
  {
    sign: /(?<!\p{L})(?:sil|kald[ıi]r|c[ıi]kar|degistir|guncelle|duzelt|yap|yaz|ekle)(?:y?in|y?[ıi]n|y?iniz|[ıi]n[ıi]z)?[.! ]*$/u,
    places: [
      [/^(?<page>\d+)\. ?sayfa(?:da|daki|dan|n[ıi]n)?[, ]+/u, ([page = '']) => `on page ${page}`],
      [/^sayfa (?<page>\d+)'?(?:[dt][ea]|deki|daki|teki|taki)?[, ]+/u, ([page = '']) => `on page ${page}`],
      [/^tablo (?<number>\d+)'?(?:[dt][ea](?:ki)?)[, ]+/u, ([number = '']) => `in table ${number}`],
      [
        new RegExp(`^(?<q>${Q}) (?:basl[ıi]g[ıi]n?(?: alt[ıi]nda(?:ki)?|daki)|bolumunde(?:ki)?|bolumundeki)[, ]+`, 'u'),
        ([q = '']) => `under ${q}`,
      ],
      [
        new RegExp(`^(?<q>${Q}) (?:sat[ıi]r[ıi]nda(?:ki)?|fiyat[ıi]n[ıi]|tarihini|degerini)[, ]+(?=${Q})`, 'u'),
        ([q = '']) => `in the row ${q}`,
      ],
    ],
    frames: [
      {
        pattern: new RegExp(`^(?<a>${Q}) ?${TURKISH_NOUN},? (?:sil|kald[ıi]r|c[ıi]kar)(?:in|[ıi]n|iniz|[ıi]n[ıi]z)?$`, 'u'),
        english: 'delete the $noun $a',
      },
      {
        pattern: new RegExp(`^(?<a>${Q}) ?${TURKISH_NOUN},? (?<b>${Q}) (?:ile|olarak) ${CHANGE}$`, 'u'),
        english: 'replace the $noun $a by $b',
      },
      {
        pattern: new RegExp(`^(?<a>${Q}) yerine (?<b>${Q}) ?${TURKISH_NOUN} ?(?:yap|yaz|koy|kullan)(?:in|[ıi]n|un|iniz|[ıi]n[ıi]z)?$`, 'u'),
        english: 'replace $a by $b',
      },
      {
        pattern: new RegExp(`^(?<a>${Q}) ?${TURKISH_FROM} sonra,? (?<b>${Q}) ?${TURKISH_NOUN} ekle(?:yin|yiniz)?$`, 'u'),
        english: 'add the $noun $b after the $beside $a',
      },
      {
        pattern: new RegExp(`^(?<a>${Q}) ?${TURKISH_FROM} once,? (?<b>${Q}) ?${TURKISH_NOUN} ekle(?:yin|yiniz)?$`, 'u'),
        english: 'add the $noun $b before the $beside $a',
      },
    ],
    nouns: [
      [/^sat/u, 'row'],
      [/^cumle/u, 'sentence'],
      [/^madde/u, 'list item'],
      [/^paragraf/u, 'paragraph'],
      [/./u, 'text'],
    ],
  },
  {
    sign: /[\u3040-\u30ff].*[。.]?$/u,
    places: [
      [/^(?<page>\d+) ?ページ目?(?:の|で|にある|、)?/u, ([page = '']) => `on page ${page}`],
      [/^表 ?(?<number>\d+)(?:の|にある|で)/u, ([number = '']) => `in table ${number}`],
      [
        new RegExp(`^(?:見出し)?(?<q>${Q})(?:の(?:見出しの)?下(?:の|にある)|の(?:節|章|セクション|項)(?:の|にある|で))`, 'u'),
        ([q = '']) => `under ${q}`,
      ],
      [new RegExp(`^(?<q>${Q})の行(?:の|にある|で)`, 'u'), ([q = '']) => `in the row ${q}`],
    ],
    frames: [
      {
        pattern: new RegExp(
          `^(?<a>${Q})(?:という|の)?(?<noun>文章?|一文|文言|記述|語句|テキスト|行|段落|項目|箇条書き)?を(?:(?:括弧|かっこ|カッコ|かぎ括弧|記号|引用符)ごと)?(?:削除し|消し|取り除い)(?:て)?(?:ください|下さい)?$`,
          'u',
        ),
        english: 'delete the $noun $a',
      },
      {
        pattern: new RegExp(
          `^(?<a>${Q})(?:という|の)?(?<noun>文章?|一文|文言|記述|語句|テキスト|見出し)?を、?(?<b>${Q})(?:に|へ|と)(?:変更|修正|置換|置き換え|変え|直し|差し替え|書き換え|更新)(?:し)?(?:て)?(?:ください|下さい)?$`,
          'u',
        ),
        english: 'replace the $noun $a by $b',
      },
      {
        pattern: new RegExp(
          `^(?<a>${Q})(?:という|の)?(?<beside>文章?|一文|行|段落|項目)?の(?:後|あと|次|下)に、?(?<b>${Q})(?:という(?<noun>文章?|一文|行|段落|項目))?を(?:追加|挿入)し(?:て)?(?:ください|下さい)?$`,
          'u',
        ),
        english: 'add the $noun $b after the $beside $a',
      },
    ],
    nouns: [
      [/^(?:文章?|一文)$/u, 'sentence'],
      [/^行$/u, 'row'],
      [/^段落$/u, 'paragraph'],
      [/^(?:項目|箇条書き)$/u, 'list item'],
      [/./u, 'text'],
    ],
  },
  {
    sign: /(?:删除|删掉|去掉|移除|改成|改为|替换|换成|插入|添加|加上|增加)/u,
    places: [
      [/^(?:请)?(?:在|把|将)?第 ?(?<page>\d+) ?页(?:上)?(?:的|中的?|里的?|，|,)?/u, ([page = '']) => `on page ${page}`],
      [/^(?:在|把|将)?表 ?(?<number>\d+)(?:中的?|里的?|的)/u, ([number = '']) => `in table ${number}`],
      [new RegExp(`^(?:在|把|将)?(?:标题)?(?<q>${Q})(?:标题)?(?:下面?的|部分(?:中)?的|一节(?:中)?的)`, 'u'), ([q = '']) => `under ${q}`],
    ],
    frames: [
      {
        pattern: new RegExp(
          `^(?:请)?(?:把|将)?(?<a>${Q})(?:这)?(?:一|句)?(?<noun>句话?|话|行|段话?|项|文字)?(?:删除|删掉|去掉|移除)(?:掉)?$`,
          'u',
        ),
        english: 'delete the $noun $a',
      },
      {
        pattern: new RegExp(
          `^(?:请)?(?:把|将)?(?<a>${Q})(?:这)?(?:一)?(?<noun>句话?|文字)?(?:改成|改为|替换为|替换成|换成)(?<b>${Q})$`,
          'u',
        ),
        english: 'replace the $noun $a by $b',
      },
      {
        pattern: new RegExp(
          `^(?:请)?(?:在)?(?<a>${Q})(?:这)?(?:一)?(?<beside>句话?|行|段|项)?(?:之?后面?|下面)(?:插入|添加|加上|增加)(?:一(?<noun>句话?|行|段|项))?(?<b>${Q})$`,
          'u',
        ),
        english: 'add the $noun $b after the $beside $a',
      },
    ],
    nouns: [
      [/^(?:句话?|话)$/u, 'sentence'],
      [/^行$/u, 'row'],
      [/^段/u, 'paragraph'],
      [/^项$/u, 'list item'],
      [/./u, 'text'],
    ],
  },
];

/** @returns undefined where it is in another language, or not wholly read */
/** Spaces between a quoted text and a letter of a script without spaces. */
const AROUND_QUOTE =
  /(?<=[\u3040-\u30ff\u4e00-\u9fff、，])\s+(?=[\ue010-\ue013])|(?<=[\ue010-\ue013])\s+(?=[\u3040-\u30ff\u4e00-\u9fff、，])/gu;

export function asEnglish(instruction: string): Folded | undefined {
  const folded = fold(instruction);
  const quotes: string[] = [];
  let short = '';
  for (let from = 0; ;) {
    const quote = quotedIn(folded, { start: from, end: folded.text.length });
    short += folded.text.slice(from, quote?.start ?? folded.text.length);
    if (!quote) break;
    short += String.fromCharCode(FIRST + quotes.length);
    quotes.push(folded.source.slice(quote.start, quote.end));
    from = quote.end;
  }
  if (quotes.length === 0 || quotes.length > QUOTES_MAX) return undefined;
  const said = short.replaceAll(AROUND_QUOTE, '').replaceAll(/\s+/gu, ' ').replace(/^[\s,]*(?:l[uü]tfen|请|どうか)?[\s,]*/u, '').replace(/[\s.!。]+$/u, ''); // prettier-ignore
  for (const language of LANGUAGES) {
    const english = language.sign.test(said) ? rewrite(language, said) : undefined;
    if (english === undefined) continue;
    return fold(english.replaceAll(/[\ue010-\ue013]/gu, (quote) => quotes[quote.charCodeAt(0) - FIRST] ?? ''));
  }
  return undefined;
}

function rewrite({ places, frames, nouns }: Language, said: string): string | undefined {
  const where: string[] = [];
  let rest = said.replace(/^(?<verb>删除|删掉|去掉|移除)(?<rest>.+)$/u, '$<rest>$<verb>');
  for (let isMore = true; isMore;) {
    isMore = false;
    for (const [pattern, english] of places) {
      const found = pattern.exec(rest);
      const left = rest.slice(found?.[0].length ?? 0);
      if (!found || !new RegExp(Q, 'u').test(left)) continue;
      where.push(english(Object.values(found.groups ?? {})));
      rest = left;
      isMore = true;
    }
  }
  for (const { pattern, english } of frames) {
    const groups = pattern.exec(rest)?.groups;
    if (!groups) continue;
    const words = english.replaceAll(/\$(\w+)/gu, (_, name: string) => {
      const found = groups[name];
      return found === undefined ? '' : /noun|beside/u.test(name) ? (nouns.find(([one]) => one.test(found))?.[1] ?? '') : found;
    });
    return [...words.split(/\s+/u), ...where].join(' ');
  }
  return undefined;
}
