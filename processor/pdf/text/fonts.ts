// What a font's name and flags say about family, weight and slant. Names are all that many files keep: subsets drop the tables.

export interface FontFace {
  /** As the font names itself, without the subset prefix. */
  readonly fontName: string;
  readonly family: string;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly fixedPitch: boolean;
  readonly serif: boolean;
}

/** Font descriptor flags, ISO 32000-1 table 123. */
const FLAG = { fixedPitch: 1, serif: 2, italic: 64, forceBold: 1 << 18 } as const;

const BOLD = /bold|black|heavy|(?:^|[-,\s])(?:demi|semib)|[-,]bd(?:$|[^a-z])|-b$|cmbx|cmb\d|medi$/i;
const ITALIC = /italic|oblique|[-,]it(?:$|[^a-z])|kursiv|slanted|cmti|cmsl|[a-z]ital$/i;
/** Behind a separator any word of style; without one only what no family ends in. */
const STYLE_WORDS =
  /(?:[-, ](?:bold|italic|oblique|regular|roman|normal|book|semi|demi|light|medium|black|heavy|condensed|thin|extra|ultra|ital|it|bd)+|(?:bold|italic|oblique|regular)+)$/i;

/**
 * @param baseName /BaseFont, with or without a subset prefix
 * @param familyName what the font program calls its family; empty when it does not say
 */
export function describeFont(baseName: string, familyName: string, flags: number, weight: number): FontFace {
  const fontName = baseName.replace(/^[A-Z]{6}\+/, '');
  const family = familyOf(fontName, familyName);
  return {
    fontName,
    family,
    bold: BOLD.test(fontName) || (flags & FLAG.forceBold) !== 0 || weight >= 600,
    italic: ITALIC.test(fontName) || (flags & FLAG.italic) !== 0,
    fixedPitch: (flags & FLAG.fixedPitch) !== 0 || /courier|mono|consol|typewriter|cmtt/i.test(fontName),
    serif: (flags & FLAG.serif) !== 0 || /serif|times|roman|georgia|garamond|cambria|cmr\d/i.test(fontName.replace(/sans.?serif/i, '')),
  };
}

function familyOf(fontName: string, familyName: string): string {
  const named = familyName.replace(/^[A-Z]{6}\+/, '').trim();
  // A family that is no name, is the PostScript name again, or is one of PDFium's stand-ins (Chrom…) says nothing.
  const isName = /[a-z]{3}/i.test(named) && !named.startsWith('Chrom') && !/^[A-Z0-9]+\d*$/.test(named) && named !== fontName;
  if (isName) return stripStyle(named.replace(/,.*/, ''));
  const base = stripStyle(
    fontName
      .replace(/(?:PS)?MT$/, '')
      .replace(/PS(?=-|$)/, '')
      .replace(/(?:PS)?MT(?=[-,])/, ''),
  );
  return KNOWN.get(base) ?? base.replace(/([a-z])([A-Z])/g, '$1 $2');
}

const KNOWN: ReadonlyMap<string, string> = new Map([
  ['Times', 'Times New Roman'],
  ['Helvetica', 'Arial'],
  ['Courier', 'Courier New'],
]);

function stripStyle(name: string): string {
  let found = name;
  for (let round = 0; round < 3; round++) found = found.replace(STYLE_WORDS, '');
  found = found.replace(/[-, ]+$/, '');
  return found === '' ? name : found;
}
