// Chinese and Japanese: scripts without spaces, where particles stand beside the words.

import type { Span } from '../tokens.ts';
import { type Folded, quotedIn, trimmed } from './folded.ts';
import type { Intent } from './intents.ts';
import { COLOR, colorSaid, lookOf, positionSaid } from './looks.ts';
import { kindOfRemark } from './thing-words.ts';

const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff]/u;
const PLEASE = /^(?:请|麻烦|帮我|请帮我|能不能|可以)+/u;
const TAIL = '(?:して(?:ください|下さい|ほしい)?|してください|て(?:ください|下さい)|に|。|，|吧|一下)*';

const REPLACED = '请?(?:改成|改为|替换为|替换成|换成|换为|更改为|修改为|变更为|更新为|更正为)';
const FRAMES: readonly {
  readonly pattern: RegExp;
  readonly make: (groups: Readonly<Record<string, Span>>, folded: Folded) => Intent | undefined;
}[] = [
  {
    pattern: new RegExp(`^(?:把|将)?(?:所有的?|全部的?)?(?<old>.+?)(?:都|全部)?${REPLACED}(?<fresh>.+?)$`, 'du'),
    make: ({ old, fresh }) => old && fresh && { kind: 'replace', old, fresh, says: 'either' },
  },
  {
    pattern: new RegExp(`^用(?<fresh>.+?)(?:替换|代替)(?<old>.+?)$`, 'du'),
    make: ({ old, fresh }) => old && fresh && { kind: 'replace', old, fresh, says: 'text' },
  },
  {
    pattern: new RegExp(
      `^(?<old>.+?)(?:を|は)(?:全部|すべて|全て)?(?<fresh>.+?)(?:に|と)(?:変更|修正|置換|置き換え|変え|直し|差し替え|書き換え|更新|し)${TAIL}$`,
      'du',
    ),
    make: ({ old, fresh }) => old && fresh && { kind: 'replace', old, fresh, says: 'either' },
  },
  {
    // `…の文「A B C」の B を D に直して`: a part of a quoted text.
    pattern: new RegExp(
      `^[^\uE001]{0,30}(?<around>\uE001\uE000*) ?(?:の|中的?|里的?) ?(?<old>.+?) ?(?:を|改成|改为|换成) ?(?<fresh>.+?) ?(?:に|と)?(?:変更|修正|置換|置き換え|変え|直し|差し替え|書き換え)?(?:し)?${TAIL}$`,
      'du',
    ),
    make: ({ old, fresh, around }) =>
      old && fresh && { kind: 'replace', old, fresh, says: 'text', ...(around ? { within: [around] } : {}) },
  },
  {
    // `提出期限の「A」を全部「B」に`: all of them, so that nothing needs to choose.
    pattern: new RegExp(
      `^[^\uE001]{1,20}の(?<old>\uE001\uE000*)を(?:全部|すべて|全て)(?<fresh>\uE001\uE000*)(?:に|と)(?:変更|修正|置換|置き換え|変え|直し|差し替え|書き換え|更新|し)${TAIL}$`,
      'du',
    ),
    make: ({ old, fresh }) => old && fresh && { kind: 'replace', old, fresh, says: 'text' },
  },
  {
    pattern: new RegExp(`^(?:删除|删掉|去掉|移除|请删除)(?<target>.+?)$`, 'du'),
    make: ({ target }) => target && { kind: 'delete', target },
  },
  {
    pattern: new RegExp(`^(?:把|将)(?<target>.+?)(?:删除|删掉|去掉|移除)(?:掉)?$`, 'du'),
    make: ({ target }) => target && { kind: 'delete', target },
  },
  {
    pattern: new RegExp(`^(?<target>.+?)を(?:すべて|全部)?(?:削除|消し|取り除い)${TAIL}$`, 'du'),
    make: ({ target }) => target && { kind: 'delete', target },
  },
  {
    pattern: new RegExp(`^(?:把|将)?(?<target>.+?)(?:涂黑|抹黑|打码|遮盖|隐藏)$`, 'du'),
    make: ({ target }) => target && { kind: 'redact', target },
  },
  { pattern: new RegExp(`^(?:涂黑|遮盖|隐藏)(?<target>.+?)$`, 'du'), make: ({ target }) => target && { kind: 'redact', target } },
  {
    pattern: new RegExp(`^(?<target>.+?)を(?:黒塗り|墨消し|隠し)${TAIL}$`, 'du'),
    make: ({ target }) => target && { kind: 'redact', target },
  },
  {
    pattern: new RegExp(`^用?(?<color>${COLOR})?(?:标出|高亮|标记|突出显示)(?:所有的?|全部的?)?(?<target>.+?)$`, 'du'),
    make: ({ target, color }, folded) => target && { kind: 'highlight', target, ...colored(color, folded) },
  },
  {
    pattern: new RegExp(`^(?:把|将)(?<target>.+?)(?:用)?(?<color>${COLOR})?(?:标出|高亮|标记|突出显示)(?:出来)?$`, 'du'),
    make: ({ target, color }, folded) => target && { kind: 'highlight', target, ...colored(color, folded) },
  },
  {
    pattern: new RegExp(`^(?<target>.+?)を(?<color>${COLOR})?(?:の?マーカー|で?ハイライト|でマーク|で?強調)(?:で)?(?:表示)?${TAIL}$`, 'du'),
    make: ({ target, color }, folded) => target && { kind: 'highlight', target, ...colored(color, folded) },
  },
];
/** `把标题改成红色`, `見出しを太字にして`. */
const LOOK = `(?:${COLOR}|加?粗体?|加粗|斜体|太字|ボールド|イタリック|大写|大一点|小一点|大きく|小さく)`;
const LOOKS = new RegExp(
  `^(?:(?:把|将)?(?:文字|单词|词语)?(?<target>.+?)(?:的?(?:颜色|字体))?(?:改成|改为|变成|变为|设为|设置为|用|标成)(?<look>${LOOK})(?:字体?|的)?|(?<target>.+?)(?:の(?:色|文字))?を(?<look>${LOOK})に?(?:して|変更|変え).*)$`,
  'du',
);

