import { describe, expect, test } from 'vitest';
import { addHistoryEvent } from '../../../processor/images/xmp-history.ts';
import { makePdf, plainObjects, xmpPacket } from '../../../support/documents/make-pdf.ts';
import { hasPdfJudges, qpdfPlain, tagsOfPdf } from '../../../support/judges/judge-pdf.ts';
import { runEdit } from '../../../support/run/run-edit.ts';

const withXmp = (properties: string) => withPacket(xmpPacket(properties));
const withPacket = (data: string) =>
  makePdf({
    objects: { ...plainObjects('Hello world', '', '/Metadata 6 0 R'), 6: { dict: '/Type /Metadata /Subtype /XML', data } },
  });

const EARLIER =
  '<xmpMM:History xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" xmlns:stEvt="http://ns.adobe.com/xap/1.0/sType/ResourceEvent#"><rdf:Seq>' +
  '<rdf:li stEvt:action="created" stEvt:softwareAgent="A Writer" stEvt:when="2020-01-01T00:00:00Z"/></rdf:Seq></xmpMM:History>';

describe.skipIf(!hasPdfJudges)('the history of an edited document', () => {
  test('names the tool, the time and the number of operations, and no text', async () => {
    const run = await runEdit(makePdf({ objects: plainObjects() }), 'replace "world" with "moon"; rotate page 1 by 90 degrees');
    expect(tagsOfPdf(run.bytes)).toMatchObject({
      'XMP-xmpMM:HistoryAction': 'edited',
      'XMP-xmpMM:HistorySoftwareAgent': 'PDF Processing API',
      'XMP-xmpMM:HistoryParameters': '2 operations: replace_text, rotate_pages',
      'XMP-xmpMM:HistoryWhen': '2026:11:21 08:30:00Z',
    });
    expect(run.report.verification['history_recorded']).toBe(true);
    expect(qpdfPlain(run.bytes)).not.toContain('moon<');
  });

  test('goes on where there is one, and all else of the packet stays', async () => {
    const bytes = withXmp(`<dc:title><rdf:Alt><rdf:li xml:lang="x-default">A title</rdf:li></rdf:Alt></dc:title>${EARLIER}`);
    const once = await runEdit(bytes, 'replace "world" with "moon"');
    const twice = await runEdit(once.bytes, 'delete "moon"');
    const tags = tagsOfPdf(twice.bytes);
    expect(tags['XMP-xmpMM:HistoryAction']).toBe('created,edited,edited');
    expect(tags['XMP-xmpMM:HistorySoftwareAgent']).toBe('A Writer,PDF Processing API,PDF Processing API');
    expect(tags['XMP-dc:Title']).toBe('A title');
  });

  test('is not written where all metadata is to be removed', async () => {
    const run = await runEdit(withXmp(EARLIER), 'remove all metadata; replace "world" with "moon"');
    expect(Object.keys(tagsOfPdf(run.bytes)).filter((name) => name.includes('History'))).toEqual([]);
    expect(run.report.verification['history_recorded']).toBe(false);
  });

  test('is not written into a packet that cannot be read: it stays as it is', async () => {
    const packet = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF><broken';
    const run = await runEdit(withPacket(packet), 'replace "world" with "moon"');
    expect(run.report.verification['history_recorded']).toBe(false);
    expect(qpdfPlain(run.bytes)).toContain(packet);
  });

  test.each(['<xmpMM:History/>', '<xmpMM:History><rdf:Seq/></xmpMM:History>', '<xmpMM:History><rdf:Seq></rdf:Seq></xmpMM:History>'])(
    'starts in an empty one: %s',
    (empty) => {
      const packet = xmpPacket(empty.replace('<xmpMM:History', '<xmpMM:History xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"'));
      const event = { action: 'edited', when: undefined, softwareAgent: 'A & B', parameters: '1' } as const;
      const written = addHistoryEvent(Buffer.from(packet, 'latin1'), event);
      expect(Buffer.from(written ?? []).toString()).toMatch(/<rdf:Seq[^>]*><rdf:li .*A &amp; B.*<\/rdf:Seq><\/xmpMM:History>/);
    },
  );
});
