// What goes along with a thing that goes: `das Bild samt Bildunterschrift`, `le dernier paragraphe avec sa didascalie`. It is asked for with the thing, and
// is the one that stands beside it: of another picture nobody spoke.

import type { EditName, EditOperation } from '#contract/params/edit-plan.ts';
import { fold } from '#instruction/reading/folded.ts';
import { word } from '#instruction/reading/lexicon.ts';
import { findFragment, mentionsOf, plain, rulersOf, verbsOf } from '#instruction/said.ts';
import type { Span } from '#instruction/tokens.ts';
import { VERB_FAMILIES } from '#instruction/verbs.ts';
import type { ShownBox } from '../../../../pdf/geometry/shown-box.ts';
import type { LocatedText } from '../../facts/locate.ts';
import type { PlacedOperation } from '../../facts/placed-operation.ts';
import type { PlacedBlock } from '../places/blocks.ts';
import type { GroundDocument } from '../places/ground-document.ts';

const WITH = word(
  'together with|along with|as well as|with|and|incl\\.?|including|inclusive of|plus|mitsamt|samt|zusammen mit|mit|und|inklusive|inkl\\.?|einschliesslich|nebst|avec|ainsi que|et|y compris|junto con|con|junto a|incluid[ao]|y|insieme (?:al?|alla)|assieme (?:al?|alla)|compres[ao]|e|junto com|com|inclusief|samen met|met|en',
);
const OWN =
  "(?:(?:its|their|the|that) (?:own )?|(?:seine[rnm]?|ihre[rnm]?|der|dem|den|die|das|dazugehorige[rnm]?|zugehorige[rnm]?) |(?:sa|son|ses|leurs?|les?|la) |l'|(?:sus?|el|los|las) |(?:la sua|il suo|le sue|i suoi|le|il|i) |(?:a sua|o seu|sua|seu|as?|os?) |(?:zijn|haar|hun|het|de|bijbehorende?|het bijbehorende|de bijbehorende) )";
const NOUNS = {
  caption:
    '(?:(?:figure|picture|image|photo|table) )?captions?|bildunterschrift(?:en)?|beschriftung(?:en)?|bildbeschriftung(?:en)?|legendes?|didascali(?:as?|es?|e)|leyendas?|pies? de (?:fotos?|imagen(?:es)?|figuras?)|legendas?|bijschrift(?:en)?|onderschrift(?:en)?',
  direction: 'stage directions?|regieanweisung(?:en)?|didascali(?:as?|es?|e)|acotacion(?:es)?|rubricas?|regieaanwijzing(?:en)?',
  heading: 'headings?|headlines?|titles?|uberschrift(?:en)?|titel|titres?|intertitres?|titulos?|encabezados?|titol[oi]|kop(?:je|pen)?',
} as const;
type Kind = keyof typeof NOUNS;

const PATTERNS = (Object.keys(NOUNS) as Kind[]).map((kind) => [kind, new RegExp(`(?<![\\p{L}\\p{N}])${WITH} ${OWN}?(?:${word(NOUNS[kind])})(?![\\p{L}\\p{N}])`, 'gu')] as const); // prettier-ignore
/** Whoever goes on says which one: `with the caption of the ship`. */
const ENDS =
  /^ ?(?:$|[.,;!?)-]|(?:please|pls|plz|for (?:me|us)|here|there|entirely|completely|then|bitte|as well|too|also|auch|ganz|komplett|weg|raus|aussi|stp|svp|anche|per favore|tambien|por favor|tambem|ook|alstublieft|(?:on|from|of) (?:the )?(?:\p{L}+ )?page|(?:auf|von) (?:der )?(?:\p{L}+ )?seite|(?:de|sur|a) la (?:\p{L}+ )?page|(?:de|en) la (?:\p{L}+ )?pagina|(?:a|di|della|sulla|da|na|op|van) (?:de )?(?:\p{L}+ )?pagina)(?!\p{L}))/u;
const STAYS =
  /(?<!\p{L})(?:but|not|except|without|leave|leaving|keep|aber|nicht|ohne|lass\p{L}*|behalt\p{L}*|ausser|mais|sauf|pas|sans|laiss\p{L}*|gard\p{L}*|pero|sin|salvo|dej\p{L}*|ma|non|senza|tranne|lasci\p{L}*|mas|sem|exceto|deix\p{L}*|maar|niet|zonder|laat|behoud\p{L}*)(?!\p{L})/u;

