// An insertion by its roles, grounded as the first reading does.

import { isTalk } from '#instruction/requests/talk.ts';
import type { Insertion } from '#instruction/requests/read-insertion.ts';
import { groundIntent } from '../ground/ground-intent.ts';
import { type Grounded, unclear } from '../ground/outcome.ts';
import type { Scene } from '../places/scene.ts';
import { composed } from './composed.ts';

export async function groundInsertionSaid(scene: Scene, { value, anchor, place, unit, isSentence }: Insertion): Promise<Grounded> {
  const stop = isSentence ? '.' : '';
  const { folded, spans } = composed([{ source: value.source + stop, text: value.text + stop }, anchor]);
  const [whole, at] = spans;
  const written = whole && { start: whole.start, end: whole.end - stop.length };
  if (!written || !at || isTalk(anchor.text)) return unclear(value.source);
  return groundIntent({ ...scene, folded }, { kind: 'insert_unit', value: written, anchor: at, place, ...(unit ? { unit } : {}) });
}
