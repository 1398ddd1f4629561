// Family, weight and slant from a font's name and flags. Many files keep only names: subsets drop the tables.

export interface FontFace {
  /** The font's own name, without the subset prefix. */
  readonly fontName: string;
  readonly family: string;
  /** What the font is called where `family` is a stand-in of other shapes and widths, or has other weights too. */
  readonly ownFamily?: string;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly fixedPitch: boolean;
  readonly serif: boolean;
}

/** Font descriptor flags, ISO 32000-1 table 123. */
const FLAG = { fixedPitch: 1, serif: 2, italic: 64, forceBold: 1 << 18 } as const;

const BOLD =
  /bold|black|heavy|(?:^|[-,\s])(?:demi|semib)|[-,]bd(?:$|[^a-z])|-b$|cmbx|cmb\d|cmssbx|^(?:sf|ec)(?:bx|rb|sx|xc|bi|so)\d|^(?:txb|pxb|t1xb)|medi$/i;
/** As systems in other languages name the faces of a family: behind it, and before what a printer driver adds. */
const OTHER_BOLD = /[-_, ](?:vet|fett|gras|grassetto|negrita|negrito|fet|halvfet|fed|lihavoitu|pogrubiony|tu[cč]n[eé])(?![a-z])/i;
const OTHER_ITALIC =
  /[-_, ](?:(?:vet|fett|gras|grassetto|negrita|negrito|fet|fed)[-_ ]?)?(?:cursief|italique|cursiva|corsivo|kursywa|kurziv)(?![a-z])/i;
/** Families of which descriptors say nothing of weight that holds: their bold is named so, or its letters show it. */
const PLAIN =
  /^(?:Arial(?:MT)?|Helvetica|Times(?:-Roman|NewRoman(?:PS)?(?:MT)?)?|Courier(?:New(?:PS)?(?:MT)?)?|Calibri|Cambria|Verdana|Georgia|Tahoma|TrebuchetMS|Consolas|Candara|Corbel|Constantia|SegoeUI|Free(?:Mono|Sans|Serif)|(?:DejaVu|Liberation)(?:SansMono|Sans|Serif|Mono))$/;
/** Says what it is, whatever its stems are; all fonts of TeX do. One that is named italic alone says no weight, so it has none. */
const NOT_BOLD =
  /[-, ](?:regular|light|book|roman|thin|medium)?(?:italic|oblique)(?:MT)?$|[-, ](?:regular|light|book|roman|thin|medium)$|^(?:CM[A-Z]+|MS[AB]M|EUFM|LMRoman|LMSans|LMMath)\d/i;
const ITALIC =
  /italic|oblique|[-,]it(?:$|[^a-z])|kursiv|slanted|cmti|cmsl|cmmi|^(?:sf|ec)(?:ti|sl|bi|si|it)\d|^(?:txi|pxi|txmi)|[a-z]ital$/i;
/** PDFium computes it from the width of stems; more than this is not a stem but an error of the writer. */
const WEIGHT_MAX = 1000;
/** Families whose descriptors often lack the flag. */
const SERIF =
  /serif|times|roman|georgia|garamond|cambria|cmr\d|antiqua|palatino|palladio|bookman|schoolbook|minion|caslon|baskerville|bodoni|didot|utopia|charter|constantia|caladea|libertine|libertinus|merriweather|playfair|crimson|^lora|^brill|stix|sabon|bembo|jenson|plantin|slab/i;
/** After a separator any style word; without one only words that no family ends in. */
const STYLE_WORDS =
  /(?:[-, ](?:bold|italic|oblique|regular|roman|normal|book|semi|demi|light|medium|black|heavy|condensed|thin|extra|ultra|ital|it|bd)+|(?:bold|italic|oblique|regular)+)$/i;

interface FontLetters {
  /** They have the stems of a bold font. */
  readonly areThick: () => boolean;
  readonly lean: () => boolean;
}

const NO_LETTERS: FontLetters = { areThick: () => false, lean: () => false };

/** As printers of Windows name all fonts of a document. */
function isCounted(fontName: string): boolean {
  return /^CIDFont\+F\d+$/.test(fontName);
}

/**
 * @param baseName /BaseFont, with or without a subset prefix
 * @param familyName the family in the font program; empty when it has none
 * @param letters what its outlines show, for fonts whose names do not say it
 */
export function describeFont(
  baseName: string,
  familyName: string,
  flags: number,
  weight: number,
  letters: FontLetters = NO_LETTERS,
): FontFace {
  const fontName = withoutSubset(baseName);
  const fixedPitch = (flags & FLAG.fixedPitch) !== 0 || /courier|mono|consol|typewriter|cmtt/i.test(fontName);
  const serif = (flags & FLAG.serif) !== 0 || SERIF.test(fontName.replace(/sans.?serif/i, ''));
  const family = familyOf(fontName, familyName);
  const isToldBold = (flags & FLAG.forceBold) !== 0 || (weight >= 600 && weight <= WEIGHT_MAX);
  const hasNoStyle = PLAIN.test(fontName) || isCounted(fontName);
  const isOther = isNumber(family) || OTHER_SHAPES.test(fontName);
  return {
    fontName,
    ...ownFamilyOf(fontName, family, isOther),
    family: isNumber(family) ? (fixedPitch ? 'Courier New' : serif ? 'Times New Roman' : 'Arial') : family,
    bold: BOLD.test(fontName) || OTHER_BOLD.test(fontName) || (hasNoStyle ? letters.areThick() : !NOT_BOLD.test(fontName) && isToldBold),
    italic: ITALIC.test(fontName) || OTHER_ITALIC.test(fontName) || (flags & FLAG.italic) !== 0 || (isCounted(fontName) && letters.lean()),
    fixedPitch,
    serif,
  };
}