/** `第3页`, `6ページ目`, `最后一页`, also in brackets behind its name. */
const PAGE = '(?:第? ?(?<number>\\d{1,5}) ?(?:ページ目?|页|頁)|(?<last>最后一?页|最後の?ページ|末页)|(?<first>第一页|首页|最初のページ))';
const PAGE_FRAMES = [
  new RegExp(`^${PAGE}(?:删掉|删除|去掉|移除)(?:掉)?$`, 'u'),
  new RegExp(`^(?:.{1,30}(?:ページ|页) ?\\( ?)?${PAGE}(?: ?\\))?を?(?:すべて|全部)?(?:削除|取り除|消し)${TAIL}$`, 'u'),
  new RegExp(`^(?:删除|删掉|去掉|移除)${PAGE}$`, 'u'),
  new RegExp(`^(?:把|将)${PAGE}(?:删除|删掉|去掉)(?:掉)?$`, 'u'),
];
const NUMBERS =
  /^(?:请)?在?(?<where>每一?页|所有页面?|全ページの?|各ページの?)?的?(?<place>.*?)(?:に|加上|添加|插入|加)?(?:页码|ページ番号)(?:を?(?:付け|つけ|追加|入れ).*)?$/u;

const CJK_PICTURE = '(?:logo|标志|徽标|图标|图片|图像|照片|ロゴ|画像|写真|図)';
const CJK_PLACE = '(?:左上|右上|左下|右下|上方?|下方?|中央|正中|底部|顶部)角?(?:隅)?';
const CJK_OWN = '(?:我们的|我的|公司的?|当社の|会社の|弊社の|私の|私たちの|添付の)';
const CJK_QUOTED = '\uE001\uE000*';

