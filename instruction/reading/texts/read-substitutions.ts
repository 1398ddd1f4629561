// Texts that shall be others, said in another order than `change A to B`: `where it says A, it should say B`, `not A but B`, `A must be replaced by
// B`, `im Titel soll A durch B ersetzt werden`, `make A read B`. Each frame accounts for every word of its request.

import type { Span } from '../../tokens.ts';
import { type Folded, QUOTED } from '../folded.ts';
import type { Intent } from '../intents.ts';
import { ANY_VERB, ARROW, INSTEAD_OF, NOT, SHOULD_BE, TO, verbsOf, word } from '../lexicon.ts';
import { splitsAt, textOf } from '../part-text.ts';
import { takeWhere } from '../scope-words.ts';
import { IN_PLACE } from '../things.ts';

type Replace = Extract<Intent, { kind: 'replace' }>;

const MODAL = word(
  '(?:should|must|shall|needs? to|has to|have to|ought to|can|is to|are to)(?: please| now| rather)?|(?:soll(?:te)?n?|muss|mussen|musste)(?: bitte| jetzt| nun)?|bitte|doit|doivent|devrait|debe[n]?|deberia[n]?|tiene que|deve|devono|dovrebbe|devem|moet(?:en)?',
);
const IT = word('it|this|that|there|they|he|she|es|das|dies|dort|da|hier|cela|ca|il|eso|esto|ahi|questo|quello|isso|het|dat|er|on');
const NOW = word(
  'now|currently|presently|still|only|just|simply|rather|really|actually|please|wrongly|jetzt|derzeit|aktuell|noch|nur|einfach|stattdessen|bitte|falschlicherweise|maintenant|actuellement|encore|plutot|seulement|ahora|actualmente|todavia|simplemente|ora|adesso|attualmente|ancora|invece|agora|atualmente|ainda|nu|momenteel|nog|alleen',
);
const FILL = `(?:(?:${IT}|${NOW}) )*`;
const SAYS =
  "(?:says?|said|reads?|is|stands|has|shows|(?:is )?written|appears)|steht|stehen|heisst|lautet|(?:est )?(?:ecrit|indique|marque)|(?:il )?y a|lit|dice|pone|aparece|esta escrito|(?:c')?e scritto|dice|compare|diz|esta escrito|staat|staan";
