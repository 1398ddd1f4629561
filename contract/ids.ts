// Identifiers: opaque strings, a type prefix and 128 random bits in base62, never sequential.
// Pure: the caller brings the random bytes.

const PREFIXES = {
  account: 'acct',
  key: 'key',
  file: 'file',
  job: 'job',
  batch: 'batch',
  event: 'evt',
  deadLetter: 'dead',
  accessRequest: 'acr',
  webhook: 'whk',
  delivery: 'dlv',
  request: 'req',
  audit: 'aud',
} as const;
export type IdKind = keyof typeof PREFIXES;

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 62^22 > 2^128. */
const ID_DIGITS = 22;
/** The database makes the identifiers of deliveries, within the statement that inserts them: 128 random bits in hexadecimal. */
const DELIVERY_DIGITS = 32;

function digitsOf(kind: IdKind): number {
  return kind === 'delivery' ? DELIVERY_DIGITS : ID_DIGITS;
}

/** Base62, most significant digit first, padded to `digits`. */
export function encodeBase62(bytes: Uint8Array, digits: number): string {
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  let text = '';
  for (let i = 0; i < digits; i++) {
    text = BASE62.charAt(Number(value % 62n)) + text;
    value /= 62n;
  }
  return text;
}

/**
 * What the identifier of something that lives in a cell begins with, behind its prefix. No identifier without a code begins so: of 22 digits of
 * base62 the first is below 8 where they are 128 bits, and those of a delivery are hexadecimal.
 */
export const CELL_CODE = /^[A-Zg-z][0-9A-Za-z]$/;

/**
 * @param random 16 random bytes
 * @param code of the cell; it takes the place of two digits, so that 119 random bits remain
 */
export function makeId(kind: Exclude<IdKind, 'delivery'>, random: Uint8Array, code = ''): string {
  return `${PREFIXES[kind]}_${code}${encodeBase62(random, ID_DIGITS - code.length)}`;
}

/** The code of the cell that an identifier names; '': it names none. */
export function cellCodeOf(id: string): string {
  const start = id.indexOf('_') + 1;
  const code = id.slice(start, start + 2);
  return CELL_CODE.test(code) ? code : '';
}

export function idPattern(kind: IdKind): RegExp {
  return PATTERNS[kind];
}

/** What is said of a text that is not one: `is not a file identifier, which is file_ and 22 letters and digits`. */
export function notAnId(kind: IdKind): string {
  return `is not a ${kind} identifier, which is \`${PREFIXES[kind]}_\` and ${digitsOf(kind)} letters and digits`;
}

/** Why nothing is found under a text: another kind's identifier, or none at all. */
export function noSuch(kind: IdKind, text: string): string {
  const other = (Object.keys(PREFIXES) as IdKind[]).find((each) => each !== kind && idPattern(each).test(text));
  if (other !== undefined) return `There is no such ${kind}: this is the identifier of a ${other}.`;
  if (!idPattern(kind).test(text)) return `There is no such ${kind}: this ${notAnId(kind)}.`;
  return `There is no such ${kind}.`;
}

const PATTERNS = Object.fromEntries(
  Object.entries(PREFIXES).map(([kind, prefix]) => [kind, new RegExp(`^${prefix}_[0-9A-Za-z]{${digitsOf(kind as IdKind)}}$`)]),
) as Record<IdKind, RegExp>;
