import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { findText } from '../../../../../../processor/pdf/edit/find.ts';
import { readPageTextEvents } from '../../../../../../processor/pdf/edit/page-text.ts';
import { redactPage } from '../../../../../../processor/pdf/edit/redact/redact.ts';
import { findLeftovers } from '../../../../../../processor/pdf/edit/redact/find-leftovers.ts';
import { scrubStreams } from '../../../../../../processor/pdf/edit/redact/scrub-streams.ts';
import { scrubStrings } from '../../../../../../processor/pdf/edit/redact/scrub-strings.ts';
import { seek } from '../../../../../../processor/pdf/edit/redact/sought.ts';
import { sayingsOf, scrubSayings } from '../../../../../../processor/pdf/edit/redact/xml-sayings.ts';
import { openPdf } from '../../../../../../processor/pdf/open.ts';
import { hasPdfJudges, qpdfCheck, qpdfPlain, textOfPdf } from '../../../../../../support/judges/judge-pdf.ts';
import { onePage, openObjects, pdfiumOrigins, save } from '../../../../../../support/run/edit-pdf.ts';
import { xmpPacket } from '../../../../../../support/documents/make-pdf.ts';

const reopen = (bytes: Uint8Array) => openPdf(bytes, { needs: 'read', pagesMax: 100 });

