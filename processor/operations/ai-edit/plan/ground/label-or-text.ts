// A name that stands in the document: the text itself is meant, or what stands for it.

import { writtenAs } from '#instruction/reading/folded.ts';
import type { Intent } from '#instruction/reading/intents.ts';
import { DETERMINER } from '#instruction/reading/things.ts';
import { valueBeside } from '../places/label-values.ts';
import { type Place, rowAt } from '../places/page-lines.ts';
import { type Resolution, type Resolved, type Scene, textOf } from '../places/scene.ts';
import { isWholeLine } from './whole-lines.ts';

type Kind = 'number' | 'words';

function kindOf(text: string): Kind {
  const [digits, letters] = [text.match(/\p{N}/gu)?.length ?? 0, text.match(/\p{L}/gu)?.length ?? 0];
  return digits > letters ? 'number' : 'words';
}

/** `Version No. should be 2.0` means what stands for the label, `rename A to B` the text itself. */
export function labelOrText(scene: Scene, found: Resolved, intent: Extract<Intent, { kind: 'replace' }>, value: string): Resolution {
  const isQuoted = writtenAs(scene.folded, intent.old).isQuoted;
  const old = scene.folded.source.slice(intent.old.start, intent.old.end);
  if (found.kind !== 'text' || isQuoted || intent.says === 'text' || isCounted(old, value)) return found;
  const values = found.targets.flatMap(([place]) => (place ? (valueBeside(scene.ground, place) ?? []) : []));
  const [kind, fresh] = [kindOf(old), kindOf(value)];
  const isSeveral = found.targets.length > 1 && found.isEverywhere !== true;
  const several: Resolution = { ok: false, why: 'ambiguous', said: old, candidates: found.targets.flat() };
  if (isSeveral && (kind === 'number' || DETERMINER.test(scene.folded.text.slice(intent.old.start, intent.old.end)))) return several;
  if (intent.says === 'label' && values.length === 0 && found.targets.some(([place]) => place && isWholeLine(scene, place))) return several;
  const following =
    fresh === 'number' || /\p{N}/u.test(value) ? found.targets.flatMap(([place]) => (place ? (numberBehind(scene, place) ?? []) : [])) : [];
  if (following.length > 0 && !/\p{N}/u.test(old) && !value.includes(' ')) {
    const numbers = new Set(following.map((place) => textOf(scene, [place])));
    return numbers.size === 1
      ? { ok: true, kind: 'value', targets: following.map((place) => [place]) }
      : { ok: false, why: 'ambiguous', said: old, candidates: following };
  }
  // `the paper type is "Case study"`: what goes on behind a name at the beginning of its line may be what stands for it.
  if (
    intent.says === 'either' &&
    values.length === 0 &&
    isDescribed(scene, found, intent) &&
    found.targets.some(([place]) => place && goesOn(scene, place))
  )
    return several;
  if (values.length > 0) {
    const texts = new Set(values.map((place) => textOf(scene, [place])));
    const [only] = texts;
    if (texts.size > 1 || values.length < found.targets.length) return { ok: false, why: 'ambiguous', said: old, candidates: values };
    const isLabelMeant = kind === fresh && only !== undefined && kindOf(only) !== fresh;
    return isLabelMeant ? found : { ok: true, kind: 'value', targets: values.map((place) => [place]) };
  }
  // A name for a number is the head of a row: which of its cells is meant is not said.
  const isHead = found.targets.some(([place]) => place && (rowAt(scene.ground.lines(place.page), place)?.length ?? 0) > 1);
  if (kind === 'words' && fresh === 'number' && isHead) return { ok: false, why: 'ambiguous', said: old, candidates: found.targets.flat() };
  const isArrow = /^ ?(?:->|=>|→|⇒|>>) ?$/u.test(scene.folded.text.slice(intent.old.end, intent.fresh.start));
  // `Our Mission -> "…"`: the head of a column as likely means what stands under it.
  if (isArrow && isHead && kind === 'words' && writtenAs(scene.folded, intent.fresh).isQuoted) return several;
  if (!isArrow && /\p{N}/u.test(value) && !/\p{N}/u.test(old) && intent.says === 'either' && !value.includes(old)) return several;
  return found;
}

/** `Figure 7.2 should be Figure 7.3`: the same words with another number take the place of those. */
function isCounted(old: string, value: string): boolean {
  const words = (text: string) =>
    text
      .toLowerCase()
      .replaceAll(/[\p{N}.,]+/gu, '#')
      .trim();
  return /\p{L}/u.test(old) && /\p{N}/u.test(old) && words(old) === words(value);
}

/** Without its article it stands there: the words name a thing more likely than they quote it. */
function isDescribed({ folded }: Scene, { targets }: Resolved, { old }: Extract<Intent, { kind: 'replace' }>): boolean {
  const article = DETERMINER.exec(folded.text.slice(old.start, old.end))?.[0].length ?? 0;
  return article > 0 && targets.every(([place]) => place && place.end - place.start <= old.end - old.start - article + 1);
}

/** It begins its line, and more stands behind it. */
function goesOn({ ground }: Scene, place: Place): boolean {
  const piece = rowAt(ground.lines(place.page), place)?.find(({ words }) =>
    words.some(({ start, end }) => start < place.end && end > place.start),
  );
  return piece?.words[0]?.start === place.start && (piece.words.at(-1)?.end ?? 0) > place.end;
}

/** `Version 1.17`: the number right behind a name. */
function numberBehind({ ground }: Scene, place: Place): Place | undefined {
  const { page, end } = place;
  const lines = ground.lines(page);
  const found = /^(?:[ :#]|\bno\.? ?)*(?<number>\p{N}[\p{N}.,:/-]*(?<![.,:/-]))(?![-/_]?[\p{L}\p{N}])/u.exec(
    lines.text.slice(end, end + 40),
  );
  const number = found?.groups?.['number'];
  if (!found || number === undefined) return undefined;
  const behind = { page, start: end + found[0].length - number.length, end: end + found[0].length };
  // In a row of a table the next number is only one of several.
  const row = rowAt(lines, place) ?? [];
  const holds = (words: readonly { readonly start: number; readonly end: number }[], one: Place) =>
    words.some((word) => word.start < one.end && word.end > one.start);
  return row.length <= 2 || row.some(({ words }) => holds(words, place) && holds(words, behind)) ? behind : undefined;
}
