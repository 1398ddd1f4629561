// Builds PDF files from the text of their objects: exact bytes, so that a test can plant anything anywhere.

export type PdfObject = string | { readonly dict: string; readonly data: Uint8Array | string };

export interface PdfParts {
  /** By object number. */
  readonly objects: Readonly<Record<number, PdfObject>>;
  /** What the trailer says besides /Size and /Root 1 0 R. */
  readonly trailer?: string;
  readonly beforeHeader?: string;
  readonly afterHeader?: string;
  readonly afterEnd?: string;
}

/** A file with a cross-reference table; `earlier` is a revision that this one updates (ISO 32000-1 7.5.6). */
export function makePdf(parts: PdfParts, earlier?: Uint8Array): Uint8Array {
  const { objects, trailer = '', beforeHeader = '', afterHeader = '', afterEnd = '' } = parts;
  const chunks: Buffer[] = earlier
    ? [Buffer.from(earlier), Buffer.from('\n')]
    : [bytesOf(`${beforeHeader}%PDF-1.7\n%\xe2\xe3\xcf\xd3\n${afterHeader}`)];
  // Offsets count from the header.
  const base = earlier ? Buffer.from(earlier).indexOf('%PDF-') : beforeHeader.length;
  const offsets = new Map<number, number>();
  const position = () => chunks.reduce((sum, chunk) => sum + chunk.length, 0) - base;
  for (const [number, object] of Object.entries(objects)) {
    offsets.set(Number(number), position());
    chunks.push(bytesOf(`${number} 0 obj\n`), ...objectBytes(object), bytesOf('\nendobj\n'));
  }
  const start = position();
  const highest = Math.max(...offsets.keys(), ...(earlier ? numbersIn(earlier) : []));
  const rows = [...offsets].map(([number, offset]) => `${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`);
  const previous = earlier ? `/Prev ${/startxref\s+(\d+)\s+%%EOF\s*$/.exec(Buffer.from(earlier).toString('latin1'))?.[1]}` : '';
  chunks.push(bytesOf(`xref\n${earlier ? '' : '0 1\n0000000000 65535 f \n'}${rows.join('')}`));
  chunks.push(bytesOf(`trailer\n<< /Size ${highest + 1} /Root 1 0 R ${previous} ${trailer} >>\nstartxref\n${start}\n%%EOF\n${afterEnd}`));
  return Buffer.concat(chunks);
}

/** One page of Helvetica text; more entries go into the page and the catalog. */
export function plainObjects(text = 'Hello world', page = '', catalog = ''): Record<number, PdfObject> {
  return {
    1: `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    2: '<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 300 200] >>',
    3: `<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> ${page} >>`,
    4: { dict: '', data: `BT /F1 18 Tf 20 100 Td (${text}) Tj ET` },
    5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  };
}

export function xmpPacket(properties: string): string {
  return (
    '<?xpacket begin="\u00ef\u00bb\u00bf" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF ' +
    'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" ' +
    `xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">${properties}</rdf:Description></rdf:RDF></x:xmpmeta>` +
    '<?xpacket end="w"?>'
  );
}

function objectBytes(object: PdfObject): Buffer[] {
  if (typeof object === 'string') return [bytesOf(object)];
  const data = typeof object.data === 'string' ? bytesOf(object.data) : Buffer.from(object.data);
  const length = object.dict.includes('/Length ') ? '' : `/Length ${data.length}`;
  return [bytesOf(`<< ${object.dict} ${length} >>\nstream\n`), data, bytesOf('\nendstream')];
}

function bytesOf(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}

function numbersIn(file: Uint8Array): number[] {
  return [
    ...Buffer.from(file)
      .toString('latin1')
      .matchAll(/^(\d+) 0 obj/gm),
  ].map((match) => Number(match[1]));
}