describe.skipIf(!hasPdfJudges)('redaction', () => {
  it('glyphs under an area are gone and their neighbours have not moved', async () => {
    const objects = onePage('BT /F1 18 Tf 20 100 Td [(Pay to J) -20 (ohn Doe) 10 ( now)] TJ 0 -30 Td (next line) Tj ET');
    const before = await pdfiumOrigins(await save(await openObjects(objects)));
    const opened = await openObjects(objects);
    const page = readPageTextEvents(opened.pages[0]!.dict);
    const [match] = findText(page, { text: 'John Doe' });
    const report = await redactPage(opened, 0, match!.boxes);
    expect(report).toMatchObject({ text: 'John Doe', isIncomplete: false });
    const bytes = await save(opened);
    expect(textOfPdf(bytes)).not.toMatch(/John|Doe/);
    expect(qpdfPlain(bytes)).not.toMatch(/John|Doe|ohn/);
    const after = await pdfiumOrigins(bytes);
    const [was, is] = [before, after].map((origins) => origins.filter(({ text }) => 'wnxl'.includes(text)).slice(-4));
    expect(is?.map(({ text, x, y }) => [text, x.toFixed(1), y])).toEqual(was?.map(({ text, x, y }) => [text, x.toFixed(1), y]));
    expect(findLeftovers(await reopen(bytes), ['John Doe', 'Doe'])).toEqual([]);
    expect(qpdfCheck(bytes).status).toBe(0);
  });

  it('a word that is divided at the end of a line is found and goes on both lines', async () => {
    const opened = await openObjects(onePage('BT /F1 18 Tf 20 100 Td (trans-) Tj 0 -20 Td (mission stays) Tj ET'));
    const [match] = findText(readPageTextEvents(opened.pages[0]!.dict), { text: 'transmission' });
    expect(match?.boxes).toHaveLength(2);
    await redactPage(opened, 0, match!.boxes);
    expect(textOfPdf(await save(opened)).trim()).toBe('stays');
  });

  it('in a form that other pages draw too, the page gets a copy', async () => {
    const form = {
      dict: '/Type /XObject /Subtype /Form /BBox [0 0 300 200] /Resources << /Font << /F1 5 0 R >> >>',
      data: 'BT /F1 18 Tf 20 100 Td (letterhead) Tj ET',
    };
    const opened = await openObjects({
      ...onePage('/Fm Do', { resources: '/XObject << /Fm 6 0 R >>', more: { 6: form } }),
      2: '<< /Type /Pages /Kids [3 0 R 7 0 R] /Count 2 /MediaBox [0 0 300 200] >>',
      7: '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /XObject << /Fm 6 0 R >> >> >>',
    });
    await redactPage(opened, 0, [[0, 90, 300, 120]]);
    const pages = (await reopen(await save(opened))).pages.map(({ dict }) => readPageTextEvents(dict).text);
    expect(pages).toEqual(['', 'letterhead']);
  });

  it('pixels under an area are blanked, those beside it stay', async () => {
    const pixels = Buffer.alloc(100, 0xee);
    const opened = await openObjects(
      onePage('q 100 0 0 100 0 0 cm /Im Do Q', {
        resources: '/XObject << /Im 6 0 R >>',
        more: {
          6: {
            dict: '/Type /XObject /Subtype /Image /Width 10 /Height 10 /BitsPerComponent 8 /ColorSpace /DeviceGray /Filter /FlateDecode',
            data: deflateSync(pixels),
          },
        },
      }),
    );
    // The upper left quarter of the picture.
    const report = await redactPage(opened, 0, [[0, 50, 50, 100]]);
    expect([report.imagesBlanked, report.imagesRemoved]).toEqual([1, 0]);
    const plain = qpdfPlain(await save(opened));
    const data = /\/Subtype \/Image[\s\S]*?stream\n([\s\S]{100})/.exec(plain)?.[1] ?? '';
    const rows = Array.from({ length: 10 }, (_, row) => data.slice(row * 10, row * 10 + 10));
    expect(rows.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => '\0'.repeat(5) + '\u00ee'.repeat(5)));
    expect(rows.slice(5)).toEqual(Array.from({ length: 5 }, () => '\u00ee'.repeat(10)));
  });

  it('an inline image, marks inside an area and annotations go; a mark that goes beyond is told', async () => {
    const opened = await openObjects(
      onePage('q 20 0 0 20 10 10 cm BI /W 1 /H 1 /BPC 8 /CS /G ID x\nEI Q 12 12 5 5 re f 0 0 m 300 20 l S', {
        page: '/Annots [6 0 R 7 0 R]',
        more: {
          6: '<< /Type /Annot /Subtype /Text /Rect [10 10 20 20] /Contents (secret note) >>',
          7: '<< /Type /Annot /Subtype /Text /Rect [200 100 220 120] /Contents (other note) >>',
        },
      }),
    );
    const report = await redactPage(opened, 0, [[5, 5, 40, 40]]);
    expect(report).toMatchObject({ imagesRemoved: 1, marks: 1, marksCovered: 1, annotations: 1 });
    const plain = qpdfPlain(await save(opened));
    expect(plain).not.toMatch(/secret note|\bBI\b|12 12 5 5 re/);
    expect(plain).toContain('other note');
  });

  it('in metadata only what it says goes: names of elements stay, and split or escaped words do not', () => {
    const packet = xmpPacket('<dc:title Description="a description">The Description of it</dc:title>');
    const cleaned = scrubSayings(packet, seek(['description']));
    expect(cleaned).toContain('<rdf:Description rdf:about=""');
    expect(cleaned).toMatch(/<dc:title Description="a █+">The █+ of it<\/dc:title>/u);
    expect(sayingsOf('<a><b>Jo</b>hn&#32;D&#x6f;e</a>')).toContain('John Doe');
    expect(sayingsOf('<!-- John Doe --><a/>')).toContain('John Doe');
  });

  it('a text goes from outlines, fields, readings and metadata, and the proof finds what is left', async () => {
    const objects = {
      ...onePage('BT /F1 18 Tf 20 100 Td (no name here) Tj ET'),
      1: '<< /Type /Catalog /Pages 2 0 R /Outlines 6 0 R /Metadata 8 0 R /AcroForm << /Fields [9 0 R] >> /StructTreeRoot << /Type /StructTreeRoot /K << /S /P /ActualText (By Jane Roe) >> >> >>',
      6: '<< /Type /Outlines /First 7 0 R /Last 7 0 R /Count 1 >>',
      7: '<< /Title <feff004a0061006e006500200052006f0065> /Parent 6 0 R >>',
      8: { dict: '/Type /Metadata /Subtype /XML', data: xmpPacket('<dc:creator>Jane Roe</dc:creator>') },
      9: '<< /FT /Tx /T (name) /V (Jane Roe) >>',
    };
    const opened = await openObjects(objects);
    const found = findLeftovers(opened, ['Jane Roe']).map(({ where, at }) => (where === 'stream' ? where : at));
    expect(found.toSorted((a, b) => a.localeCompare(b))).toEqual(
      ['ActualText', 'Title', 'V', 'stream'].toSorted((a, b) => a.localeCompare(b)),
    );
    const sought = seek(['Jane Roe']);
    const places = [...scrubStreams(opened, sought), ...scrubStrings(opened, sought)];
    expect(places.toSorted((a, b) => a.localeCompare(b))).toEqual(['ActualText', 'metadata', 'Title', 'V']);
    const bytes = await save(opened);
    expect(findLeftovers(await reopen(bytes), ['Jane Roe'])).toEqual([]);
    expect(qpdfPlain(bytes)).not.toContain('Jane');
    expect(qpdfCheck(bytes).status).toBe(0);
  });
});
