// The words that a phrase for a thing is made of, in nine languages, after folding: each token has one class. What has none is a word of its own,
// which must be found in the document.

import { BIGGER, BOLD, COLOR, ITALIC, PLACE_WORDS } from '../reading/looks.ts';
import { ORDINAL, ordinalOf } from '../reading/scope-words.ts';
import { type Thing, thingOf } from '../reading/things.ts';
import { PICTURE_NOUN } from '../reading/thing-words.ts';

/** How one thing stands to another. */
export type Relation = 'in' | 'under' | 'above' | 'after' | 'before' | 'beside';

/** What is said of what a thing says. */
export type Saying = 'start' | 'end' | 'holds';

/** What can be spoken of: things with a name of their own, and what stands for any of them. */
export type Noun = Thing | 'picture' | 'any' | 'text' | 'cell' | 'number' | 'money' | 'percent' | 'year';

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Says nothing of which thing it is. */
const FILL = set(
  'something anything somewhere etwas quelque chose algo qualcosa iets justo justa juste direkt genau gerade directamente directement direttamente precisamente qu c j n s t m d time occurrence mal fois vez volta keer the a an this that these those our my your his her its their it is are was were be been being stands stand there here which who where of just only very right exactly own whole entire complete full please still currently now also both all every each other some any ' +
    'little small tiny short long big large main actual existing first-level bulleted bullet numbered indented printed typed written whole-page called so to as and or but single one-line two-line single-line ' +
    'der die das den dem des ein eine einen einem einer eines diese dieser dieses diesen unser unsere mein meine ist sind war steht stehen da dort welche welcher welches wo nur ganz ganze ganzen ganzes gesamte kleine kleinen kleiner kurze kurzen kurzer grosse grossen zu und oder auch alle noch bitte eben jeweils ' +
    'le la les l un une ce cette cet ces notre mon ma est sont etait qui que ou y seul seule petit petite court courte grand grande tout toute tous toutes et aussi celui celle ceux ' +
    'el los las lo una unos este esta estos estas nuestro mi es esta son que quien donde solo sola pequeno pequena corto corta entero entera todo toda todos todas tambien ese esa aquel ' +
    'il gli i uno questo questa quello quella quelli nostro mio e sono che dove piccolo piccola corto intero intera tutto tutta tutti tutte anche ' +
    'o os as um uma este esta esse essa nosso meu sao esta onde inteiro inteira pequeno pequena tambem aquele aquela ' +
    'het de een dit dat deze die ons onze mijn is zijn waar kleine korte hele ook alle er',
);

const RELATIONS: Readonly<Record<Relation, ReadonlySet<string>>> = {
  in: set(
    'in on at of from for inside within off into im am auf aus von vom fur bei beim an des dans sur du en au aux d del della dello dell nel nella nello nell sul sulla di da al no na nos nas do dos das van uit op voor aan bij de zu zum zur',
  ),
  under: set('under below beneath underneath unter unterhalb darunter sous dessous debajo bajo sotto abaixo sob onder'),
  above: set('above over oberhalb uber dessus encima sobre sopra acima boven'),
  after: set('after following behind nach hinter apres derriere despues tras dopo depois apos na achter'),
  before: set('before preceding vor avant antes prima voor'),
  beside: set('beside next alongside neben cote junto accanto lado naast'),
};

const SAYINGS: Readonly<Record<Saying, ReadonlySet<string>>> = {
  start: set(
    'begins begin beginning starts start starting beginnt beginnend anfangt losgeht commence commencant commencent debute empieza empiezan comienza comienzan inizia iniziano comincia comeca comecam begint beginnen',
  ),
  end: set('ends end ending endet enden finit termine terminant termina terminan finisce finiscono termina eindigt'),
  holds: set(
    'says say saying reads read reading contains contain containing mentions mention mentioning about regarding concerning called named titled labelled labeled entitled headed marked listing describing discussing lists describes discusses with like talks talking speaks explains explaining ' +
      'mit enthalt heisst namens betreffend erwahnt handelt spricht geht um uber genannt lautet avec contient dit mentionne parle intitule intitulee nomme con contiene dice menciona habla titulado titulada llamado sobre su sulla parla intitolato intitolata com diz contem fala intitulado chamado met bevat zegt noemt gaat over genaamd',
  ),
};

/** Of several things that a phrase speaks of. */
const COUNTS: ReadonlyMap<string, number> = new Map(
  ['two both zwei beiden beide deux dos ambos ambas due entrambi dois duas twee', 'three drei trois tres tre drie', 'four vier quatre cuatro quattro quatro', 'five funf cinq cinco cinque vijf'].flatMap(
    (words, at) => words.split(' ').map((one) => [one, at + 2] as const),
  ),
); // prettier-ignore

