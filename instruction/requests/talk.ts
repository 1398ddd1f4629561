// What speaks to whoever edits and asks for nothing: courtesy, reasons, what is known or was done. It may be left out of a request; what limits a
// request, or names another text, may not.

import { stayOf } from '../reading/clauses/stays.ts';
import { ANY_VERB, ARROW, CLOSERS, OPENERS, REASON, word } from '../reading/lexicon.ts';
import { LOOK_WORDS } from './acts.ts';

const COURTESY = new RegExp(
  `^(?:(?:${OPENERS}|${CLOSERS}|${word('thats all|that is all|ok|okay|fyi|ps|hope that helps|if that is possible|would be great|great|perfect|voila|das war.s|das ware (?:super|toll|nett)|graag gedaan')})[ ,.!]*)+$`,
  'u',
);
/** Announces requests: `two corrections for the poster`. */
const HEAD = new RegExp(
  `^(?:${word('just|only|the|some|a few|several|following|small|quick|minor|one|two|three|four|five|my|here are|zwei|drei|einige|kleine|deux|trois|quelques|dos|tres|algunos|algunas|due|tre|alcune|dois|duas|twee|drie|een paar')} )*${word('things?|changes?|typos?|corrections?|fix(?:es)?|edits?|requests?|points?|mistakes?|errors?|dinge|anderungen|korrekturen|fehler|modifications?|fautes?|cambios?|correcciones|errores|cambiamenti|correzioni|errori|mudancas|correcoes|erros|wijzigingen|correcties|fouten|foutjes')}(?: ${word('for|in|on|to|fur|im|in der|in dem|zum|zur|pour|dans|sur|para|en|per|nel|nella|em|no|na|voor|op')} [\\p{L} ]{2,40})?$`,
  'u',
);
/** Says that nothing more is asked for, or limits what is. */
const LIMIT = new RegExp(
  word(
    'only|except|unless|until|instead|rather|nur|ausser|sondern|stattdessen|seulement|sauf|uniquement|solo|solamente|salvo|excepto|soltanto|tranne|apenas|exceto|alleen|behalve|too|as well|everywhere|all of them|both|each',
  ),
  'u',
);
const MODAL = new RegExp(
  word(
    "should|must|shall|ought|need to|needs to|has to|have to|becomes?|is now|are now|(?:is|are) (?:now )?called|soll(?:en|te|ten)?|muss(?:en)?|doit|doivent|devrait|debe[n]?|deberia|tiene que|deve|devono|devem|moet(?:en)?|want|would like|i'd like|heisst|devient|se llama|diventa|passa a|can go|kann weg",
  ),
  'u',
);
const SUBJECT = new RegExp(
  `^(?:${word('and|but|as|since|because|so|so that|which|that|who|where|when|while|if|for|und|aber|weil|da|denn|damit|dass|die|der|das|et|mais|car|parce que|puisque|pour que|qui|y|pero|porque|ya que|que|e|ma|perche|che|mas|pois|en|maar|want|omdat|zodat|dat')} )*` +
    `(?:${word(
      "i|we|they|he|she|it|it's|its|that's|that|this|these|those|there|there's|nobody|no one|everyone|everybody|people|somebody|someone|our|my|the|a|an|his|her|their|your|im|i'm|we're|we've|i've|i'll|we'll|they're|don't|won't|can't|cant|" +
        'ich|wir|sie|er|es|man|niemand|das|dies|unser|unsere|mein|meine|der|die|je|j|nous|il|elle|ils|elles|c|ce|cela|ca|notre|nos|mon|ma|mes|le|la|les|l|yo|nosotros|ellos|ella|esto|eso|nuestro|nuestra|mi|mis|el|los|las|io|noi|loro|lui|lei|questo|nostro|nostra|mio|mia|lo|gli|eu|nos|eles|isto|isso|nosso|nossa|meu|minha|o|os|as|ik|wij|we|zij|ze|hij|het|dit|ons|onze|mijn|de',
    )})(?:[ ']|$)`,
  'u',
);
const FINITE_ENGLISH_WORDS =
  "is|are|was|were|has|have|had|will|would|can|could|may|might|did|does|do|don't|doesn't|didn't|isn't|aren't|wasn't|won't|can't|need|needs|needed|got|get|gets|goes|went|said|says|found|made|changed|moved|left|slipped|printed|looks?|seems?|stops?|ends?|breaks?|continues?|runs?|took|gave|wrote|read|shows?|means?|works?|uses?|used|sent|send|think|thought|know|knows|forgot|agreed|decided|restructured|renamed|updated|finished|expired|retired";
const FINITE_ENGLISH = new RegExp(word(FINITE_ENGLISH_WORDS), 'u');
const ENGLISH = /(?<![\p{L}])(?:the|this|that|and|of|is|are|was|we|it|they)(?![\p{L}])/u;
const FINITE = new RegExp(
  word(
    `${FINITE_ENGLISH_WORDS}|` +
      'ist|sind|war|waren|hat|haben|hatte|wird|werden|kann|konnen|brauchen|brauche|braucht|stimmt|passt|est|sont|etait|a|ont|avons|ai|avait|sera|peut|veut|faut|es|son|era|esta|estan|ha|han|hemos|tiene|tienen|puede|sono|erano|abbiamo|hanno|sara|puo|serve|sao|foi|tem|temos|vai|pode|zijn|was|heeft|hebben|wordt|worden|kan|kunnen|klopt|hoort',
  ) + "|(?<=[ '])(?:est|ai|a)(?![\\p{L}])",
  'u',
);
/** A request where it begins. */
const IMPERATIVE = new RegExp(
  `(?:^|[,:] )(?:(?:${OPENERS}|${word('and|und|et|y|e|en|then|also')})[ ,]*)*(?:${ANY_VERB}|${word('move|turn|rotate|keep|leave|call|say|use|show|join|split|merge|sort|align|center|centre|shift')}) (?!${word('up|is|are|was|were')} )`,
  'u',
);

