// Wishes that say what shall be done to a thing: `the last bullet should be removed`, `I want the date gone`, `die Zeile soll weg`. They are read as
// the request with its verb at the end, every word that remains at its place.

import type { Span } from '../../tokens.ts';
import { type Folded, QUOTED } from '../folded.ts';
import { ANY_VERB, patternOf, SIGNS, word } from '../lexicon.ts';
import { BIGGER, BOLD, COLOR, ITALIC, SMALLER, UPPER } from '../looks.ts';
import { THINGS } from '../things.ts';

const DONE: readonly (readonly [verb: string, participles: string])[] = [
  [
    SIGNS.delete,
    'removed|deleted|erased|dropped|taken (?:out|off|away)|cut(?: out)?|crossed out|cleared|left out|gone|go(?: away)?|disappear|vanish|' +
      '(?:geloscht|entfernt|gestrichen|weggelassen|rausgenommen|herausgenommen)(?: werden)?|weg(?:gelassen werden|fallen)?|raus|verschwinden|entfallen|' +
      'supprimee?s?|enlevee?s?|retiree?s?|effacee?s?|disparaitre|eliminad[oa]s?|borrad[oa]s?|quitad[oa]s?|suprimid[oa]s?|eliminarse|borrarse|quitarse|desaparecer|' +
      'eliminat[oaie]|cancellat[oaie]|rimoss[oaie]|tolt[oaie]|sparire|removid[oa]s?|apagad[oa]s?|excluid[oa]s?|sair|(?:verwijderd|geschrapt|gewist|weggehaald)(?: worden)?|eruit|verdwijnen',
  ],
  [
    SIGNS.redact,
    'redacted|blacked out|hidden|anonymi[sz]ed|masked|censored|(?:geschwarzt|unkenntlich gemacht|anonymisiert)(?: werden)?|caviardee?s?|masquee?s?|noircie?s?|anonymisee?s?|' +
      'tachad[oa]s?|ocultad[oa]s?|censurad[oa]s?|oscurat[oaie]|annerit[oaie]|tarjad[oa]s?|(?:zwartgelakt|geanonimiseerd|onleesbaar gemaakt)(?: worden)?',
  ],
  [
    SIGNS.highlight,
    'highlighted|(?:hervorgehoben|markiert)(?: werden)?|surlignee?s?|resaltad[oa]s?|evidenziat[oaie]|destacad[oa]s?|realcad[oa]s?|(?:gemarkeerd)(?: worden)?',
  ],
  [SIGNS.tick, 'ticked|checked|selected|chosen|(?:angekreuzt|angehakt|ausgewahlt)(?: werden| sein)?|cochee?s?|marcad[oa]s?|seleccionad[oa]s?|spuntat[oaie]|selezionat[oaie]|assinalad[oa]s?|(?:aangevinkt|aangekruist)(?: worden| zijn)?'],
  [SIGNS.untick, 'unticked|unchecked|deselected|(?:abgewahlt)(?: werden)?|decochee?s?|desmarcad[oa]s?|deselezionat[oaie]|uitgevinkt'],
  ['underline', 'underlined|unterstrichen(?: werden| sein)?|soulignee?s?|subrayad[oa]s?|sottolineat[oaie]|sublinhad[oa]s?|onderstreept(?: worden)?'],
]; // prettier-ignore

const MUST = word(
  '(?:should|must|shall|needs? to|has to|have to|ought to|can|could|may|is to|are to|will)(?: now| please| also| all| then)*(?: be| get)?|' +
    '(?:soll(?:te|en|ten)?|muss(?:en)?|kann|konnen|darf)(?: bitte| noch| auch| jetzt)*|(?:doit|doivent|peut|devrait|devraient)(?: etre)?|est a|sont a|(?:debe|deben|puede|deberia|tiene que|tienen que)(?: ser)?|' +
    '(?:deve|devono|puo|dovrebbe)(?: essere)?|va|vanno|(?:deve|devem|pode|tem que)(?: ser)?|(?:moet|moeten|mag|kan)',
);
const WANT = word(
  "(?:i|we) (?:want|need|would like|'d like)(?: to (?:have|see|get))?|i'd like(?: to (?:have|see))?|we'd like(?: to (?:have|see))?|have|get|ich (?:mochte|hatte gerne?|will)|wir (?:mochten|hatten gerne?)",
);
/** With a thing of its own: `the Prius should be blue` may speak of what stands in a table. */
const LOOK = `(?:${COLOR}|${BOLD}|${ITALIC}|${UPPER}|${BIGGER}|${SMALLER}|\\d{1,3} ?(?:pt|points?|punkt))`;
const LOOKS = `(?:(?:in|all in|both|en|auf|a) )?${LOOK}(?:(?: and | und | et | y | e | en |, ?| )${LOOK})*`;
const THING = `${QUOTED}|${word([...Object.values(THINGS), 'words?|phrase|term|expression|names?|label|wort|worter|begriff|mots?|nom|palabras?|nombre|parol[ae]|nome|palavras?|woord(?:en)?|naam'].join('|'))}`;

