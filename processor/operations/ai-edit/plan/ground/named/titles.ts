// What stands for a name that has a number: the title of a section, the caption of a figure, a running head.

import { quotedIn, writtenAs } from '#instruction/reading/folded.ts';
import type { Intent } from '#instruction/reading/intents.ts';
import { plainName } from '../../places/ground-document.ts';
import { placesOf } from '../../places/page-lines.ts';
import { missing, type Resolution, type Resolved, type Scene } from '../../places/scene.ts';
import { namedUnits } from '../named-units.ts';

const TITLE_CHARS_MAX = 120;

/** `section 3 should be called "Methods"`: its heading, past its number. */
export function headingMeant(
  scene: Scene,
  { old, within }: Extract<Intent, { kind: 'replace' }>,
  value: string | undefined,
): Resolved | undefined {
  if (value === undefined || value.length > TITLE_CHARS_MAX || within) return undefined;
  const named = namedUnits(scene, old);
  const [unit, ...others] = named?.units ?? [];
  if (named?.thing !== 'section' || !unit?.heading || others.length > 0) return undefined;
  const lines = scene.ground.lines(unit.page);
  // `the heading "4. Methods"` names it, and does not count it.
  const quoted = quotedIn(scene.folded, old);
  const isOther = (said: string) =>
    !plainName(unit.heading?.map(({ start, end }) => lines.text.slice(start, end)).join(' ') ?? '').includes(said);
  if (quoted && isOther(plainName(writtenAs(scene.folded, quoted).text))) return undefined;
  const isNumber = ({ start, end }: { readonly start: number; readonly end: number }) => /^[\p{N}.]+$/u.test(lines.text.slice(start, end));
  const words = unit.heading.filter((one, at) => at > 0 || !isNumber(one) || /^\p{N}/u.test(value));
  const [place, ...more] = placesOf(lines, words);
  return place && more.length === 0 ? { ok: true, kind: 'value', targets: [[place]] } : undefined;
}

const FIGURE_NUMBER =
  /^(?:the )?(?:(?:caption|title|legend) (?:of|for|under|below|above|to) (?:the )?|(?:die )?(?:bildunterschrift|beschriftung) (?:von|zu|unter) |(?:la )?legende de (?:la )?|(?:el )?pie de (?:la )?|(?:la )?didascalia della )?(?<number>(?:figure|fig\.?|table|tab\.?|chart|exhibit|abbildung|abb\.?|bild|tabelle|tableau|figura|tabla|tabella|tabela|grafico|afbeelding|tabel) ?\p{N}{1,3}(?:\.\p{N}{1,3})?)(?:'s)?(?: (?:caption|title|titel|titre))?$/u;

/** `Fig. 2` is figure 2. */
function isCountedSo(text: string, name: string): boolean {
  const bare = (one: string) =>
    one
      .replace(/^(?:figure|fig|figura|figuur|abbildung|abb|bild|afbeelding) /u, 'figure ')
      .replace(/^(?:table|tab|tabelle|tableau|tabla|tabella|tabela|tabel) /u, 'table ');
  return `${bare(text)} `.startsWith(`${bare(name)} `);
}

/** `figure 3: call it "Fermentation tube"`: what its caption says behind its number. */
export function captionMeant(
  scene: Scene,
  { old, says, within }: Extract<Intent, { kind: 'replace' }>,
  value: string,
): Resolution | undefined {
  const said = FIGURE_NUMBER.exec(scene.folded.text.slice(old.start, old.end))?.groups?.['number'];
  if (said === undefined || says === 'text' || within || /\p{N}/u.test(value)) return undefined;
  const name = plainName(said);
  const named = scene.pages.flatMap((page) =>
    scene.ground.blocks(page).filter(({ kind, text }) => kind !== 'table' && kind !== 'picture' && isCountedSo(plainName(text), name)),
  );
  const captions = named.filter(({ kind }) => kind === 'caption');
  const [only, ...others] = captions.length > 0 ? captions : named;
  if (!only) return undefined;
  const lines = scene.ground.lines(only.page);
  const count = name.split(' ').length;
  const places = placesOf(lines, only.words.slice(count));
  const [place] = places;
  return place && others.length === 0 && places.length === 1
    ? { ok: true, kind: 'value', targets: [[place]] }
    : missing(said, placesOf(lines, only.words));
}

/** Running heads that differ only in the number of their page: what they share. */
export function withoutPageNumbers({ ground }: Scene, found: Resolved): Resolved | undefined {
  const cut = found.targets.map(([place, ...others]) => {
    const text = place ? ground.facts.pageText(place.page).slice(place.start, place.end) : '';
    const own = /^(?<before>\p{N}{1,4}\s+)?(?<head>.*?\p{L}.*?)(?<after>\s+\p{N}{1,4})?$/su.exec(text)?.groups;
    if (!place || others.length > 0 || !own?.['head'] || (own['before'] ?? own['after']) === undefined) return undefined;
    const start = place.start + (own['before']?.length ?? 0);
    return { page: place.page, start, end: start + own['head'].length, head: own['head'].replaceAll(/\s+/gu, ' ') };
  });
  const places = cut.flatMap((one) => one ?? []);
  const isOne = new Set(places.map(({ head }) => head)).size === 1 && new Set(places.map(({ page }) => page)).size === places.length;
  return isOne && places.length === cut.length
    ? { ...found, kind: 'value', targets: places.map(({ page, start, end }) => [{ page, start, end }]) }
    : undefined;
}