/** What is done to pictures, marks, notes, fields and pages: each frame accounts for the whole request. */
const THING_FRAMES: readonly { readonly pattern: RegExp; readonly make: (groups: Said) => Intent | undefined }[] = [
  {
    pattern: new RegExp(
      `^在(?<place>${CJK_PLACE})(?:处|位置)?(?:放上|加上|放置|插入|添加|放入|放|加)(?:一个)?${CJK_OWN}?${CJK_PICTURE}$`,
      'du',
    ),
    make: ({ said }) => positioned({ kind: 'add_picture' }, said['place']),
  },
  {
    pattern: new RegExp(`^(?:把|将)?${CJK_OWN}${CJK_PICTURE}(?:放到|放在|加到|加在|插入到?)(?<place>${CJK_PLACE})$`, 'du'),
    make: ({ said }) => positioned({ kind: 'add_picture' }, said['place']),
  },
  {
    pattern: new RegExp(`^(?<place>${CJK_PLACE})に${CJK_OWN}?${CJK_PICTURE}を(?:入れ|追加し|配置し|置い|挿入し|貼っ)${TAIL}$`, 'du'),
    make: ({ said }) => positioned({ kind: 'add_picture' }, said['place']),
  },
  {
    pattern: new RegExp(`^(?:删除|删掉|去掉|移除)(?<target>(?:${CJK_PLACE}的?)?${CJK_PICTURE})$`, 'du'),
    make: ({ at }) => at['target'] && { kind: 'picture', act: 'delete', target: at['target'] },
  },
  {
    pattern: new RegExp(`^(?<target>(?:${CJK_PLACE}の)?${CJK_PICTURE})を(?:削除し?|消し|取り除い)${TAIL}$`, 'du'),
    make: ({ at }) => at['target'] && { kind: 'picture', act: 'delete', target: at['target'] },
  },
  {
    pattern: new RegExp(
      `^(?:在(?:每一?页|所有页面?)?(?:上)?)?(?:添加|加上|加)(?<color>${COLOR})?(?:的)?水印(?<value>${CJK_QUOTED})$|^(?:添加|加上)(?<other>${CJK_QUOTED})(?:的)?水印$`,
      'du',
    ),
    make: ({ at, said }) => {
      const value = at['value'] ?? at['other'];
      return value && { kind: 'mark', mark: 'watermark', value, isBare: false, ...paint(said['color']) };
    },
  },
  {
    pattern: new RegExp(
      `^(?:(?:全|各|すべての)ページに)?(?<value>${CJK_QUOTED})(?:の|という)?(?:透かし|ウォーターマーク)を(?:入れ|追加し|付け|つけ)${TAIL}$`,
      'du',
    ),
    make: ({ at }) => at['value'] && { kind: 'mark', mark: 'watermark', value: at['value'], isBare: false },
  },
  {
    pattern: new RegExp(
      `^在(?<pages>第\\d+页|每一?页|首页|最后一页)?(?:的)?(?<place>${CJK_PLACE})(?:用)?(?:盖上?|加上?|写上?|添加|放上)(?:一个)?(?<color>${COLOR})?(?:的)?(?:印?章|戳|文字|字样)?(?<value>${CJK_QUOTED})(?:的?(?:印?章|戳|字样))?$`,
      'du',
    ),
    make: stamped,
  },
  {
    pattern: new RegExp(
      `^(?<pages>\\d+ページ目?|各ページ|全ページ|最後のページ|最初のページ)?の?(?<place>${CJK_PLACE})に(?:(?<color>${COLOR})い?の?)?(?<value>${CJK_QUOTED})(?:の|という)?(?:スタンプ|印|文字)?(?:を|と)(?:入れ|追加し|押し|書い|付け|つけ|表示し)${TAIL}$`,
      'du',
    ),
    make: stamped,
  },
  {
    pattern: new RegExp(
      `^(?:删除|删掉|去掉|清除|移除)(?:所有的?|全部的?)?(?<color>${COLOR})?的?(?<noun>批注|注释|高亮|标注|下划线|删除线)$`,
      'du',
    ),
    make: ({ said }) => remarks(said['noun'], said['color']),
  },
  {
    pattern: new RegExp(
      `^(?:すべての|全ての|全部の)?(?<color>${COLOR})?の?(?<noun>コメント|ハイライト|マーカー|注釈|付箋|下線|取り消し線)を(?:すべて|全て|全部)?(?:削除し?|消し|取り除い)${TAIL}$`,
      'du',
    ),
    make: ({ said }) => remarks(said['noun'], said['color']),
  },
  { pattern: /^(?:删除|去掉|移除)(?:所有的?|全部的?)?(?:超?链接)$/du, make: () => ({ kind: 'unlink', isBorder: false }) },
  {
    pattern: new RegExp(`^(?:すべての|全ての)?リンクを(?:すべて|全て)?(?:削除し?|消し|外し)${TAIL}$`, 'du'),
    make: () => ({ kind: 'unlink', isBorder: false }),
  },
  {
    pattern: /^(?:给|在|为)(?<target>.+?)(?:下面|下方)?(?:加上?|画上?|添加)(?<color>[\u3400-\u9fff]色)?(?:的)?下划线$/du,
    make: ({ at, said }) => at['target'] && { kind: 'line', line: 'underline', target: at['target'], ...paint(said['color']) },
  },
  {
    pattern: new RegExp(`^(?<target>.+?)に(?<color>${COLOR})?の?下線を(?:引い|付け|つけ|入れ)${TAIL}$`, 'du'),
    make: ({ at, said }) => at['target'] && { kind: 'line', line: 'underline', target: at['target'], ...paint(said['color']) },
  },
  {
    pattern: /^(?:勾选|选中|打勾|选择)(?<field>.+?)(?:选项|复选框)?$/du,
    make: ({ at }) => at['field'] && { kind: 'tick', field: at['field'], checked: true },
  },
  {
    pattern: new RegExp(`^(?<field>.+?)に(?:チェックを?(?:入れ|付け|つけ)|チェックし)${TAIL}$`, 'du'),
    make: ({ at }) => at['field'] && { kind: 'tick', field: at['field'], checked: true },
  },
  {
    pattern:
      /^(?:在|把|将)?(?<field>[^\uE001]+?)(?:栏|一栏|字段|处|框)?(?:里|中|内)?(?:填写|填入|填上?|写上?|输入)(?:为|成)?(?<value>.+)$/du,
    make: ({ at }) => at['field'] && at['value'] && { kind: 'fill', field: at['field'], value: at['value'] },
  },
  {
    pattern: new RegExp(
      `^(?<field>[^\uE001]+?)(?:欄|の欄|フィールド)?(?:に|は)(?<value>${CJK_QUOTED})(?:と|を)?(?:記入|入力|入れ|書い|書き込ん)(?:し|で)?${TAIL}$`,
      'du',
    ),
    make: ({ at }) => at['field'] && at['value'] && { kind: 'fill', field: at['field'], value: at['value'] },
  },
  { pattern: /^(?:清空|清除)(?:所有的?|全部的?)?(?:表单|字段|表格字段|填写内容)$/du, make: () => ({ kind: 'clear_fields' }) },
  {
    pattern: new RegExp(`^(?:すべての|全ての)?(?:フォーム|入力欄|フィールド)を(?:すべて|全て)?(?:空に|クリア|リセット)し?${TAIL}$`, 'du'),
    make: () => ({ kind: 'clear_fields' }),
  },
  {
    pattern:
      /^(?:把|将)(?<page>第 ?\d+ ?页|最后一?页|末页|首页|第一页)(?:移到|移动到|放到|调到)(?:最)?(?<place>前面|后面|开头|末尾|最前|最后)$/du,
    make: ({ said }) => movedTo(said['page'], said['place']),
  },
  {
    pattern: new RegExp(
      `^(?<page>\\d+ページ目?|最後のページ|最初のページ)を(?:一番|最)?(?<place>最初|先頭|前|最後|末尾|後ろ)(?:に)?(?:移動|移し|もってき)(?:し)?${TAIL}$`,
      'du',
    ),
    make: ({ said }) => movedTo(said['page'], said['place']),
  },
  {
    pattern: /^(?:颠倒|反转|倒转)(?:所有)?(?:页面?|页码)?(?:的)?(?:顺序|次序)$|^(?:把|将)(?:页面?)?顺序(?:颠倒|反转|倒过来)$/du,
    make: () => ({ kind: 'reverse' }),
  },
  { pattern: new RegExp(`^ページの?(?:順番|順序)を(?:逆に?|反対に)(?:し|並べ替え)?${TAIL}$`, 'du'), make: () => ({ kind: 'reverse' }) },
  {
    pattern: /^(?:只|仅)(?:保留|留下|要|需要)(?<list>第? ?\d+(?: ?(?:-|到|至|~|,|和) ?(?:第)?\d+)*) ?页$/du,
    make: ({ said }) => ({ kind: 'keep_pages', pages: pageList(said['list'] ?? '') }),
  },
  {
    pattern: new RegExp(
      `^(?<list>\\d+(?: ?(?:-|から|~|〜|,|と) ?\\d+)*) ?ページ目?(?:まで)?(?:だけ|のみ)を?(?:残し|保存し|抽出し|ください)?${TAIL}$`,
      'du',
    ),
    make: ({ said }) => ({ kind: 'keep_pages', pages: pageList(said['list'] ?? '') }),
  },
  {
    pattern:
      /^(?:把|将)?(?<pages>第 ?\d+ ?页|最后一?页|首页|所有页面?|每一?页|全部页面?|整个文档)(?:都)?(?<turn>顺时针|逆时针|向右|向左)?旋转(?<degrees>90|180|270) ?(?:度|°)$/du,
    make: ({ said }) => turned(said),
  },
  {
    pattern: new RegExp(
      `^(?:(?<pages>\\d+ページ目?|全ページ|すべてのページ|全てのページ|最後のページ|最初のページ)を)(?<turn>時計回りに|反時計回りに|右に|左に)?(?<degrees>90|180|270)(?:度|°)(?<later>時計回りに|反時計回りに)?(?:回転)(?:し|させ)?${TAIL}$`,
      'du',
    ),
    make: ({ said }) => turned(said),
  },
];

