// What shall lead to an address, however that is said: `X should link to …`, `make X clickable, it should open …`, `X: let it go to …`.

import type { Folded } from '../reading/folded.ts';
import { INSTEAD_OF, patternOf, word } from '../reading/lexicon.ts';
import { CLICKABLE, LINK_NOUN } from '../reading/thing-words.ts';
import { sliceOf, stripped, withoutAuxiliaries, withoutCourtesy } from './acts.ts';

const URL = /(?<![\p{L}\p{N}@])(?:https?:\/\/|www\.|mailto:)[^\s"'<>()\uE000\uE001]+[^\s"'<>().,;:!?\uE000\uE001]/u;
const MAKE = `(?:${word('make|turn|let|have|set|mach(?:en|e)?|lass(?:en|e)?|faire(?: d[eu])?|fais(?: d[eu])?|faites(?: d[eu])?|transforme[rz]?|rends?|rendre|haz|convierte|pon(?:er|ga)?|que|fai|rendi|trasforma|transforma|torna(?:r)?|faz(?:er)?|maak|laat')} )`;
const LINKED = `(?:${word('an?|un|une|ein(?:en)?|una|um|uma|een|into|to|en|in|a|als|zum|zur|as|to be|be')} )*(?:${LINK_NOUN}|${CLICKABLE}|${word('link(?:ed|s)?|point(?:s|ing)?|go(?:es)?|lead(?:s)?|open(?:s)?|jump|verlinken|verlinkt|zeigen|fuhren|fuhrt|renvoie[r]?|pointer?|mene[r]?|mener|ouvre|lleve|llevar|apunte|enlace|enlazar|porti|portare|punti|leve|levar|aponte|verwijst|verwijzen|leiden')})`;
const TOWARDS = `(?: (?:${CLICKABLE}|${LINK_NOUN}))?(?:,? (?:${word('it|this|that|and|should|must|shall|open|opens|go|goes|lead|leads|link|links|point|points|to|towards|with|auf|nach|zu|vers|a|sur|au|al|hacia|verso|para|naar|op|der|die|das|es|soll|fuhren|zeigen|qui|que|che|mene|ouvre|the|new|page|address|url|at')}|:))*`;

export interface LinkTarget {
  readonly target: Folded;
  readonly url: Folded;
}

export function readLinkTargets(given: Folded): readonly LinkTarget[] {
  const part = withoutCourtesy(given);
  const found = URL.exec(part.source);
  if (!found) return [];
  const tail = part.text.slice(found.index + found[0].length);
  if (
    !patternOf(
      `^[\\s.!?)]*(?:(?:${INSTEAD_OF})(?: .*)?|${word('instead|now|please|bitte|svp|por favor|per favore|aub')})?[\\s.!?]*$`,
      'u',
    ).test(tail)
  )
    return [];
  const head = sliceOf(part, 0, found.index);
  const url = sliceOf(part, found.index, found.index + found[0].length);
  const match = patternOf(`^(?<make>${MAKE})?(?<target>.{2,}?),? ${LINKED}${TOWARDS} *$`, 'du').exec(withLast(head.text));
  const at = match?.indices?.groups?.['target'];
  if (!at) return [];
  return [{ target: withoutAuxiliaries(stripped(sliceOf(head, at[0], at[1]))), url }];
}

const withLast = (text: string) => text.trimEnd();
