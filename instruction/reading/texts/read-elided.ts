// Requests that share one verb: `change A to B, C to D and the date to 5 May`, `A in B und C in D ändern`, `make A bold and B italic`.

import type { Span } from '../../tokens.ts';
import type { Folded } from '../folded.ts';
import type { Intent } from '../intents.ts';
import { patternOf, ARROW, TO, verbsOf, word } from '../lexicon.ts';
import { lookOf } from '../looks.ts';
import { splitsAt, type Text, textOf } from '../part-text.ts';
import { LOOKS } from '../read-looks.ts';
import { takeWhere } from '../scope-words.ts';
import { withPlaceBehind } from './place-behind.ts';

/** One of several requests: its own words, without the verb. */
export interface Elided {
  readonly span: Span;
  readonly readings: readonly Intent[];
}

const JOINT = new RegExp(`,? ${word('and|und|et|y|e|en|as well as|sowie|plus')} |[,;] ?`, 'gu');

/** @returns undefined where one verb has not several requests behind it */
export function readElided(folded: Folded, part: Span): readonly Elided[] | undefined {
  const text = textOf(folded, part);
  return shared(folded, text, verbsOf('change', 'replace', 'rename'), readOne) ?? shared(folded, text, verbsOf('style'), readLook);
}

type ReadOne = (folded: Folded, span: Span) => readonly Intent[];

function shared(folded: Folded, { text, at }: Text, verbs: string, read: ReadOne): readonly Elided[] | undefined {
  const first = patternOf(`^(?:${verbs})[ :]+(?:${word('from|von|de|da|van')} )?`, 'u').exec(text);
  const last = first ? null : patternOf(` (?:${verbs})$`, 'u').exec(text);
  if (!first && !last) return undefined;
  const [from, to] = [first?.[0].length ?? 0, last?.index ?? text.length];
  const found: Elided[] = [];
  let start = from;
  // A joint within one of the texts divides nothing: each part must be a request.
  for (const joint of [...text.slice(0, to).matchAll(JOINT), undefined]) {
    if (joint && joint.index < start) continue;
    const span = at(start, joint?.index ?? to);
    const readings = span.start < span.end ? read(folded, span) : [];
    const isLast = joint === undefined;
    if (readings.length === 0) {
      if (isLast) return undefined;
      continue;
    }
    const next = joint ? joint.index + joint[0].length : to;
    const following = joint ? text.slice(next, to) : '';
    if (joint && read(folded, at(next, to)).length === 0 && following !== '') continue;
    found.push({ span, readings });
    start = next;
  }
  return found.length > 1 ? found : undefined;
}

function readOne(folded: Folded, span: Span): readonly Intent[] {
  return splitsAt(textOf(folded, span), `(?:${TO}|${ARROW})`)
    .map(([old, fresh]): Intent => ({ kind: 'replace', old, fresh, says: 'either' }))
    .flatMap((intent) => withPlaceBehind(folded, intent));
}

const LOOK_FOUND = new RegExp(`^(?<target>[^ ]+(?: [^ ]+)*?),? (?<looks>${LOOKS})$`, 'u');

function readLook(folded: Folded, span: Span): readonly Intent[] {
  const { text, at } = textOf(folded, span);
  const found = LOOK_FOUND.exec(text);
  const look = lookOf(found?.groups?.['looks'] ?? '');
  if (!found?.groups?.['target'] || !look) return [];
  const { rest, where } = takeWhere(folded, at(0, found.groups['target'].length));
  return [{ kind: 'restyle', target: rest, where, look }];
}
