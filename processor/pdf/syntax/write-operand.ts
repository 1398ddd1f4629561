// Operands of content streams as PDF syntax (ISO 32000-1 7.3).

/** A name, with forbidden characters as #xx (7.3.5). */
export function writeName(name: string): string {
  const text = Buffer.from(name, 'utf8').toString('latin1');
  return `/${text.replaceAll(/[^!-~]|[#%()<>[\]{}/]/g, (character) => `#${character.charCodeAt(0).toString(16).padStart(2, '0')}`)}`;
}

export interface Precision {
  readonly decimals: number;
}

/** Enough for positions on a page. */
const USUAL: Precision = { decimals: 4 };
/** For a form with a matrix of its own. */
export const FINE: Precision = { decimals: 5 };

/** As short as possible, and never with an exponent, which PDF does not have (7.3.3). */
export function writeNumber(value: number, { decimals } = USUAL): string {
  const text = value.toFixed(decimals);
  const short = text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  return short === '-0' ? '0' : short;
}

export function writeNumbers(values: readonly number[], precision = USUAL): string {
  return values.map((value) => writeNumber(value, precision)).join(' ');
}

export function writeString(bytes: Uint8Array, hex: boolean): string {
  if (hex) return `<${Buffer.from(bytes).toString('hex')}>`;
  const text = Buffer.from(bytes)
    .toString('latin1')
    .replaceAll(/[\\()]/g, String.raw`\$&`)
    .replaceAll('\r', String.raw`\r`);
  return `(${text})`;
}
