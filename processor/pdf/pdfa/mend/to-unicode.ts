// Writes ToUnicode CMaps (ISO 32000-1 9.10.3): the text of codes, for searching and copying.

const BLOCK_MAX = 100;

/**
 * @param rows code, its text and, where codes are of several lengths, its bytes; an empty text is left out
 * @param length bytes of each code; 0 where the rows give it
 */
export function writeToUnicode(rows: readonly (readonly [code: number, text: string, length?: number])[], length: number): string {
  const told = rows.filter(([, text]) => isMeaning(text));
  const lengthOf = (own: number | undefined) => (length === 0 ? (own ?? 1) : length);
  const lines = told.map(([code, text, own]) => `<${code.toString(16).padStart(lengthOf(own) * 2, '0')}> <${utf16(text)}>`);
  const lengths = length === 0 ? [...new Set(rows.map(([, , own]) => own ?? 1))].toSorted((a, b) => a - b) : [length];
  const blocks: string[] = [];
  for (let at = 0; at < lines.length; at += BLOCK_MAX) {
    const part = lines.slice(at, at + BLOCK_MAX);
    blocks.push(`${part.length} beginbfchar`, ...part, 'endbfchar');
  }
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def /CMapType 2 def',
    `${lengths.length} begincodespacerange`,
    ...lengths.map((bytes) => `<${'00'.repeat(bytes)}> <${'ff'.repeat(bytes)}>`),
    'endcodespacerange',
    ...blocks,
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n');
}

/** ISO 19005-2, 6.2.11.7.2: not zero, not a byte order mark. */
function isMeaning(text: string): boolean {
  return text !== '' && !/[\0\ufeff\ufffe]/.test(text);
}

function utf16(text: string): string {
  return Buffer.from(text, 'utf16le').swap16().toString('hex');
}