const PASSIVE_LOOK = new RegExp(
  `^(?<what>[^:]*?(?:${THING})[^:]*?)(?<wish>,? (?:${MUST})) ${LOOKS}(?: ${word('sein|werden|zijn|worden')})?$`,
  'du',
);

/** Before what goes: `I don't need page two`. */
const NOT_WANTED_LEAD = new RegExp(
  `^(?<wish>${word("(?:i|we)(?: (?:really|just|actually))? (?:don't|dont|do not|no longer) (?:want|need)(?: to (?:have|see|keep))?|no need for|lose|ditch|kill|nuke|zap|trash|(?:je|nous) (?:n'ai|n'avons|ne (?:veux|voulons)) (?:plus |pas )?(?:besoin d[e']|de)?|(?:ya )?no (?:necesit[oa]|necesitamos|quiero|queremos)|non (?:mi serve|ci serve|mi servono|ci servono|voglio|vogliamo)|nao (?:preciso|precisamos|quero|queremos)(?: d[aoe]s?)?")}) (?<target>[^ ]+(?: [^ ]+)*?)(?<tail>(?:,? ${word('any ?more|any longer|nicht mehr|there|here|in there|in it|plus|mas|piu|mais')})*)$`,
  'du',
);
/** Behind it: `the last page is not needed`. */
const NOT_WANTED = new RegExp(
  `^(?<target>[^ ]+(?: [^ ]+)*?)(?<wish>,? ${word("(?:is|are)(?: not|n't| no longer) (?:needed|required|necessary|wanted)|(?:isn't|aren't|isnt|arent) (?:needed|required|necessary|wanted)|(?:is|are) (?:superfluous|obsolete|redundant|unnecessary|unneeded|unwanted|not necessary)|(?:wird|werden) nicht (?:mehr )?(?:gebraucht|benotigt)|(?:ist|sind) (?:uberflussig|nicht (?:mehr )?notig)|(?:brauchen wir|brauche ich|braucht es|braucht man) nicht(?: mehr)?|n'est (?:plus|pas) (?:necessaire|utile)|ne sont (?:plus|pas) (?:necessaires|utiles)|est (?:superflue?|inutile)|(?:ya )?no (?:hace falta|hacen falta|se necesita[n]?|es necesari[oa])|sobran?|non (?:serve|servono)(?: piu)?|nao (?:e|sao) (?:mais )?necessari[oa]s?|is niet (?:meer )?nodig|zijn niet (?:meer )?nodig")}(?: ${word('any ?more|any longer|now|there|here')})*)$`,
  'du',
);

/** What is not wanted, as the request to remove it. */
function withUnwanted(folded: Folded, { start, end }: Span): Folded | undefined {
  const text = folded.text.slice(start, end);
  const found = (NOT_WANTED_LEAD.exec(text) ?? NOT_WANTED.exec(text))?.indices?.groups;
  const [target, wish] = [found?.['target'], found?.['wish']];
  if (!target || !wish || text.length > UNWANTED_CHARS_MAX || UNWANTED_ASKS.test(text.slice(...target))) return undefined;
  const isFirst = wish[0] < target[0];
  const [kept, length] = [text.slice(...target), wish[1] - wish[0]];
  const asked = isFirst
    ? `${SIGNS.delete.padEnd(length)}${text.slice(wish[1], target[1])}`
    : `${text.slice(0, target[0])}${kept}${` ${SIGNS.delete}`.padEnd(length)}`;
  return { ...folded, text: folded.text.slice(0, start) + asked.padEnd(end - start) + folded.text.slice(end) };
}

const UNWANTED_CHARS_MAX = 250;
const UNWANTED_ASKS = new RegExp(ANY_VERB, 'u');

/**
 * @returns the instruction with the wish as a request of the same length; undefined where a part wishes nothing of the kind
 */
export function withPassive(folded: Folded, { start, end }: Span): Folded | undefined {
  const text = folded.text.slice(start, end);
  for (const [verb, participles] of DONE) {
    const found =
      patternOf(`^(?<what>.+?)(?<wish>,? (?:${MUST}) (?:${word(participles)}))$`, 'du').exec(text) ??
      patternOf(`^(?:${WANT}) (?<what>.+?)(?<wish>(?: to(?: be)?)? (?:${word(participles)}))$`, 'du').exec(text);
    const { what, wish } = found?.indices?.groups ?? {};
    if (!what || !wish) continue;
    // The verb comes last.
    const asked = `${' '.repeat(what[0])}${text.slice(...what)}${verb.padStart(wish[1] - wish[0])}`;
    return { ...folded, text: folded.text.slice(0, start) + asked + folded.text.slice(end) };
  }
  const unwanted = withUnwanted(folded, { start, end });
  if (unwanted) return unwanted;
  const look = PASSIVE_LOOK.exec(text);
  const wish = look?.indices?.groups?.['wish'];
  if (!wish || /(?<!\p{L})(?:colou?r|farbe|couleur|colore|cor|kleur|status)(?!\p{L})/u.test(text.slice(0, wish[0]))) return undefined;
  const bare =
    text.slice(0, wish[0]) +
    ' '.repeat(wish[1] - wish[0]) +
    text.slice(wish[1]).replace(/ (?:sein|werden|zijn|worden)$/u, (tail) => ' '.repeat(tail.length));
  return { ...folded, text: folded.text.slice(0, start) + bare + folded.text.slice(end) };
}