interface SaidAlong extends Span {
  readonly kind: Kind;
}

/** What is said to go along, counted in the instruction in plain form. */
function saidAlong(instruction: string): readonly SaidAlong[] {
  const [said] = findFragment(instruction, instruction);
  if (!said) return [];
  const verbs = verbsOf(said, VERB_FAMILIES);
  const folded = fold(said.unquoted).text;
  return PATTERNS.flatMap(([kind, pattern]) =>
    [...folded.matchAll(pattern)].flatMap(({ 0: words, index }) => {
      const span = { start: index, end: index + words.length };
      const rulers = rulersOf(verbs, span, said.unquoted);
      const [ruler] = rulers.filter(({ family }) => family === 'remove');
      const isEnd = ENDS.test(folded.slice(span.end)) || verbs.some(({ family, start }) => family === 'remove' && start - span.end <= 1 && start >= span.end); // prettier-ignore
      const between = ruler && ruler.end <= index ? folded.slice(ruler.end, index) : folded.slice(0, index);
      return ruler && isEnd && !STAYS.test(between) ? [{ ...span, kind }] : [];
    }),
  );
}

export interface Along {
  /** The operations that take what goes along with the thing of another one. */
  readonly taken: readonly PlacedOperation[];
  /** Any words of the instruction without what is said of them. */
  readonly without: (words: string) => string;
  /** One that takes the caption of another picture, or takes a picture whose caption is to go along and stays. */
  readonly wrong: PlacedOperation | undefined;
}

export function alongOf(placed: readonly PlacedOperation[], instruction: string, ground: GroundDocument): Along {
  const said = saidAlong(instruction);
  const text = plain(instruction);
  const phrases = said.map(({ start, end }) => text.slice(start, end));
  const without = (words: string) => phrases.reduce((left, phrase) => plain(left.replaceAll(phrase, ' ')), plain(words));
  if (said.length === 0) return { taken: [], wrong: undefined, without: (words) => words };
  const taken = placed.filter((one) => goesAlong(one, said, placed.filter((other) => other !== one), ground)); // prettier-ignore
  const pictures = said.some(({ kind }) => kind === 'caption') ? placed.filter(takesPicture) : [];
  const others = placed.filter((one) => !taken.includes(one));
  const foreign = pictures.length === 0 ? undefined : others.find((one) => isCaption(one, ground) && !isQuoted(one, instruction));
  return {
    taken,
    without: taken.length === 0 ? (words) => words : without,
    wrong: foreign ?? (taken.length === 0 ? pictures[0] : undefined),
  };
}

const TAKES: ReadonlySet<EditName> = new Set<EditName>(['delete_text', 'delete_image', 'delete_drawing']);

/** Whether a plan takes one thing alone although another is said to go along with it. */
export function takesOneAlone(instruction: string, operations: readonly EditOperation[]): boolean {
  const [only, ...more] = operations.filter(({ op }) => TAKES.has(op));
  const isBoth = only?.op === 'delete_drawing' && only.with_text;
  return only !== undefined && more.length === 0 && !isBoth && saidAlong(instruction).length > 0;
}

/** All of it, beside that thing. */
function goesAlong(
  { operation, found }: PlacedOperation,
  said: readonly SaidAlong[],
  mains: readonly PlacedOperation[],
  ground: GroundDocument,
): boolean {
  if (operation.op !== 'delete_text' || found.length === 0) return false;
  return found.every((place) =>
    said.some(({ kind }) =>
      mains.some(
        (main) =>
        kind === 'caption' ? thingsOf(main, place.page).some((thing) => isCaptionOf(place, thing, ground)) : isBesideText(place, main, kind, ground), // prettier-ignore
      ),
    ),
  );
}

const takesPicture = ({ operation }: PlacedOperation): boolean =>
  operation.op === 'delete_image' || (operation.op === 'delete_drawing' && !operation.with_text);

function isCaption({ operation, found }: PlacedOperation, ground: GroundDocument): boolean {
  return operation.op === 'delete_text' && found.some((place) => CAPTION_START.test(place.text.trim()) || blockOf(place, ground)?.kind === 'caption'); // prettier-ignore
}

function isQuoted({ operation }: PlacedOperation, instruction: string): boolean {
  const [said] = findFragment(instruction, instruction);
  return said !== undefined && 'match' in operation && mentionsOf(said, operation.match.text ?? '').length > 0;
}