const NOUNS: ReadonlyMap<string, Noun> = new Map<string, Noun>([
  ...[...set('entry entries one ones part bit thing block record position eintrag eintrage teil stelle entree entrees partie entrada entradas parte voce voci item elemento post vermelding stuk')].map(
    (one) => [one, 'any'] as const,
  ),
  ...[...set('word words phrase text texts label labels name names term terms string wort worter text begriff name mot mots texte terme nom palabra palabras texto nombre parola parole testo nome palavra palavras woord woorden tekst naam')].map(
    (one) => [one, 'text'] as const,
  ),
  ...[...set('cell cells zelle zellen cellule case celda casilla cella cel celula')].map((one) => [one, 'cell'] as const),
  ...[...set('number numbers figure figures value values amount amounts zahl zahlen wert betrag nombre valeur montant numero valor importe valore importo getal waarde bedrag')].map((one) => [one, 'number'] as const),
  ...[...set('money price prices sum preis summe prix somme precio suma prezzo somma preco soma prijs som')].map((one) => [one, 'money'] as const),
  ['amount of money', 'money'],
  ['sum of money', 'money'],
  ...[...set('percentage percentages percent prozentzahl prozentzahlen prozentsatz pourcentage pourcentages porcentaje porcentajes percentuale percentuali percentagem percentagens percentages')].map((one) => [one, 'percent'] as const),
  ...[...set('year years jahr jahreszahl jahre annee annees ano anos anno anni jaar jaartal jaren')].map((one) => [one, 'year'] as const),
  ...[...set('stanza stanzas verse strophe strophen verses estrofa strofa couplet')].map((one) => [one, 'paragraph'] as const),
  ...[...set('article articles artikel artikels articulo articolo artigo appendix anhang annexe anexo appendice')].map((one) => [one, 'section'] as const),
  ...[...set('uberschrift uberschriften section-heading subheading subheadings subtitle zwischenuberschrift')].map((one) => [one, 'heading'] as const),
  ...[...set('reference references quelle zitat')].map((one) => [one, 'any'] as const),
]); // prettier-ignore

const PICTURE = new RegExp(`^(?:${PICTURE_NOUN})$`, 'u');
const ORDINAL_WORD = new RegExp(`^(?:${ORDINAL})$`, 'u');
const POSITION = new RegExp(`^(?:${PLACE_WORDS})$`, 'u');
const LOOK = new RegExp(`^(?:${COLOR}|${BOLD}|${ITALIC}|${BIGGER})$`, 'u');

export type Term =
  | { readonly is: 'fill' }
  | { readonly is: 'relation'; readonly relation: Relation }
  | { readonly is: 'saying'; readonly saying: Saying }
  | { readonly is: 'count'; readonly count: number }
  | { readonly is: 'ordinal'; readonly nth: number }
  | { readonly is: 'noun'; readonly noun: Noun }
  | { readonly is: 'position' | 'look' | 'word' };

const KNOWN = new Map<string, Term>();
const KNOWN_MAX = 5000;

/** @param said a word or a few, folded */
export function termOf(written: string): Term {
  const said = written.replaceAll('ß', 'ss');
  const known = KNOWN.get(said);
  if (known) return known;
  const term = classify(said);
  if (KNOWN.size < KNOWN_MAX) KNOWN.set(said, term);
  return term;
}

function classify(said: string): Term {
  const nth = nthOf(said);
  if (nth !== undefined) return { is: 'ordinal', nth };
  const count = COUNTS.get(said);
  if (count !== undefined) return { is: 'count', count };
  for (const saying of ['start', 'end'] as const) if (SAYINGS[saying].has(said)) return { is: 'saying', saying };
  for (const relation of ['under', 'above', 'beside'] as const) if (RELATIONS[relation].has(said)) return { is: 'relation', relation };
  if (SAYINGS.holds.has(said)) return { is: 'saying', saying: 'holds' };
  const noun = nounOf(said);
  if (noun !== undefined) return { is: 'noun', noun };
  for (const relation of ['after', 'before', 'in'] as const) if (RELATIONS[relation].has(said)) return { is: 'relation', relation };
  if (FILL.has(said)) return { is: 'fill' };
  if (POSITION.test(said)) return { is: 'position' };
  return { is: LOOK.test(said) ? 'look' : 'word' };
}

/** `first`, `6th`, `15.` */
function nthOf(said: string): number | undefined {
  const counted = /^(\d{1,3})(?:st|nd|rd|th|\.|e|eme|er|o|a|º|ª)$/u.exec(said)?.[1];
  if (counted !== undefined) return Number(counted);
  return ORDINAL_WORD.test(said) ? ordinalOf(said) : undefined;
}

function nounOf(said: string): Noun | undefined {
  return NOUNS.get(said) ?? (PICTURE.test(said) ? 'picture' : thingOf(said));
}
