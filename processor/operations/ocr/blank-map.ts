// A /ToUnicode that maps every given code to a space. Nothing else is blank for all readers (November 2026): with U+00AD, U+200B, U+FEFF or
// U+2060 poppler and PDFium find the characters, with an empty string or U+0000 PDFium and pdf.js find the old characters or noncharacters.

const SPACE = '0020';
const SECTION_MAX = 100;

/** @param codes with their lengths in bytes */
export function writeBlankMap(codes: ReadonlyMap<number, number>): string {
  const rows = [...codes].map(([code, bytes]) => `<${code.toString(16).padStart(bytes * 2, '0')}> <${SPACE}>`);
  const lengths = [...new Set(codes.values())].toSorted((a, b) => a - b);
  const spaces = lengths.map((bytes) => `<${'00'.repeat(bytes)}> <${'FF'.repeat(bytes)}>`);
  const lines = ['/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Blank def /CMapType 2 def'];
  lines.push(`${spaces.length} begincodespacerange ${spaces.join(' ')} endcodespacerange`);
  for (let at = 0; at < rows.length; at += SECTION_MAX) {
    const part = rows.slice(at, at + SECTION_MAX);
    lines.push(`${part.length} beginbfchar`, ...part, 'endbfchar');
  }
  lines.push('endcmap CMapName currentdict /CMap defineresource pop end end');
  return lines.join('\n');
}
