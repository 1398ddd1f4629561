// What shall be read in the end: `so that it reads "A"`. It asks for nothing more.

import { word } from '../lexicon.ts';

/** Right before the quoted text that shall be there. */
export const RESULT = new RegExp(
  `${word(
    'so that|such that|so (?:it|they|this)|leaving(?: only| just)?|damit|so ?dass|pour qu(?:e|.il|.elle)|de (?:sorte|facon|maniere) (?:que|qu.il|qu.elle|a)|de (?:modo|forma|manera) que|para que|in modo (?:che|da)|cosi (?:che|da)|affinche|perche|zodat',
  )}[^.;:\uE001]*$`,
  'u',
);
