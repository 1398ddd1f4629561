// Operands of content streams as PDF syntax (ISO 32000-1 7.3).

/** A name with what must not stand in one as #xx (7.3.5). */
export function writeName(name: string): string {
  const text = Buffer.from(name, 'utf8').toString('latin1');
  return `/${text.replaceAll(/[^!-~]|[#%()<>[\]{}/]/g, (character) => `#${character.charCodeAt(0).toString(16).padStart(2, '0')}`)}`;
}

export function writeNumber(value: number): string {
  const text = value.toFixed(4).replace(/\.?0+$/, '');
  return text === '-0' || text === '' ? '0' : text;
}

export function writeString(bytes: Uint8Array, hex: boolean): string {
  if (hex) return `<${Buffer.from(bytes).toString('hex')}>`;
  const text = Buffer.from(bytes)
    .toString('latin1')
    .replaceAll(/[\\()]/g, String.raw`\$&`)
    .replaceAll('\r', String.raw`\r`);
  return `(${text})`;
}