/** Weights and widths beyond upright, bold and slanted: a family in a Word document has no place for them. */
const WEIGHT =
  /(?:[-, ]|(?<=[a-z\d])|(?<=[A-Z])(?=[A-Z][a-z]{3}))((?:(?:Extra|Ultra|Semi|Demi)?(?:Light|Bold|Condensed|Cond|Expanded)|Thin|Medium|Demi|Heavy|Black|Lt|Md|Cn|Compressed|Narrow|Extended|Caption|Display)+)(?![a-z])/;

/** The standard fonts (ISO 32000-1 9.6.2.2), which have Latin letters alone: those of other scripts under their names are others on every system. */
const STANDARD = /^(?:Times|Helvetica|Courier)(?=-|$)/;

export function isStandardFamily(family: string): boolean {
  return STANDARD.test(family);
}

function ownFamilyOf(fontName: string, family: string, isOther: boolean): Pick<FontFace, 'ownFamily'> {
  if (isOther) return fontName === '' ? {} : { ownFamily: fontName };
  const standard = STANDARD.exec(fontName)?.[0];
  if (standard !== undefined) return { ownFamily: standard };
  const weight = WEIGHT.exec(fontName)?.[1]?.replace(/Bold$/, (bold, at: number) => (at === 0 ? '' : bold));
  return !weight || family === '' || family.endsWith(weight) ? {} : { ownFamily: `${family} ${weight}` };
}

/** A subset has six letters before its name (ISO 32000-1 9.6.4), or is counted behind it. */
function withoutSubset(name: string): string {
  return name.replace(/^[A-Z]{6}\+/, '').replace(/\+\d+$/, '');
}

/** A generated number, not a name: AdvPS405B6, TTE1F6D8t00, F12, T3Font_1. */
function isNumber(family: string): boolean {
  return (
    family !== '' && (/\d{3}|\d[A-Za-z]\d/.test(family) || !/\p{L}{3}/u.test(family) || /^(?:CID)?(?:T3 ?)?Font[ _]?\d*$/i.test(family))
  );
}

function familyOf(fontName: string, familyName: string): string {
  const named = withoutSubset(familyName).trim();
  // A family that is not a name, repeats the PostScript name, or is one of PDFium's substitutes (Chrom…) is ignored.
  const isName = /[a-z]{3}/i.test(named) && !named.startsWith('Chrom') && !/^[A-Z0-9]+\d*$/.test(named) && named !== fontName;
  if (isName) return standInOf(named) ?? stripStyle(named.replace(/,.*/, ''));
  const base = stripStyle(
    fontName
      .replace(/(?:PS)?MT$/, '')
      .replace(/PS(?=-|$)/, '')
      .replace(/(?:PS)?MT(?=[-,])/, ''),
  );
  return KNOWN.get(base) ?? standInOf(base) ?? base.replace(/([a-z])([A-Z])/g, '$1 $2');
}

const KNOWN: ReadonlyMap<string, string> = new Map([
  ['Times', 'Times New Roman'],
  ['Helvetica', 'Arial'],
  ['Courier', 'Courier New'],
]);

/** Fonts of TeX and PostScript that office programs lack: the common family of the same design. */
const STAND_INS: readonly (readonly [RegExp, string])[] = [
  [/^(?:Nimbus ?Mon|CMTT|CMITT|CMSLTT|CMVTT|SFTT|SFIT|SFST|ECTT|LMMono|lmtt|t1xtt|txtt|Courier(?!New)|CourierStd)/i, 'Courier New'],
  [/^(?:Nimbus ?San|CMSS|SFSS|SFSX|SFSI|ECSS|LMSans|lmss|Helvetica|Swiss721|TeXGyreHeros|t1xss|txss|ArialMT)/i, 'Arial'],
  [
    /^(?:Nimbus ?Rom|Computer Modern|Latin Modern Roman|CM(?:R|BX|B|TI|SL|CSC|MI|SY|EX|DUNH|U)\d|SF(?:RM|BX|TI|SL|CC|RB|XC|BI)\d|EC(?:RM|BX|TI|SL|CC)|LMRoman|lmr|LMMath|TeXGyreTermes|txr|txb|txi|t1x|rtx|MSBM|MSAM|Times(?!NewRoman)|TimesLTStd|TimesTen|StandardSymL)/i,
    'Times New Roman',
  ],
];

/** Of those, the ones whose stand-in has other widths: fonts of TeX. */
const OTHER_SHAPES =
  /^(?:CM[A-Z]+\d|SF[A-Z]{2}\d|EC[A-Z]{2}\d|LM(?:Roman|Sans|Mono|Math)|lm(?:r|ss|tt|b)|MS[AB]M\d|Latin Modern|Computer Modern|EUF[MB]\d|RSFS\d)/;

function standInOf(name: string): string | undefined {
  return STAND_INS.find(([pattern]) => pattern.test(name))?.[1];
}

function stripStyle(name: string): string {
  let found = name;
  for (let round = 0; round < 3; round++) found = found.replace(STYLE_WORDS, '');
  found = found.replace(/[-, ]+$/, '');
  return found === '' ? name : found;
}