interface Said {
  readonly at: Readonly<Record<string, Span>>;
  readonly said: Readonly<Record<string, string>>;
}

function stamped({ at, said }: Said): Intent | undefined {
  return (
    at['value'] &&
    positioned(
      { kind: 'mark', mark: 'stamp', value: at['value'], isBare: false, ...paint(said['color']), ...onPages(said['pages']) },
      said['place'],
    )
  );
}

function positioned<I extends Extract<Intent, { kind: 'add_picture' | 'mark' }>>(intent: I, place: string | undefined): Intent | undefined {
  const position = CJK_POSITIONS.find(([words]) => words.test(place ?? ''))?.[1];
  return position && { ...intent, position };
}

const CJK_POSITIONS = [
  [/左上/u, 'top_left'],
  [/右上/u, 'top_right'],
  [/左下/u, 'bottom_left'],
  [/右下/u, 'bottom_right'],
  [/中央|正中/u, 'center'],
  [/底部|下/u, 'bottom_center'],
  [/顶部|上/u, 'top_center'],
] as const;

function paint(said: string | undefined): { readonly color?: string } {
  const color = said === undefined ? undefined : colorSaid(said);
  return color === undefined ? {} : { color };
}

function onPages(said: string | undefined): { readonly where?: { readonly pages: string } } {
  if (said === undefined) return {};
  const number = /\d+/u.exec(said)?.[0];
  return { where: { pages: number ?? (/最后|最後/u.test(said) ? 'last' : /首|最初/u.test(said) ? '1' : 'all') } };
}

