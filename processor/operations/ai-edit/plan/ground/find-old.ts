// The text that is to be replaced: where it was said to stand, or the only place where what shall go stands.

import { quotedIn, trimmed, writtenAs } from '#instruction/reading/folded.ts';
import type { Intent } from '#instruction/reading/intents.ts';
import { DETERMINER } from '#instruction/reading/things.ts';
import type { Span } from '#instruction/tokens.ts';
import { GENERAL, headsAround } from './cells.ts';
import { findIn, plainName } from '../places/ground-document.ts';
import { holdsStems, stemsOf } from './named-units.ts';
import { type Place, placesOf, rowAt } from '../places/page-lines.ts';
import { cellOf, resolveTarget } from './resolve.ts';
import { placeRegion } from './regions.ts';
import { isIn, type Resolution, type Resolved, type Scene } from '../places/scene.ts';

export function resolveOld(scene: Scene, intent: Extract<Intent, { kind: 'replace' }>, not: Span | undefined): Resolution {
  if (not) {
    const { text } = writtenAs(scene.folded, trimmed(scene.folded, not, /[\s,;:()]/u));
    const all = findIn(scene.ground, text, scene.pages);
    // What stood there is said, and stands nowhere else: no other place can be meant.
    if (all?.places.length === 1 && !all.isInside) return { ok: true, kind: 'value', targets: [all.places] };
    // `instead of the paper title`: what stood there is described, and the place is said.
    if (
      !all &&
      DETERMINER.test(scene.folded.text.slice(not.start, not.end)) &&
      !/[\p{N}\uE001]/u.test(scene.folded.text.slice(not.start, not.end))
    )
      return resolveTarget(scene, intent.old);
    const described = onlyIn(scene, all?.isInside === true ? [] : (all?.places ?? []), intent);
    if (described) return { ok: true, kind: 'value', targets: [[described]] };
    const context = resolveTarget(scene, intent.old);
    if (!context.ok) return context;
    const region = context.targets.flatMap((places) => around(scene, context, places));
    const found = (all?.places ?? []).filter((place) => isIn(place, region));
    if (found.length !== 1) return { ok: false, why: found.length > 1 ? 'ambiguous' : 'missing', said: text, candidates: found };
    return { ok: true, kind: 'value', targets: [found] };
  }
  if (!intent.within) return resolveTarget(scene, intent.old);
  let inner = scene;
  for (const place of intent.within) {
    // A quoted text is no column.
    const cell = quotedIn(scene.folded, intent.old) ? undefined : cellOf(inner, nameOfRow(scene, place), intent.old);
    if (cell?.ok) return cell;
    const region = placeRegion(inner, place);
    if (!region)
      return (
        onlyText(scene, intent.old, place) ?? {
          ok: false,
          why: 'missing',
          said: scene.folded.source.slice(place.start, place.end),
          candidates: [],
        }
      );
    inner = { ...inner, region: region.region };
  }
  return resolveTarget(inner, intent.old);
}

/** A quoted text or a phrase that stands once in the document: wherever it is said to stand, no other can be meant. */
function onlyText({ ground, folded, pages }: Scene, span: Span, where: Span): Resolved | undefined {
  const { text, isQuoted } = writtenAs(folded, span);
  // `in article 3`, where there is none: another document is meant.
  if (/\p{N}/u.test(folded.text.slice(where.start, where.end))) return undefined;
  if (!isQuoted && !/\S\s+\S|\p{N}{2}|.{9}/u.test(text)) return undefined;
  const found = findIn(ground, text, pages);
  const [place, ...others] = found?.places ?? [];
  return place && others.length === 0 && found?.isInside === false ? { ok: true, kind: 'text', targets: [[place]] } : undefined;
}

/** The one of several places whose row, paragraph or heads hold the words that describe it. */
function onlyIn(scene: Scene, places: readonly Place[], { old, within = [] }: Extract<Intent, { kind: 'replace' }>): Place | undefined {
  const said = [old, ...within].map(({ start, end }) => scene.folded.source.slice(start, end)).join(' ');
  const stems = stemsOf(said.replaceAll(GENERAL, ' '));
  if (stems.length === 0) return undefined;
  const found = places.filter((place) => isIn(place, scene.region) && holdsStems(contextOf(scene, place), stems));
  return found.length === 1 ? found[0] : undefined;
}

/** The words around a place: its row, its paragraph, the heads of its cell; folded. */
export function contextOf(scene: Scene, place: Place): string {
  const lines = scene.ground.lines(place.page);
  const row = rowAt(lines, place) ?? [];
  const paragraph = lines.paragraphs.find(({ pieces }) =>
    pieces.some(({ words }) => words.some(({ start, end }) => start < place.end && end > place.start)),
  );
  return `${plainName([...row.map(({ text }) => text), paragraph?.text ?? ''].join(' '))} ${headsAround(scene, place)}`;
}

const ROW_WORD = /^(?:row|zeile|ligne|fila|riga|linha|rij) (?:of |for |with )?| (?:row|zeile|ligne|fila|riga|linha|rij)$/u;

function nameOfRow({ folded }: Scene, span: Span): Span {
  const text = folded.text.slice(span.start, span.end);
  const determiner = DETERMINER.exec(text)?.[0].length ?? 0;
  const bare = text.slice(determiner);
  const found = ROW_WORD.exec(bare) ?? /(?:'s|s') row$/u.exec(bare);
  if (!found) return { start: span.start + determiner, end: span.end };
  return found.index === 0
    ? { start: span.start + determiner + found[0].length, end: span.end }
    : { start: span.start + determiner, end: span.start + determiner + found.index };
}

/** The row or the value that a text stands in. */
function around({ ground }: Scene, context: Resolved, places: readonly Place[]): readonly Place[] {
  if (context.kind !== 'text') return places;
  return places.flatMap((place) => {
    const lines = ground.lines(place.page);
    const row = rowAt(lines, place);
    const paragraph = lines.paragraphs.find(({ pieces }) =>
      pieces.some(({ words }) => words.some(({ start, end }) => start < place.end && end > place.start)),
    );
    if (row && row.length > 1)
      return placesOf(
        lines,
        row.flatMap(({ words }) => words),
      );
    return paragraph
      ? placesOf(
          lines,
          paragraph.pieces.flatMap(({ words }) => words),
        )
      : [place];
  });
}
