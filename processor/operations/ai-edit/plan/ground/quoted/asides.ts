// What stands in brackets behind a description: `the grand total (All Models)`, `the name of the buyer (Ann Brown)`, `the sentence about dealers
// ("Merchants must … need.")`.

import { trimmed, writtenAs } from '#instruction/reading/folded.ts';
import { LIMITS, word } from '#instruction/reading/lexicon.ts';
import { DETERMINER, thingOf } from '#instruction/reading/things.ts';
import type { Span } from '#instruction/tokens.ts';
import { findIn, plainName } from '../../places/ground-document.ts';
import { holdsStems, stemsOf } from '../named-units.ts';
import { type Place, placesOf, rowAt } from '../../places/page-lines.ts';
import { readsOn } from './quoted-units.ts';
import { isIn, missing, type Resolution, type Scene, textOf } from '../../places/scene.ts';

const ASIDE = /^(?<lead>[^()\uE001]+?) \((?<aside>[^()]+)\)$/du;
/** What is said of a person or a thing by its name is that name. */
const NAMED = word(
  'names?|company|person|customer|client|buyer|seller|sender|recipient|author|namen?|firma|person|kunde|besteller|noms?|personne|societe|nombres?|empresa|cliente|nom[ei]|azienda|persona|nomes?|naam|bedrijf|klant',
);

type Resolve = (scene: Scene, span: Span) => Resolution;

const WITH_ASIDE_WORDS = new RegExp(LIMITS.source, 'u');
const WITH_ASIDE_WORDS_2 = new RegExp(NAMED, 'u');

/** @returns undefined where nothing stands in brackets, or it does not lead to one thing */
export function resolveWithAside(scene: Scene, span: Span, resolve: Resolve): Resolution | undefined {
  const { folded } = scene;
  const found = ASIDE.exec(folded.text.slice(span.start, span.end))?.indices?.groups;
  if (!found?.['lead'] || !found['aside']) return undefined;
  const [lead, aside] = [found['lead'], found['aside']].map(([from, to]) =>
    trimmed(folded, { start: span.start + from, end: span.start + to }),
  );
  if (!lead || !aside) return undefined;
  const said = writtenAs(folded, aside).text;
  const elided = betweenDots(scene, said);
  if (elided) return elided;
  if (WITH_ASIDE_WORDS.test(folded.text.slice(aside.start, aside.end))) return undefined;
  // `the article (the first one)` is counted, not called so.
  if (!/[\p{Lu}\p{N}\p{Lo}]/u.test(said)) return undefined;
  const total = thingOf(folded.text.slice(lead.start, lead.end).replace(DETERMINER, '')) === 'total' ? totalOf(scene, said) : undefined;
  if (total) return total;
  const stems = stemsOf(said);
  const meant = resolve(scene, lead);
  if (meant.ok) {
    const fitting = meant.targets.filter((places) => places.some((place) => holdsStems(rowText(scene, place, places), stems)));
    return fitting.length > 0 && (fitting.length === 1 || fitting.length === meant.targets.length)
      ? { ...meant, targets: fitting }
      : undefined;
  }
  const fitting = meant.candidates.filter((place) => holdsStems(rowText(scene, place, [place]), stems));
  const [only] = fitting;
  if (only && fitting.length === 1) return { ok: true, kind: 'value', targets: [[only]] };
  return WITH_ASIDE_WORDS_2.test(folded.text.slice(lead.start, lead.end)) ? named(scene, said) : undefined;
}

/** What is spoken of, and the line that it stands in; folded. */
function rowText(scene: Scene, place: Place, places: readonly Place[]): string {
  const row = rowAt(scene.ground.lines(place.page), place) ?? [];
  return plainName(`${textOf(scene, places)} ${row.map(({ text }) => text).join(' ')}`);
}

/** `All Models Total Enrollments`: the number in the row of that name. */
function totalOf(scene: Scene, said: string): Resolution | undefined {
  const stems = [...stemsOf(said), 'total'];
  const numbers = scene.pages.flatMap((page) => {
    const lines = scene.ground.lines(page);
    return lines.rows.flatMap((row) => {
      const words = row.flatMap((piece) => piece.words);
      const isNumber = ({ start, end }: Place | (typeof words)[number]) => /^[^\p{L}]*\p{N}[^\p{L}]*$/u.test(lines.text.slice(start, end));
      const label = plainName(words.filter((one) => !isNumber(one)).map(({ start, end }) => lines.text.slice(start, end)).join(' ')); // prettier-ignore
      return holdsStems(label, stems) ? [placesOf(lines, words.filter(isNumber))] : [];
    });
  });
  const [only] = numbers;
  return only && numbers.length === 1 && only.length === 1 ? { ok: true, kind: 'value', targets: [only] } : undefined;
}

/** It stands there, and wherever it does it is the same. */
function named({ ground, pages, region }: Scene, said: string): Resolution | undefined {
  const found = findIn(ground, said, pages);
  const places = found?.isInside === false ? found.places.filter((place) => isIn(place, region)) : [];
  return places.length > 0 ? { ok: true, kind: 'value', targets: places.map((place) => [place]) } : undefined;
}

const ELIDED_CHARS_MAX = 480;

/** `Merchants must … otherwise need.`: from the only place of its beginning to the next one of its end. */
function betweenDots(scene: Scene, said: string): Resolution | undefined {
  const { ground, pages, region } = scene;
  const [first = '', last = '', more] = said.split(/ ?(?:\.\.\.|…) ?/u).map((one) => one.trim());
  if (more !== undefined || first.length < 4 || last.length < 4) return undefined;
  const starts = (findIn(ground, first, pages)?.places ?? []).filter((place) => isIn(place, region));
  const [start, ...others] = starts;
  if (!start) return missing(first);
  if (others.length > 0) return missing(first, starts);
  const [end] = (findIn(ground, last, [start.page])?.places ?? []).filter((place) => place.start >= start.end);
  const range = end && { page: start.page, start: start.start, end: end.end };
  if (!range || range.end - range.start > ELIDED_CHARS_MAX || !readsOn(scene, range)) return missing(last);
  return { ok: true, kind: 'block', targets: [[range]] };
}