const thingsOf = ({ operation, images = [], drawings = [] }: PlacedOperation, page: number): readonly ShownBox[] =>
  operation.op === 'delete_image' || operation.op === 'delete_drawing'
    ? [...images, ...drawings].filter((one) => one.page === page).map(({ seen }) => seen)
    : [];

/** The block that is this text, and nothing else. */
function blockOf({ page, start, end }: LocatedText, ground: GroundDocument): PlacedBlock | undefined {
  const blocks = ground.blocks(page).filter(({ words }) => words.some((one) => one.start < end && one.end > start));
  const [block] = blocks;
  return block && blocks.length === 1 && block.words.every((one) => one.start < end && one.end > start) ? block : undefined;
}

const CAPTION_START =
  /^(?:fig(?:ure|ura|uur)?|abb(?:ildung)?|bild|photo|foto|image|illustration|grafik|graphic|chart|map|karte|plate|tafel|scheme|schema|table|tabelle|tableau|tabla|tabella|tabela|tabel|exhibit|source|quelle)(?!\p{L})/iu;
const NEAR_PT = 30;
const WORDS_MAX = 25;
const CENTRE_SHARE = 0.15;
const WIDTH_SHARE = 1.2;

/** Right below a picture or above it, with nothing between; a text without a name of its kind is short, and centred below. */
function isCaptionOf(place: LocatedText, thing: ShownBox, ground: GroundDocument): boolean {
  const block = blockOf(place, ground);
  if (!block) return false;
  const { height, words } = ground.lines(place.page);
  const own = boxOf(block.words, height);
  const isBelow = own.top >= thing.bottom - NEAR_PT / 5;
  const gap = isBelow ? own.top - thing.bottom : thing.top - own.bottom;
  const shared = Math.min(own.right, thing.right) - Math.max(own.left, thing.left);
  if (gap < -NEAR_PT / 5 || gap > NEAR_PT || shared <= 0) return false;
  const [from, to] = isBelow ? [thing.bottom, own.top] : [own.bottom, thing.top];
  const others = words.filter((one) => !block.words.includes(one)).map((one) => boxOf([one], height));
  if (others.some(({ top, bottom, left, right }) => (top + bottom) / 2 > from && (top + bottom) / 2 < to && left < thing.right && right > thing.left)) return false; // prettier-ignore
  if (block.kind === 'caption' || CAPTION_START.test(block.text)) return true;
  const width = thing.right - thing.left;
  const isCentred = Math.abs(own.left + own.right - thing.left - thing.right) / 2 < width * CENTRE_SHARE && own.right - own.left < width * WIDTH_SHARE; // prettier-ignore
  return isBelow && isCentred && block.words.length <= WORDS_MAX && block.kind === 'paragraph';
}

function boxOf(words: readonly { readonly box: readonly [number, number, number, number] }[], height: number): ShownBox {
  return {
    left: Math.min(...words.map(({ box }) => box[0])),
    top: height - Math.max(...words.map(({ box }) => box[3])),
    right: Math.max(...words.map(({ box }) => box[2])),
    bottom: height - Math.min(...words.map(({ box }) => box[1])),
  };
}

const BRACKETED = /^\s*[([（][^)\]）]*[)\]）]\s*$/u;

/** A stage direction in brackets right before a text or behind it; a heading right before it. */
function isBesideText(place: LocatedText, { operation, found }: PlacedOperation, kind: Kind, ground: GroundDocument): boolean {
  const text = ground.facts.pageText(place.page);
  if (operation.op !== 'delete_text' || (kind === 'direction' && !BRACKETED.test(place.text))) return false;
  if (kind === 'heading' && blockOf(place, ground)?.kind !== 'heading') return false;
  const isBetween = (from: number, to: number) => from <= to && text.slice(from, to).trim() === '';
  return found.some((main) => {
    if (main.page !== place.page) return false;
    const isBefore = isBetween(place.end, main.start);
    if (kind === 'heading') return isBefore;
    // One before it and one behind it: nobody said which.
    const [before, behind] = [text.slice(0, main.start).trimEnd().endsWith(')'), text.slice(main.end).trimStart().startsWith('(')];
    return (isBefore || isBetween(main.end, place.start)) && !(before && behind);
  });
}