function pageSaid(said: string | undefined): string | undefined {
  const number = /\d+/u.exec(said ?? '')?.[0];
  return number ?? (/最后|最後|末/u.test(said ?? '') ? 'last' : /首|第一|最初/u.test(said ?? '') ? '1' : undefined);
}

function movedTo(page: string | undefined, place = ''): Intent | undefined {
  const pages = pageSaid(page);
  const isFront = /前|开头|最初|先頭/u.test(place);
  return pages === undefined ? undefined : { kind: 'move_pages', pages, place: isFront ? 'before' : 'after', page: isFront ? 1 : -1 };
}

const pageList = (said: string) =>
  said
    .replaceAll(/[第 ]/gu, '')
    .replaceAll(/到|至|~|〜|から/gu, '-')
    .replaceAll(/和|と/gu, ',');

function remarks(noun: string | undefined, color: string | undefined): Intent | undefined {
  const kind = kindOfRemark(noun ?? '');
  return kind && { kind: 'remarks', act: 'remove', kinds: [kind], ...paint(color) };
}

function turned({ pages = '', turn = '', later = '', degrees }: Readonly<Record<string, string>>): Intent | undefined {
  const said = Number(degrees);
  const isLeft = /逆|左|反/u.test(turn + later);
  if (said !== 180 && turn + later === '') return undefined;
  const right = said === 180 ? 180 : isLeft === (said === 90) ? 270 : 90;
  return { kind: 'rotate', pages: pageSaid(pages) ?? 'all', degrees: right };
}