const WHERE = word('where(?:ver)?(?: it)?|wo|uberall wo|la ou|ou|partout ou|donde|dove|la dove|onde|waar');
/** At the end of a request with its verb there. */
const STANDS = word(
  'schreiben|setzen|mettre|ecrire|poner|escribir|scrivere|mettere|escrever|schrijven|zetten|stehen|steht|heissen|heisst|lauten|lautet|sein|werden|staan|staat|heten|luiden|zijn|worden|etre|dire|lire|decir|ser|essere|dire',
);
const ASKS = `(?:${SHOULD_BE}|${MODAL}|${verbsOf('insert', 'change', 'replace')}|${word('use|we need|i need|i want|we want|have|verwende|nimm|utilise[rz]?|usa|usar|gebruik')})`;
const REPLACED = word(
  'replaced(?: with| by)?|(?:changed|corrected|updated|altered|amended|modified|turned|renamed|shortened|translated|converted)(?: in)?(?: ?to)?|(?:written(?: out)?|spelled(?: out)?|spelt)(?: as)?|renamed|called|titled|substituted (?:with|by)|swapped (?:for|with)',
);
const REPLACED_LAST = word(
  'ersetzt|geandert|abgeandert|korrigiert|umbenannt|gekurzt|ausgetauscht|getauscht|umgeandert|verandert|vervangen|gewijzigd|veranderd|gecorrigeerd|hernoemd|omgezet',
);
const REPLACED_BY = word(
  '(?:etre )?(?:remplacee?s?|substituee?s?) par|(?:etre )?(?:changee?s?|modifiee?s?|corrigee?s?|renommee?s?|transformee?s?) (?:en|par)|(?:ser )?(?:reemplazad[oa]s?|sustituid[oa]s?|cambiad[oa]s?|corregid[oa]s?|modificad[oa]s?) (?:por|a|en|con)|(?:cambiarse|sustituirse|reemplazarse|corregirse|modificarse) (?:por|a|en|con)|' +
    '(?:essere |venire )?(?:sostituit[oaie]|cambiat[oaie]|corrett[oaie]|modificat[oaie]) (?:con|in|da|a)|(?:ser )?(?:substituid[oa]s?|trocad[oa]s?|alterad[oa]s?|corrigid[oa]s?|mudad[oa]s?) (?:por|para|em)|(?:worden )?(?:vervangen|gewijzigd|veranderd) (?:worden )?(?:door|in|naar)',
);
const BUT = word('but(?: rather| instead)?|sondern|mais(?: plutot)?|sino|ma|bensi|mas(?: sim)?|e sim|maar');
const DENIED = word(
  "(?:it(?:'s| is| should be| must be| has to be) )?not|(?:es (?:heisst|muss|ist|soll) )?nicht|(?:ce n'est )?pas|no|non|nao|niet",
);
const TYPO = word(
  'typos?|misspellings?|mistakes?|errors?|slips?|(?:tipp|schreib|rechtschreib)?fehler|coquilles?|fautes?(?: de frappe| d.orthographe)?|erreurs?|erratas?|errores|error|erro(?:s|ri|re)?|refus[oi]|gralhas?|(?:tik|schrijf|typ)?fout(?:en|je)?',
);
const LACK = word(
  `${TYPO.slice(TYPO.indexOf('(?:') + 3, TYPO.lastIndexOf(')(?!'))}|words?|letters?|commas?|apostrophes?|hyphens?|spaces?|accents?|dots?|wort|buchstabe|komma|mot|lettre|virgule|accent|palabra|letra|coma|acento|parola|lettera|virgola|accento|palavra|acento|woord`,
);
const FAULTY = word(
  '(?:is|are|was) (?:wrong|incorrect|outdated|obsolete|misspell?ed|misspelt|spelled wrong(?:ly)?|wrongly spelled|out of date|not right|not correct|no longer (?:right|correct|valid)|inaccurate)|ist (?:falsch(?: geschrieben)?|veraltet|nicht (?:richtig|korrekt|mehr aktuell))|est (?:faux|fausse|mal (?:ecrit|orthographie)e?|incorrecte?|perimee?)|(?:es|esta) (?:incorrect[oa]|mal(?: escrit[oa])?|equivocad[oa])|e (?:sbagliat[oa]|errat[oa]|scritt[oa] male)|esta (?:errad[oa]|incorret[oa])|is (?:fout|verkeerd(?: gespeld)?|niet juist)',
);
const HAS_LACK = `(?:${word('is missing|are missing|misses|lacks|has|have|contains?|there(?:.s| is) missing|hat|fehlt|enthalt|il manque|contient|comporte|tiene|contiene|falta|ha|manca|tem|heeft|bevat|mist')}) [^:,;\uE001]{0,30}${LACK}|${FAULTY}`;

/** Whole words: a slot never ends within one. */
const WORDS = '[^ ]+(?: [^ ]+)*?';
const OLD = `(?<old>${WORDS})`;
const FRESH = `(?<fresh>${WORDS})`;
const PLACE = `(?<place>(?:${IN_PLACE})[ ']${WORDS})`;
const BEHIND = `(?:,? (?<behind>(?:${IN_PLACE})[ ']${WORDS}))?`;

interface Frame {
  /** Without this the frame is not tried. */
  readonly needs: RegExp;
  readonly pattern: RegExp;
  /** `text`: the old text itself is meant, not what stands for it. */
  readonly says: Replace['says'];
}
const frame = (needs: string, pattern: string, says: Replace['says'] = 'text'): Frame => ({
  needs: new RegExp(needs, 'u'),
  pattern: new RegExp(`^${pattern}$`, 'du'),
  says,
});
const SAY = word(SAYS);
const ENDS = word(
  'start|begin|end|close|open|continue|beginnen|anfangen|enden|commencer|finir|empezar|terminar|iniziare|finire|comecar|eindigen',
);
const READ = word('read|say|be called|be|show|lauten|heissen|dire|afficher|diga|dica|luiden');
const ITS = word(
  "it(?:'s| is| should (?:be|say|read)| must (?:be|say|read)| has to (?:be|say|read))|es (?:ist|heisst|muss|soll)|c'est|es|e|het is",
);