/** What may be done to a thing and is no text for it: nobody writes `moved down` into a letter who asks that its title be that. */
const TREATED = word(
  'moved|shifted|rotated|turned|flipped|mirrored|replaced|exchanged|swapped|changed|corrected|fixed|updated|edited|amended|adjusted|translated|sorted|reordered|aligned|justified|indented|cent(?:ered|red)|resized|scaled|cropped|' +
    'enlarged|shrunk|shortened|widened|merged|split|duplicated|copied|repeated|added|inserted|filled(?: in| out)?|emptied|blank(?:ed)?|empty|flattened|stamped|signed off|numbered|renumbered|bolded|italici[sz]ed|capitali[sz]ed|' +
    'colou?red|recolou?red|struck through|crossed through|linked|unlinked|clickable|editable|visible|invisible|unreadable|readable|bigger|larger|smaller|longer|shorter|higher|lower|wider|narrower|darker|lighter|thicker|thinner|' +
    'lower ?case|upper ?case|(?:in )?capitals?(?: letters)?|(?:written|typed|printed|set|shown|displayed|spelled|spelt|formatted|styled|put|placed) (?:in|as|with|on|at|to)|[\\p{L}]+ed (?:by|from|until)|' +
    'verschoben|gedreht|ersetzt|getauscht|geandert|korrigiert|berichtigt|aktualisiert|angepasst|ubersetzt|sortiert|zentriert|ausgerichtet|eingeruckt|vergrossert|verkleinert|gekurzt|dupliziert|kopiert|ausgefullt|geleert|leer|grosser|kleiner|verlinkt|' +
    'deplacee?s?|tournee?s?|remplacee?s?|changee?s?|modifiee?s?|corrigee?s?|mise?s? a jour|traduite?s?|triee?s?|centree?s?|alignee?s?|agrandie?s?|reduite?s?|copiee?s?|remplie?s?|videe?s?|vides?|plus (?:grande?|petite?)s?|' +
    'movid[oa]s?|girad[oa]s?|reemplazad[oa]s?|cambiad[oa]s?|corregid[oa]s?|actualizad[oa]s?|traducid[oa]s?|centrad[oa]s?|alinead[oa]s?|agrandad[oa]s?|reducid[oa]s?|rellenad[oa]s?|vaci[oa]s?|mas (?:grande|pequen[oa])s?|' +
    'spostat[oaie]|ruotat[oaie]|sostituit[oaie]|cambiat[oaie]|corrett[oaie]|aggiornat[oaie]|tradott[oaie]|centrat[oaie]|allineat[oaie]|ingrandit[oaie]|ridott[oaie]|compilat[oaie]|vuot[oaie]|piu (?:grand[ei]|piccol[oaie])|' +
    'movid[oa]s?|substituid[oa]s?|trocad[oa]s?|alterad[oa]s?|corrigid[oa]s?|atualizad[oa]s?|traduzid[oa]s?|centralizad[oa]s?|alinhad[oa]s?|preenchid[oa]s?|vazi[oa]s?|maior(?:es)?|menor(?:es)?|' +
    'verplaatst|gedraaid|vervangen|gewijzigd|veranderd|gecorrigeerd|bijgewerkt|aangepast|vertaald|gecentreerd|uitgelijnd|vergroot|verkleind|ingevuld|leeg|groter|kleiner',
);
const TREATMENT = new RegExp(
  `^(?:(?:be|not|no longer|nicht(?: mehr)?|less|a bit|slightly|much|also|all|noch|etwas|un peu|un poco|un po|um pouco|wat) )*(?:${TREATED}|${DONE.map(([, participles]) => word(participles)).join('|')})(?: .*)?$`,
  'u',
);
const LOOK_ONLY = new RegExp(`^${LOOKS}$`, 'u');
const COLOR_ONLY = new RegExp(`^${COLOR}$`, 'u');

/** Words without quotation marks that say what is done to a thing, and are no text. Folded. */
export const isTreatment = (said: string): boolean => TREATMENT.test(said.trim());

/** Words that say how a thing looks, where what stands there is no such word. Folded. */
export const isLookOf = (said: string, old: string): boolean => LOOK_ONLY.test(said.trim()) && !COLOR_ONLY.test(old.trim());
