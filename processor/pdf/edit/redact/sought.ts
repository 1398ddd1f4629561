// Texts that must be nowhere, and the forms in which a document can hold them: words separated by any white space, in either case, and as bytes
// in every encoding of PDF, plain and in hexadecimal digits.

const MARK = '\u2588';
/** Pictures and attachments are searched as they are; real text also in other cases and as digits. */
const FOLDED_BYTES_MAX = 64 * 1024 * 1024;

export interface Sought {
  readonly text: string;
  /** Anywhere in a longer text. */
  readonly pattern: RegExp;
  /** Lower case, each byte a character. */
  readonly folded: readonly string[];
  readonly exact: readonly Buffer[];
}

export function seek(texts: readonly string[]): Sought[] {
  const wanted = new Set(texts.map((text) => text.trim()).filter((text) => text !== ''));
  return [...wanted].map((text) => {
    const words = text.split(/\s+/u).map((word) => RegExp.escape(word));
    const exact = encodingsOf(text);
    const lower = encodingsOf(text.toLowerCase()).flatMap((bytes) => [bytes.toString('latin1').toLowerCase(), bytes.toString('hex')]);
    const digits = exact.map((bytes) => bytes.toString('hex'));
    return { text, pattern: new RegExp(words.join('\\s+'), 'giu'), folded: [...new Set([...lower, ...digits])], exact };
  });
}

function encodingsOf(text: string): Buffer[] {
  const wide = Buffer.from(text, 'utf16le');
  return [Buffer.from(text, 'latin1'), Buffer.from(text, 'utf8'), Buffer.from(wide).swap16(), wide];
}

/** Those that a text holds. */
export function saidIn(said: string, sought: readonly Sought[]): Sought[] {
  return said === '' ? [] : sought.filter(({ pattern }) => said.search(pattern) >= 0);
}

/** The text without them; the same text when it holds none. */
export function takeOut(said: string, sought: readonly Sought[], mark = MARK): string {
  return sought.reduce((left, { pattern }) => left.replaceAll(pattern, (found) => mark.repeat(found.length)), said);
}

/** Those that bytes hold exactly. */
export function saidInBytes(bytes: Uint8Array, sought: readonly Sought[]): Sought[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return sought.filter(({ exact }) => exact.some((form) => buffer.includes(form)));
}

/** Those that bytes hold in any case, in any encoding, also in hexadecimal digits with white space between them. */
export function saidInTextBytes(bytes: Uint8Array, sought: readonly Sought[]): Sought[] {
  if (bytes.length > FOLDED_BYTES_MAX) return saidInBytes(bytes, sought);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1').toLowerCase();
  const digits = text.replaceAll(/<[0-9a-f\s]*>/g, (found) => found.replaceAll(/\s+/g, ''));
  return sought.filter(({ folded }) => folded.some((form) => text.includes(form) || digits.includes(form)));
}
