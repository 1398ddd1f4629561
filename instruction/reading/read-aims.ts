// Requests that say what for before they say how: `anonymise the letter: black bars over the names`.

import type { Span } from '../tokens.ts';
import { type Folded, QUOTED } from './folded.ts';
import type { Intent } from './intents.ts';
import { verbsOf, word } from './lexicon.ts';
import { textOf } from './part-text.ts';
import { takeWhere } from './scope-words.ts';
import { thingOf } from './things.ts';

const AIM = new RegExp(
  `^(?:${verbsOf('redact')}) (?:${word('it|them|this|that|es|sie|das|cela|ceci|esto|eso|questo|isto|dit|deze')}|(?:${word(
    'the|this|that|our|my|der|die|das|den|unser[en]?|mein[en]?|diese[nrs]?|le|la|les|ce|cette|notre|mon|ma|el|este|esta|nuestro|mi|il|lo|questo|questa|nostro|mio|o|a|os|as|nosso|meu|het|de|dit|deze|ons|onze|mijn',
  )} )(?<what>\\p{L}+(?: \\p{L}+)?))(?:, |: ?| - )(?:(?:i\\.? ?e\\.?|that is|namely|meaning|d\\.? ?h\\.?|das heisst|namlich|c.est-a-dire|es decir|cioe|ou seja|d\\.? ?w\\.? ?z\\.?)[,:]? )?(?<how>.+)$`,
  'du',
);
const BARS = new RegExp(
  `^(?:${word('black (?:bars?|boxes)|bars?|schwarze (?:balken|kasten)|balken|(?:des )?(?:bandes|barres) noires|(?:las )?barras negras|barre nere|barras pretas|zwarte balken')}) (?:${word('over|on|across|above|uber|auf|sur|sobre|encima de|su|sopra|em|over')}) (?<target>.+)$`,
  'du',
);
const NO_MORE = new RegExp(
  `^${word('no|kein[en]?|pas de|plus de|sin|ningun|nessun|nenhum|geen')} (?<target>${QUOTED})(?: ${word('any ?more|mehr|plus|mas|piu|mais|meer')})?(?:,? .{0,3}$|(?<where>,? .+))?$`,
  'du',
);

const AIMED_WORDS = new RegExp(`^(?:${verbsOf('redact', 'delete')}) `, 'u');

/**
 * `anonymise the letter: black bars over the names`: what for, then how.
 * @returns the request, or the part that is one; undefined where nothing is said before it
 */
export function readAimed(folded: Folded, part: Span): Intent | { readonly rest: Span } | undefined {
  const { text, at } = textOf(folded, part);
  const aim = AIM.exec(text)?.indices?.groups;
  const [how, what] = [aim?.['how'], aim?.['what']];
  if (!how) return undefined;
  const rest = at(...how);
  const own = textOf(folded, rest);
  const said = (BARS.exec(own.text) ?? NO_MORE.exec(own.text))?.indices?.groups;
  const [target, tail] = [said?.['target'], said?.['where']];
  if (!target) return AIMED_WORDS.test(own.text) ? { rest } : undefined;
  const scope = tail ? takeWhere(folded, rest).where : {};
  if (tail && scope.isEverywhere !== true && scope.pages === undefined) return undefined;
  const isPart = what && thingOf(text.slice(...what)) !== undefined;
  const { rest: bare, where } = takeWhere(folded, own.at(...target));
  return { kind: 'redact', target: bare, where: { ...where, ...scope }, ...(isPart ? { within: [at(...what)] } : {}) };
}
