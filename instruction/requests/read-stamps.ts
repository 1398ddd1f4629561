// A mark on pages by its roles: a word in capitals or in quotation marks, a corner, pages, a colour, and nothing else.

import type { POSITIONS } from '#contract/params/edit-plan.ts';
import type { Folded } from '../reading/folded.ts';
import { patternOf, verbsOf, word } from '../reading/lexicon.ts';
import { COLOR, colorSaid, PLACE_WORDS, positionSaid } from '../reading/looks.ts';
import { findPages } from '../reading/scope-words.ts';
import { sliceOf, withoutCourtesy } from './acts.ts';

export interface StampSaid {
  readonly value: Folded;
  readonly position: (typeof POSITIONS)[number];
  readonly color: string | undefined;
  readonly pages: string;
}

const ADD = new RegExp(`^(?:${verbsOf('insert', 'change')}|${word('stamp|mark|have|want|need|gib')}) `, 'u');
const NOUN = word(
  '(?:the )?(?:words?|texts?|stamps?|marks?|label|note)|(?:das )?wort|(?:den )?text|stempel|schriftzug|(?:le )?mots?|(?:la )?mention|tampon|texte|(?:la )?palabra|sello|texto|(?:la )?parola|timbro|testo|(?:a )?palavra|carimbo|(?:het )?woord|stempel|tekst',
);
const FILL = word(
  'a|an|the|in|at|on|to|of|into|each|every|and|big|small|red|bold|saying|that says|ein|eine|einen|im|in der|in die|auf|der|die|das|den|oben|un|une|le|la|en|au|de|du|sur|dans|el|los|las|del|con|uno|il|nel|nella|su|di|em|no|na|um|uma|een|op|het|de|van|aan|page|pages|seite|pagina|corner|ecke|coin|esquina|angolo|canto|hoek',
);

export function readStamps(given: Folded): readonly StampSaid[] {
  const part = withoutCourtesy(given);
  const verb = ADD.exec(part.text)?.[0].length ?? 0;
  const pages = findPages(part, { start: 0, end: part.text.length });
  if (verb === 0 || !pages) return [];
  const quoted = /\uE001\uE000*/u.exec(part.text);
  const capitals = /(?<![\p{L}\p{N}])\p{Lu}{3,}(?: \p{Lu}{2,})*(?![\p{L}\p{N}])/u.exec(part.source);
  const found = quoted ?? (capitals && /\p{Ll}/u.test(part.source) ? capitals : null);
  if (!found) return [];
  const [start, end] = [found.index, found.index + found[0].length];
  const blank = (text: string, from: number, to: number) => text.slice(0, from) + ' '.repeat(to - from) + text.slice(to);
  let left = blank(blank(part.text, start, end), pages.span.start, pages.span.end).slice(verb);
  const color = patternOf(COLOR, 'u').exec(left)?.[0];
  const position = positionSaid(left);
  if (position === undefined) return [];
  for (const words of [COLOR, PLACE_WORDS, NOUN, FILL]) left = left.replaceAll(patternOf(words, 'gu'), ' ');
  if (/[\p{L}\p{N}\uE001]/u.test(left)) return [];
  return [{ value: sliceOf(part, start, end), position, color: color === undefined ? undefined : colorSaid(color), pages: pages.pages }];
}
