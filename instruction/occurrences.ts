// Which places of a text an instruction means: one that it counts or places, or all. Neither stands for the other.

import type { Match } from '#contract/params/edit-plan.ts';
import { type Said, sentenceOf, verbsOf } from './said.ts';
import type { Span } from './tokens.ts';
import { VERB_FAMILIES } from './verbs.ts';

const ORDINALS: readonly (readonly [place: number, words: string])[] = [
  [1, 'first|1st|erste[nrsm]?|premi[eè]re?|primer[oa]?|prim[oa]|primeir[oa]|eerste'],
  [2, 'second|2nd|zweite[nrsm]?|deuxi[eè]me|segund[oa]|second[oa]|tweede'],
  [3, 'third|3rd|dritte[nrsm]?|troisi[eè]me|tercer[oa]?|terz[oa]|terceir[oa]|derde'],
  [4, 'fourth|4th|vierte[nrsm]?|quatri[eè]me|cuart[oa]|quart[oa]|vierde'],
  [5, 'fifth|5th|fünfte[nrsm]?|cinqui[eè]me|quint[oa]|vijfde'],
  [6, 'sixth|6th'],
  [7, 'seventh|7th'],
  [8, 'eighth|8th'],
  [9, 'ninth|9th'],
  [10, 'tenth|10th'],
  [-1, 'last|final|letzte[nrsm]?|derni[eè]re?|[úu]ltim[oa]|laatste'],
];
const ORDINAL = ORDINALS.map(([, words]) => words).join('|');
const COUNTED = String.raw`occurrences?|instances?|times?|mentions?|match(?:es)?|ones?|vorkommen|stelle|mal|occurrence|fois|apparition|aparici[óo]n|vez|occorrenza|volta`;
/** `the second "Draft"`, `the first occurrence of the word Draft`. */
const BEFORE = new RegExp(
  String.raw`(?<!\p{L})(${ORDINAL}) +(?:(?:${COUNTED})(?: (?:of|von|de|di|des|du|del))? +)?(?:(?:the|das|le|la|el|il) +)?(?:(?:word|words|phrase|text|name|term|wort|mot|palabra|parola) +)?["'\x60]?$`,
  'u',
);
/** `Draft, but only the second`, `Draft the second time`. */
const AFTER = new RegExp(
  String.raw`(?:only|just|nur|seulement|solo|sólo)[^.;]{0,12}? (${ORDINAL})(?! (?:page|sheet|seite|p[áa]gin))(?!\p{L})|(?<!\p{L})(${ORDINAL}) (?:${COUNTED})(?!\p{L})`,
  'u',
);
const ONCE =
  /(?<!\p{L})(?:(?:only|just|exactly) (?:once|one)|once|one time|(?:nur )?einmal|une (?:seule )?fois|una (?:sola )?vez|una (?:sola )?volta)(?= *(?:$|[.,;!)]))/u;
const PLACED =
  /(?<!\p{L})(?:in|of|from|im|in der|dans|en|nel|nella) (?:the |le |la |el )?(?:very )?(?:title|heading|headline|subtitle|subject line|caption|signature|salutation|greeting|titel|überschrift|betreff|anrede|titre|objet|t[íi]tulo|asunto|titolo|oggetto)(?!s|\p{L})/u;
const ALL =
  /(?<!\p{L})(?:all|every|each|everywhere|throughout|wherever|any|both|alle[nrs]?|jede[nrsm]?|überall|tou(?:s|tes)|partout|chaque|tod[oa]s|cada|tutt[ie]|ogni|dappertutto)(?!\p{L})/u;
const REACH = 60;

/** Whether this choice among the places is the one that the instruction says beside them. */
export function isOccurrenceSaid(occurrence: Match['occurrence'], said: Said, spans: readonly Span[]): boolean {
  if (occurrence === 'all')
    return (
      spans.every((span) => oneSaid(said, span) === undefined) ||
      spans.some((span) => oneSaid(said, span) === undefined && ALL.test(around(said, span)[0]))
    );
  return spans.some((span) => {
    const one = oneSaid(said, span);
    if (one !== undefined) return one === 'some' || one === occurrence;
    return occurrence === 1 && !ALL.test(around(said, span).join(' '));
  });
}

/** @returns which one; `some` where the instruction only says that there is one */
function oneSaid(said: Said, span: Span): number | 'some' | undefined {
  const [before, after] = around(said, span);
  const found = BEFORE.exec(before)?.[1] ?? AFTER.exec(after)?.slice(1).find(Boolean) ?? AFTER.exec(before)?.slice(1).find(Boolean);
  if (found !== undefined) return ORDINALS.find(([, words]) => new RegExp(`^(?:${words})$`, 'u').test(found))?.[0] ?? 'some';
  return ONCE.test(after) || PLACED.test(after) || PLACED.test(before) ? 'some' : undefined;
}

/** The words beside it, up to the previous and the next request. */
function around(said: Said, span: Span): readonly [before: string, after: string] {
  const sentence = sentenceOf(said);
  const verbs = verbsOf({ ...said, ...sentence }, VERB_FAMILIES).filter(({ family }) => family !== 'keep');
  const own = verbs.findLast((verb) => verb.end <= span.start)?.start ?? sentence.start;
  const next = verbs.find((verb) => verb.start >= span.end)?.start ?? sentence.end;
  const { unquoted } = said;
  return [
    unquoted.slice(Math.max(own, sentence.start, span.start - REACH), span.start),
    unquoted.slice(span.end, Math.min(next, span.end + REACH)),
  ];
}
