// What is said to stay: none of the edits touches it.

import { PHRASES } from '../mentions/phrases.ts';
import { choosePages } from '#contract/params/edit-pages.ts';
import { EditOperation } from '#contract/params/edit-plan.ts';
import type { Folded } from '#instruction/reading/folded.ts';
import { patternOf, word } from '#instruction/reading/lexicon.ts';
import { sliceOf, stripped, withoutAuxiliaries } from '#instruction/requests/acts.ts';
import type { PlannedEdit } from '../ground/outcome.ts';
import { resolveTarget } from '../ground/resolve.ts';
import type { Place } from '../places/page-lines.ts';
import type { Scene } from '../places/scene.ts';

const LEAD = patternOf(
  `^(?:${word("and|but|just|only|und|aber|et|mais|y|pero|e|ma|mas|en|maar|please|bitte|keep|leave|don't touch|do not touch|lass(?:e|t)?|behalte|garde[rz]?|laisse[rz]?|conserve[rz]?|deja|deje|conserva|manten|lascia(?:te)?|mantieni|deixa|deixe|mantenha|laat|behoud|hou")} )+`,
  'u',
);
const TAIL = patternOf(
  ` ${word('(?:can |may |should |must |shall |will |has to |have to |is to )?(?:stays?|remains?|be left|be kept)|(?:soll |sollen |kann |konnen |muss )?(?:bleibt|bleiben)|(?:doit |peut )?(?:reste|restent|rester)|queda|quedan|resta|restano|rimane|fica|ficam|blijft|blijven|alone|untouched|unchanged|as (?:it|they) (?:is|are)|as is|in place|there|tranquille|igual|stehen|staan')}.*$`,
  'u',
);

/** @returns false where it is not found: it may be what is touched */
export async function isUntouched(scene: Scene, said: Folded, edits: readonly PlannedEdit[]): Promise<boolean> {
  const bare = stripped(said);
  const lead = LEAD.exec(bare.text)?.[0].length ?? 0;
  const rest = sliceOf(bare, lead, bare.text.length);
  const thing = withoutAuxiliaries(sliceOf(rest, 0, TAIL.exec(rest.text)?.index ?? rest.text.length));
  const kept = resolveTarget({ ...scene, folded: thing, phrases: PHRASES }, { start: 0, end: thing.text.length });
  const places = kept.ok ? kept.targets.flat() : kept.candidates;
  if (places.length === 0) return false;
  const touched = await touchedBy(scene, edits);
  return (
    touched !== undefined &&
    !places.some((one) => touched.some((two) => one.page === two.page && one.start < two.end && two.start < one.end))
  );
}

export async function touchedBy({ ground }: Pick<Scene, 'ground'>, edits: readonly PlannedEdit[]): Promise<readonly Place[] | undefined> {
  const touched: Place[] = [];
  for (const edit of edits) {
    const parsed = EditOperation.safeParse({ ...edit, id: 'op1', because: '-' });
    if (!parsed.success || !('match' in parsed.data)) return undefined;
    const { match, pages } = parsed.data;
    const places = await ground.facts.locate(match, choosePages(pages, ground.pageCount) ?? []);
    touched.push(...(match.occurrence === 'all' ? places : places.slice(match.occurrence - 1, match.occurrence)));
  }
  return touched;
}