/** What redaction and removal do anyway. */
const UNREADABLE = new RegExp(
  word(
    '(?:must|should|may|can) (?:not|no longer) be (?:readable|searchable|visible|legible|seen|found|read|recognisable|recoverable)|(?:nobody|no one) (?:must|should|may|can) (?:be able to )?(?:read|see|find)|(?:darf|soll) (?:man )?nicht mehr (?:lesbar|zu lesen|sichtbar|auffindbar) sein|unlesbar',
  ),
  'u',
);
/** A pronoun that does something: whatever verb follows. */
const SOMEBODY = new RegExp(
  `^(?:${word('and|but|as|since|because|so|so that|which|that|who|where|when|while|if|und|aber|weil|da|denn|damit|et|mais|car|parce que|puisque|y|pero|porque|ya que|e|ma|perche|mas|pois|en|maar|want|omdat|zodat')} )*(?:${word("i|we|they|he|she|nobody|no one|everyone|everybody|people|somebody|someone|there|theres|there's|it's|that's|ich|wir|man|niemand|jemand|je|j|nous|on (?:a|n|va|l|en|y|ne)|ils|elles|c|yo|nosotros|ellos|alguien|nadie|io|noi|nessuno|qualcuno|eu|eles|ninguem|alguem|ik|wij|we|ze|niemand|iemand")})(?:[ ']|$)`,
  'u',
);
/** Says in what state a thing is; what shall be done with it is asked for behind it. */
const STATE = new RegExp(
  `^[^:]{3,140} ${word("is|are|was|were|looks?|seems?|ist|sind|est|sont|es|esta|estan|son|e|sono|sao|is|zijn|isn't|aren't")} (?:${word('now|also|all|just|still|totally|completely|very|a bit|quite|so|too|far too|much too|not|no longer|jetzt|auch|noch|zu|sehr|nicht mehr|trop|tres|muy|demasiado|troppo|muito|te|heel')} )*${word('dead|broken|wrong|incorrect|outdated|out of date|obsolete|old|empty|blank|missing|misspelled|misspelt|ugly|superfluous|redundant|unreadable|illegible|nonsense|cut off|crooked|gone|tot|kaputt|falsch|veraltet|leer|uberflussig|morte?s?|casse[es]*|fausse?s?|perimee?s?|vides?|rot[oa]s?|equivocad[oa]s?|vaci[oa]s?|obsolet[oa]s?|sbagliat[oaie]|vecchi[oae]?|vuot[oaie]|errad[oa]s?|vazi[oa]s?|fout|verouderd|leeg|big|small|large|long|short')}(?: ${word('now|anyway|there|here')})?$`,
  'u',
);
/** Why, in a word or two. */
const BECAUSE = new RegExp(
  `^(?:${word('it.s|its|that.s|thats|just|a|an|the|ein|un|una|een')} )*(?:[\\p{L}-]+ )?${word('typo|misprint|mistake|error|wrong|outdated|obsolete|retracted|duplicate|old|misspelt|misspelled|tippfehler|fehler|falsch|veraltet|uberholt|doppelt|erreur|faute|coquille|perime|obsolete|errata|error|equivocado|errore|refuso|sbagliato|erro|errado|fout|tikfout|verouderd')}(?: [\\p{L}-]+){0,2}$`,
  'u',
);

/** A request within it. */
const ASKED = new RegExp(
  `${word('please|pls|plz|bitte|svp|por favor|per favore|aub')} (?:${ANY_VERB}|${word('say|use|write')})(?: |$)`,
  'u',
);

const WORDS_MAX = 26;

/** @param said a piece of an instruction, folded */
export function isTalk(said: string): boolean {
  const text = said.replaceAll(/^[\s,.;:!?()-]+|[\s,.;:!?()-]+$/gu, '');
  if (text === '' || COURTESY.test(text) || HEAD.test(text)) return true;
  if (/[\uE001@#]|->|→|https?:/u.test(text) || text.split(' ').length > WORDS_MAX) return false;
  if (STATE.test(text) && !/\uE001/u.test(text) && !IMPERATIVE.test(text)) return true;
  const isSomebody = SOMEBODY.test(text) && !ASKED.test(text);
  if (UNREADABLE.test(text)) return true;
  if ((/\p{N}/u.test(text) && !isSomebody) || LIMIT.test(text) || MODAL.test(text) || new RegExp(ARROW, 'u').test(text)) return false;
  if (LOOK_WORDS.test(text)) return false;
  if (stayOf(text) !== undefined) return false;
  if (IMPERATIVE.test(text) || ASKED.test(text)) return false;
  if (isSomebody || BECAUSE.test(text)) return true;
  if (ENGLISH.test(text) && !FINITE_ENGLISH.test(text)) return false;
  return (SUBJECT.test(text) && FINITE.test(text)) || (REASON.test(text) && FINITE.test(text));
}