const FRAMES: readonly Frame[] = [
  // `instead of tools it should say products`
  frame(`^${INSTEAD_OF}|[ ,]${INSTEAD_OF}`, `${INSTEAD_OF} ${OLD},? ${FILL}${ASKS} ${FILL}(?:${SAY} )?${FRESH}(?: ${STANDS})?`),
  frame(`${INSTEAD_OF} ${QUOTED}`, `${INSTEAD_OF} (?<old>${QUOTED}),? ${FILL}${FRESH}(?: ${STANDS})?`),
  // `where it says "A" it should say "B"`, `wo "A" steht, soll "B" stehen`
  frame(WHERE, `${WHERE} ${FILL}(?:${SAY} )?${OLD}(?: ${SAY})?,? ${FILL}${ASKS} ${FILL}(?:${SAY} )?${FRESH}(?: ${STANDS})?`),
  // `we need "B" where it now says "A"`
  frame(WHERE, `(?:${ASKS} )?${FRESH},? ${WHERE} ${FILL}(?:${SAY} )?${OLD}(?: ${SAY})?`),
  // `not A but B, in the second paragraph`
  frame(`${DENIED} .* ${BUT} `, `${FILL}(?:${SHOULD_BE} )?${DENIED} ${OLD},? ${BUT} ${FRESH}${BEHIND}`),
  // `A should be replaced by B`
  frame(REPLACED, `${OLD} ${MODAL} (?:be )?${REPLACED}(?: (?:with|by|to|into|as|in))? ${FRESH}${BEHIND}`, 'either'),
  // `im Titel soll A durch B ersetzt werden`
  frame(REPLACED_LAST, `${PLACE},? ${MODAL} ${OLD} ${TO} ${FRESH} ${REPLACED_LAST}(?: werden| worden)?`),
  frame(REPLACED_LAST, `${OLD} ${MODAL} ${TO} ${FRESH} ${REPLACED_LAST}(?: werden| worden)?`, 'either'),
  frame(REPLACED_BY, `(?:${MODAL} )?${OLD} (?:${MODAL} )?${REPLACED_BY} ${FRESH}`, 'either'),
  frame('vervangen|gewijzigd|veranderd', `${MODAL} ${OLD} (?:worden )?${word('vervangen|gewijzigd|veranderd')} (?:worden )?${TO} ${FRESH}`),
  // `der Titel soll B lauten`
  frame(`${STANDS}$`, `${OLD} ${MODAL} ${FILL}${FRESH} ${STANDS}`, 'either'),
  // `make the heading say B`
  frame(READ, `(?:${word('make|have|let|lass(?:en sie)?|faites|fais|haz que|fai|laat')}) ${OLD} ${READ} ${FRESH}`, 'either'),
  // `Ersetze im Titel "A" durch "B"`
  frame(QUOTED, `${verbsOf('change', 'replace')} (?<place>(?:${IN_PLACE})[ '][^\uE001]+?),? (?<old>${QUOTED}) (?:${TO}|${ARROW}) ${FRESH}`),
  frame(QUOTED, `(?<place>(?:${IN_PLACE})[ '][^\uE001]+?),? (?<old>${QUOTED}) (?:${TO}|${ARROW}) ${FRESH}(?: ${verbsOf('change', 'replace')})?`),
  // `the first sentence should start with "B" instead of "A"`
  frame(ENDS, `(?<place>${WORDS}) ${MODAL} ${ENDS}(?: ${word('with|in|on|mit|par|con|com|met')})? ${FRESH},? ${INSTEAD_OF} ${OLD}`),
  // `the title is missing a word: it should be B`
  frame(HAS_LACK, `${OLD} (?:${HAS_LACK})(?:[,:;.] ?| - | )(?:and |und |et |y |e |en )?${FILL}${SHOULD_BE} ${FRESH}(?: ${STANDS})?`, 'either'),
  // `the page number is wrong: 62`
  frame(FAULTY, `${OLD} ${FAULTY} ?[:=] ${FRESH}`, 'either'),
  // `there is a comma missing in A, it should be B`
  frame(
    `^(?:there|i found|hier|da|es|il|hay|falta|c'e|manca|ha|er)`,
    `(?:${word("there(?:'s| is| are)?|theres|i found|hier|da|es|il y a|il manque|hay|falta|c'e|manca|ha|falta|er")}) [^,:\uE001]*?${LACK}[^,:\uE001]*? (?:${word('in|at|bei|dans|en|a|em|van')}) ${OLD}(?:[,:;] ?| - )(?:and |und |et )?${FILL}${SHOULD_BE} ${FRESH}(?: ${STANDS})?`,
  ),
  // `in the first sentence it's 6 May, not 25 May`
  frame(ITS, `${PLACE},? ${ITS} ${FRESH}(?: ${STANDS})?(?:${NOT}|,? ${INSTEAD_OF}) ${OLD}`),
]; // prettier-ignore

