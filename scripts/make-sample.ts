// Makes scripts/local/sample.pdf, the document of the first job: a letter with the metadata that offices leave behind.
// Run it with `node scripts/make-sample.ts`; it makes the same bytes each time.

import { writeFile } from 'node:fs/promises';
import { PDFDocument, PDFName, StandardFonts } from 'pdf-lib';
import { ROOT } from './local/edge.ts';

const MADE_AT = new Date('2026-01-15T09:30:00Z');
const LINES = [
  'Dear reader,',
  '',
  'this letter is the sample of the PDF Processing API. Its text stays as it is.',
  'What goes is what you do not see: who wrote it, with which program, when,',
  'and under which working title.',
  '',
  'Compare the two files with exiftool or pdfinfo.',
];

const document = await PDFDocument.create();
document.setTitle('Draft 7 - not for publication');
document.setAuthor('Jordan Example');
document.setSubject('Working title: sample letter');
document.setKeywords(['sample', 'internal']);
document.setCreator('Example Writer 12.4');
document.setProducer('Example PDF Library 3.1');
document.setCreationDate(MADE_AT);
document.setModificationDate(MADE_AT);

const font = await document.embedFont(StandardFonts.TimesRoman);
const page = document.addPage([595.28, 841.89]);
page.drawText('A sample letter', { x: 72, y: 742, size: 22, font });
LINES.forEach((line, i) => page.drawText(line, { x: 72, y: 700 - 18 * i, size: 12, font }));

const xmp = `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/">
<dc:creator><rdf:Seq><rdf:li>Jordan Example</rdf:li></rdf:Seq></dc:creator>
<xmp:CreatorTool>Example Writer 12.4</xmp:CreatorTool>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`;
const metadata = document.context.stream(new TextEncoder().encode(xmp), { Type: 'Metadata', Subtype: 'XML' });
document.catalog.set(PDFName.of('Metadata'), document.context.register(metadata));
await writeFile(`${ROOT}scripts/local/sample.pdf`, await document.save({ useObjectStreams: false }));