function readThingFrames(text: string, start: number, folded: Folded): Intent[] {
  return THING_FRAMES.flatMap(({ pattern, make }) => {
    const found = pattern.exec(text);
    if (!found) return [];
    const at: Record<string, Span> = {};
    const said: Record<string, string> = {};
    for (const [name, span] of Object.entries(found.indices?.groups ?? {})) {
      if (!span) continue;
      at[name] = trimmed(folded, { start: start + span[0], end: start + span[1] });
      said[name] = text.slice(...span);
    }
    return make({ at, said }) ?? [];
  });
}

/** What it is for, said behind a comma: it asks for nothing. */
const UNSPACED_REASON = /[,，。](?:因为|我要|我想|我们要|方便|以便|这样|谢谢|多谢|ので|ため)[^\uE001]*$/u;

function colored(color: Span | undefined, { text }: Folded): { readonly color?: string } {
  const said = color && colorSaid(text.slice(color.start, color.end));
  return said === undefined ? {} : { color: said };
}

export function readUnspaced(folded: Folded, part: Span): Intent[] {
  const whole = folded.text.slice(part.start, part.end);
  if (!UNSPACED.test(whole)) return [];
  const start = part.start + (PLEASE.exec(whole)?.[0].length ?? 0);
  const said = folded.text.slice(start, part.end);
  const reason = UNSPACED_REASON.exec(said);
  const text = reason && !/只|不要|除了|但/u.test(reason[0]) ? said.slice(0, reason.index) : said;
  const things = readThingFrames(text, start, folded);
  if (things.length > 0) return things;
  const numbers = NUMBERS.exec(text);
  if (numbers && !quotedIn(folded, part)) {
    const place = numbers.groups?.['place'] ?? '';
    const position = CJK_POSITIONS.find(([words]) => words.test(place))?.[1] ?? positionSaid(place);
    if (place !== '' && position === undefined) return [];
    return [{ kind: 'number', ...(position === undefined ? {} : { position }) }];
  }
  const looks = LOOKS.exec(text)?.indices?.groups;
  if (looks?.['target'] && looks['look']) {
    const [from, to] = looks['target'];
    const look = lookOf(text.slice(...looks['look']));
    const target = trimmed(folded, { start: start + from, end: start + to });
    if (look && target.start < target.end) return [{ kind: 'restyle', target, look }];
  }
  for (const frame of PAGE_FRAMES) {
    const page = frame.exec(text)?.groups;
    if (page) return [{ kind: 'delete_pages', pages: page['number'] ?? (page['last'] === undefined ? '1' : 'last') }];
  }
  const found = FRAMES.flatMap(({ pattern, make }) => {
    const indices = pattern.exec(text)?.indices?.groups;
    if (!indices) return [];
    const groups: Record<string, Span> = {};
    for (const [name, at] of Object.entries(indices)) if (at) groups[name] = trimmed(folded, { start: start + at[0], end: start + at[1] });
    return make(groups, folded) ?? [];
  });
  // `Xを黒塗りにして` makes no text of its own.
  const isMarked = found.some(({ kind }) => kind === 'redact' || kind === 'highlight');
  return isMarked ? found.filter(({ kind }) => kind !== 'replace') : found;
}