/** `fix the typo in the title: A -> B` */
const TYPO_LEAD = new RegExp(
  `^(?:(?:${ANY_VERB}|${word('corriger|korrigieren|spot')}) )?(?:${word('the|this|that|a|an|one|two|another|small|little|obvious|spelling|following|these|some|den|die|das|der|diesen|folgenden?|le|la|les|cette|una?|el|los|las|il|lo|gli|i|o|os|as|de|het|deze|um|uma|ein|einen|une')} )*${TYPO}(?: (?:${word('in|on|at|im|auf|in der|dans|en|a|nel|nella|no|na|op')}) (?:${word('the|der|dem|den|le|la|el|il|o|a|de|het')} )?(?<place>[^:]{1,60}?))?(?: ?[:;]| -) ?(?<rest>.+)$`,
  'du',
);

/** What is corrected behind such a lead. */
function readBehindTypo(folded: Folded, part: Span): Intent[] {
  const { text, at } = textOf(folded, part);
  const groups = TYPO_LEAD.exec(text)?.indices?.groups;
  const [rest, place] = [groups?.['rest'], groups?.['place']];
  if (!rest) return [];
  return splitsAt(textOf(folded, at(...rest)), `,? ?(?:${ARROW}|${SHOULD_BE}|${TO})`).map(([old, fresh]) => {
    return { kind: 'replace', old, fresh, says: 'text', ...(place ? { within: [at(...place)] } : {}) };
  });
}

const SUBSTITUTIONS_SAID = new RegExp(ANY_VERB, 'u');

/** The two texts are cut at another place in another frame: the document decides. */
export function readSubstitutions(folded: Folded, part: Span): Intent[] {
  const { rest, where } = takeWhere(folded, part);
  const { text, at } = textOf(folded, rest);
  if (text.split(' ').length > WORDS_MAX) return [];
  const corrected = readBehindTypo(folded, rest).map((intent) => ({ ...intent, where }));
  const framed = FRAMES.flatMap(({ needs, pattern, says }): Intent[] => {
    if (!needs.test(text)) return [];
    const groups = pattern.exec(text)?.indices?.groups;
    const [old, fresh] = [groups?.['old'], groups?.['fresh']];
    if (!old || !fresh) return [];
    const places = [groups?.['place'], groups?.['behind']].flatMap((place) => (place ? [withoutPreposition(folded, at(...place))] : []));
    const said = SUBSTITUTIONS_SAID;
    // A place holds no request.
    if (places.some(({ start, end }) => said.test(folded.text.slice(start, end)) || /\uE001/u.test(folded.text.slice(start, end))))
      return [];
    return [{ kind: 'replace', old: at(...old), fresh: at(...fresh), says, where, ...(places.length > 0 ? { within: places } : {}) }];
  });
  return corrected.length > 0 ? corrected : framed;
}

/** What is longer holds a text of its own, in quotation marks, or says more than one request. */
const WORDS_MAX = 45;

const WITHOUT_PREPOSITION_JOINT = new RegExp(`^(?:${IN_PLACE})[ ']`, 'u');

function withoutPreposition(folded: Folded, span: Span): Span {
  const { text, at } = textOf(folded, span);
  const joint = WITHOUT_PREPOSITION_JOINT.exec(text);
  return joint ? at(joint[0].length, text.length) : span;
}
