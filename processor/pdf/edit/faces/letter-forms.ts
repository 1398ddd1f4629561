// The ways in which a letter with marks can stand in a document: as one character, as a letter and its marks, or half of each, as fonts for
// Vietnamese have them (ơ and a grave for ờ).

const COMBINING_MAX = 3;

/** Itself first; each of the others reads the same. */
export function letterForms(character: string): readonly string[] {
  const [letter, ...marks] = Array.from(character.normalize('NFD'));
  if (letter === undefined || marks.length === 0 || marks.length > COMBINING_MAX) return [character];
  const forms = new Set([character]);
  for (const order of ordersOf(marks)) {
    for (let joined = marks.length - 1; joined >= 0; joined--) {
      const whole = (letter + order.slice(0, joined).join('')).normalize('NFC');
      forms.add(whole + order.slice(joined).join(''));
    }
  }
  return [...forms].filter((form) => form.normalize('NFC') === character.normalize('NFC'));
}

function ordersOf(marks: readonly string[]): (readonly string[])[] {
  if (marks.length < 2) return [marks];
  return marks.flatMap((first, at) => ordersOf(marks.toSpliced(at, 1)).map((rest) => [first, ...rest]));
}
