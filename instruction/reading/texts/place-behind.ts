// A place that is said behind a text without quotation marks: `swap test for sample in the first line`.

import type { Span } from '../../tokens.ts';
import { type Folded, QUOTED } from '../folded.ts';
import type { Intent } from '../intents.ts';
import { word } from '../lexicon.ts';
import { splitsAt, textOf } from '../part-text.ts';
import { IN_PLACE, THINGS } from '../things.ts';

/** Things that texts stand in; a date or an address is none. */
const PLACES = word(
  [
    ...(['title', 'header', 'footer', 'paragraph', 'line', 'item', 'row', 'sentence', 'heading', 'section', 'table', 'column', 'list', 'caption', 'note', 'subject', 'greeting'] as const).map((thing) => THINGS[thing]),
    'abstract|introduction|intro|conclusion|text|body|letter|box|cell|field|preamble|signature|table of contents|contents|bullet list|zusammenfassung|einleitung|text|kasten|zelle|unterschrift|inhaltsverzeichnis|praambel|resume|texte|encadre|cellule|preambule|resumen|texto|celda|testo|cella|tekst|cel|kader',
  ].join('|'),
); // prettier-ignore
/** A few words before the noun, and what says which one it is. */
const PLACE = new RegExp(`^(?:[^ ]+ ){0,5}?${PLACES}(?: .{1,60})?$`, 'u');

const PLACE_BEHIND_WORDS = new RegExp(QUOTED, 'u');

/** The text before such a place, and the place; undefined where none is said. The longest place counts. */
export function placeBehind(folded: Folded, span: Span): { readonly text: Span; readonly place: Span } | undefined {
  const part = textOf(folded, span);
  if (PLACE_BEHIND_WORDS.test(part.text)) return undefined;
  for (const [text, place] of splitsAt(part, `,? (?:${IN_PLACE})[ ']`))
    if (PLACE.test(folded.text.slice(place.start, place.end))) return { text, place };
  return undefined;
}

const PLACE_BEFORE = new RegExp(
  `^(?:${word('only|just|nur|seulement|solo|apenas|alleen')} )?(?:${IN_PLACE})[ '](?<place>(?:[^ \uE001]+ ){0,3}?${PLACES}(?: \\p{N}[\\p{N}.]*)?) (?:${word('the|das|le|la|el|il|o|het|a')} )?(?:${word('word|wort|mot|palabra|parola|palavra|woord|text|name')} )?(?<old>.+)$`,
  'du',
);

/** `replace in the title A by B`. */
function withPlaceBefore(folded: Folded, intent: Intent): readonly Intent[] {
  if (intent.kind !== 'replace' || intent.within) return [];
  const { text, at } = textOf(folded, intent.old);
  const groups = PLACE_BEFORE.exec(text)?.indices?.groups;
  const [place, old] = [groups?.['place'], groups?.['old']];
  return place && old ? [{ ...intent, old: at(...old), within: [at(...place)] }] : [];
}

/** Also without the place behind the new text: the document decides. */
export function withPlaceBehind(folded: Folded, intent: Intent): readonly Intent[] {
  const found = intent.kind === 'replace' && !intent.within ? placeBehind(folded, intent.fresh) : undefined;
  const before = withPlaceBefore(folded, intent);
  return found && intent.kind === 'replace'
    ? [intent, { ...intent, fresh: found.text, within: [found.place] }, ...before]
    : [intent, ...before];
}
