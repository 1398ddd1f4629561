// Chinese and Japanese: scripts without spaces, where particles stand beside the words.

import type { Span } from '../tokens.ts';
import { type Folded, quotedIn, trimmed } from './folded.ts';
import type { Intent } from './intents.ts';
import { COLOR, colorSaid, lookOf, positionSaid } from './looks.ts';

const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff]/u;
const PLEASE = /^(?:请|麻烦|帮我|请帮我|能不能|可以)+/u;
const TAIL = '(?:して(?:ください|下さい|ほしい)?|してください|て(?:ください|下さい)|に|。|，|吧|一下)*';

const REPLACED = '(?:改成|改为|替换为|替换成|换成|换为|更改为|修改为|变更为|更新为|更正为)';
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
    pattern: new RegExp(`^用?(?<color>${COLOR})?(?:标出|高亮|标记|突出显示)(?<target>.+?)$`, 'du'),
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

const NUMBERS =
  /^在?(?<where>每一?页|所有页|全ページの?|各ページの?)?(?<place>.*?)(?:に|加上|添加|插入|加)?(?:页码|ページ番号)(?:を?(?:付け|つけ|追加|入れ).*)?$/u;

function colored(color: Span | undefined, { text }: Folded): { readonly color?: string } {
  const said = color && colorSaid(text.slice(color.start, color.end));
  return said === undefined ? {} : { color: said };
}

export function readUnspaced(folded: Folded, part: Span): Intent[] {
  const whole = folded.text.slice(part.start, part.end);
  if (!UNSPACED.test(whole)) return [];
  const start = part.start + (PLEASE.exec(whole)?.[0].length ?? 0);
  const text = folded.text.slice(start, part.end);
  const numbers = NUMBERS.exec(text);
  if (numbers && !quotedIn(folded, part)) {
    const position = positionSaid(numbers.groups?.['place'] ?? '');
    return [{ kind: 'number', ...(position === undefined ? {} : { position }) }];
  }
  const looks = LOOKS.exec(text)?.indices?.groups;
  if (looks?.['target'] && looks['look']) {
    const [from, to] = looks['target'];
    const look = lookOf(text.slice(...looks['look']));
    const target = trimmed(folded, { start: start + from, end: start + to });
    if (look && target.start < target.end) return [{ kind: 'restyle', target, look }];
  }
  return FRAMES.flatMap(({ pattern, make }) => {
    const indices = pattern.exec(text)?.indices?.groups;
    if (!indices) return [];
    const groups: Record<string, Span> = {};
    for (const [name, at] of Object.entries(indices)) if (at) groups[name] = trimmed(folded, { start: start + at[0], end: start + at[1] });
    return make(groups, folded) ?? [];
  });
}
