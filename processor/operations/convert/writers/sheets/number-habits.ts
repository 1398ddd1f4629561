// How a table writes its numbers and dates: which sign divides the whole from its parts, whether the day or the month comes first. What a cell
// alone does not show, the others of its table do, and after them the document's language.

export interface NumberHabits {
  readonly decimal: '.' | ',';
  /** In dates like 3/4/2024; undefined where nothing shows it. */
  readonly dayFirst: boolean | undefined;
}

/** Languages (ISO 639-1) whose numbers have a decimal point. */
const POINT_LANGUAGES = new Set(['en', 'zh', 'ja', 'ko', 'th', 'he', 'hi', 'ms', 'sw', 'ga', 'mt']);
/** Countries with a decimal point, whatever the language. */
const POINT_COUNTRIES = new Set(['US', 'GB', 'IE', 'AU', 'NZ', 'IN', 'MX', 'CH', 'LI', 'MT', 'PH', 'SG']);

/** @param texts of the cells @param language BCP 47 */
export function findHabits(texts: readonly string[], language: string | undefined): NumberHabits {
  return { decimal: decimalOf(texts) ?? decimalIn(language), dayFirst: dayFirstOf(texts) ?? dayFirstIn(language) };
}

function decimalOf(texts: readonly string[]): '.' | ',' | undefined {
  const votes = { '.': 0, ',': 0 };
  for (const text of texts) {
    for (const [number] of text.matchAll(/\d[\d.,]*\d/g)) {
      const sign = decimalShown(number);
      if (sign) votes[sign]++;
    }
  }
  if (votes['.'] === votes[',']) return undefined;
  return votes['.'] > votes[','] ? '.' : ',';
}

/** What one number shows by itself: `1.234,5`, `1,234,567`, `12,5`; nothing in `1,234`. */
function decimalShown(number: string): '.' | ',' | undefined {
  const signs: readonly string[] = number.match(/[.,]/g) ?? [];
  if (signs.length === 0) return undefined;
  const last = signs.at(-1) === '.' ? '.' : ',';
  const other = last === '.' ? ',' : '.';
  if (signs.includes(other)) return signs.filter((sign) => sign === last).length === 1 ? last : undefined;
  const groups = number.split(last).slice(1);
  if (groups.length > 1) return groups.every(({ length }) => length === 3) ? other : undefined;
  return groups[0]?.length === 3 ? undefined : last;
}

function decimalIn(language: string | undefined): '.' | ',' {
  const [name = 'en', ...parts] = (language ?? 'en').split('-');
  if (parts.some((part) => POINT_COUNTRIES.has(part.toUpperCase()))) return '.';
  return POINT_LANGUAGES.has(name.toLowerCase()) ? '.' : ',';
}

/** Of dates with strokes: a number beyond 12 is a day. */
function dayFirstOf(texts: readonly string[]): boolean | undefined {
  let [first, second] = [0, 0];
  for (const text of texts) {
    const [, one = '', two = ''] = /^(\d{1,2})\/(\d{1,2})\/\d{2,4}$/.exec(text.trim()) ?? [];
    if (Number(one) > 12) first++;
    if (Number(two) > 12) second++;
  }
  return first === second ? undefined : first > second;
}

function dayFirstIn(language: string | undefined): boolean | undefined {
  if (language === undefined) return undefined;
  if (/^en(?:-US)$/i.test(language)) return false;
  return /^en$/i.test(language) ? undefined : true;
}
