// Documents that are read by range: the same as from bytes, wherever an object meets the end of a window, and without reading stream data.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PDFContext, PDFName, PDFRawStream, PDFRef, PDFString } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { type ByteSource, fileSource } from '../../../../../processor/pdf/byte-source.ts';
import { openPdf } from '../../../../../processor/pdf/open.ts';
import { comparePagesBounded } from '../../../../../processor/pdf/pdfium/pdfium-thread.ts';
import { savePackedFile } from '../../../../../processor/pdf/save-packed.ts';
import { digestStreams, liveStreams } from '../../../../../processor/pdf/verify.ts';
import { makePdf, plainObjects } from '../../../../../support/documents/make-pdf.ts';
import { onBusyMachine } from '../../../../support/busy-machine.ts';
import { useWorkDir } from '../../../../support/work-dir.ts';

const workDir = useWorkDir();

function fileOf(content: Uint8Array, name: string): ByteSource {
  const path = join(workDir, name);
  writeFileSync(path, content);
  return fileSource(path);
}

/** A source that counts what is read of it. */
function counted(source: ByteSource, count: { bytes: number }): ByteSource {
  return {
    size: source.size,
    read(offset, length) {
      const bytes = source.read(offset, length);
      count.bytes += bytes.length;
      return bytes;
    },
    readInto(target, offset, length) {
      const read = source.readInto(target, offset, length);
      count.bytes += read;
      return read;
    },
    part: (offset, length) => counted(source.part(offset, length), count),
  };
}

const open = (source: ByteSource) => openPdf(source, { needs: 'read', pagesMax: 10, strict: true });
const ref = (number: number) => PDFRef.of(number);

function streamAt(context: PDFContext, objectNumber: number): PDFRawStream {
  const stream = context.lookup(ref(objectNumber));
  if (!(stream instanceof PDFRawStream)) throw new Error('no stream');
  return stream;
}

const DATA = 'stream endstream data endobj';

describe('a document in a file', () => {
  test('gives an object and its stream wherever the end of the first window falls', async () => {
    for (let padding = 3980; padding < 4110; padding++) {
      const objects = { ...plainObjects(), 6: { dict: `/Text (${'x'.repeat(padding)}) /Last /Key`, data: DATA } };
      const { context } = await open(fileOf(makePdf({ objects, trailer: '/Info 6 0 R' }), 'padded'));
      const stream = streamAt(context, 6);
      expect(stream.dict.get(PDFName.of('Last'))).toBe(PDFName.of('Key'));
      expect(Buffer.from(stream.getContents()).toString('latin1')).toBe(DATA);
    }
  });

  test('holds objects no longer that are released, reads them again when asked, and keeps what was set, deleted or named', async () => {
    const objects = { ...plainObjects(), 6: { dict: '/Type /Kept', data: DATA }, 7: '<< /Type /Left >>', 8: '<< /Type /Gone >>' };
    const trailer = '/Info << /A 6 0 R /B 7 0 R /C 8 0 R >>';
    const { context, catalog, pages, objects: table, description } = await open(fileOf(makePdf({ objects, trailer }), 'released'));
    const [stream, left] = [streamAt(context, 6), context.lookup(ref(7))];
    const added = context.register(PDFString.of('added'));
    const changed = PDFString.of('changed');
    context.assign(ref(5), changed);
    context.delete(ref(8));
    table.release(new Set([catalog, ...pages.map(({ dict }) => dict)]));
    expect(context.lookup(context.trailerInfo.Root)).toBe(catalog);
    expect(context.lookup(pages[0]?.ref)).toBe(pages[0]?.dict);
    expect(context.lookup(ref(5))).toBe(changed);
    expect(context.lookup(ref(8))).toBeUndefined();
    expect(context.lookup(added)?.toString()).toBe('(added)');
    expect(context.lookup(ref(7))).not.toBe(left);
    expect(context.lookup(ref(7))?.toString()).toBe(left?.toString());
    expect(streamAt(context, 6)).not.toBe(stream);
    expect(Array.from(description.streams, (one) => Buffer.from(one.getContents()).toString('latin1'))).toContain(DATA);
  });

  test('is opened without reading the data of its streams', async () => {
    const picture = { dict: '/Type /XObject /Subtype /Image /Filter /DCTDecode', data: Buffer.alloc(20_000_000, 'x') };
    const source = fileOf(makePdf({ objects: { ...plainObjects(), 6: picture }, trailer: '/Info 6 0 R' }), 'large');
    const count = { bytes: 0 };
    const opened = await open(counted(source, count));
    expect(Array.from(opened.description.streams, (stream) => stream.getContentsSize())).toContain(20_000_000);
    expect(count.bytes).toBeLessThan(200_000);
  });

  test('is written with the streams that it has and those that were changed', async () => {
    const objects = { ...plainObjects(), 6: { dict: '', data: Buffer.alloc(600_000, 'one') } };
    const { context } = await open(fileOf(makePdf({ objects, trailer: '/Info 6 0 R' }), 'source'));
    streamAt(context, 4).updateContents(Buffer.from('BT ET'));
    for (const objectStreams of [false, true]) {
      const path = join(workDir, `saved-${objectStreams}`);
      savePackedFile(context, path, { objectStreams, contentId: true });
      const reopened = await open(fileSource(path));
      expect(digestStreams(reopened.description.streams)).toEqual(digestStreams(liveStreams(context)));
      expect(Array.from(reopened.description.streams, (stream) => stream.getContentsSize()).toSorted((a, b) => a - b)).toEqual([
        5, 600_000,
      ]);
    }
  });

  test('keeps what was assigned and deleted, whatever the file says', async () => {
    const { context } = await open(fileOf(makePdf({ objects: { ...plainObjects(), 6: '(six)', 7: '(seven)' } }), 'changed'));
    context.assign(ref(6), PDFString.of('changed'));
    expect(context.delete(ref(7))).toBe(true);
    expect(context.delete(ref(7))).toBe(false);
    expect(context.lookup(ref(6))).toEqual(PDFString.of('changed'));
    expect(context.lookup(ref(7))).toBeUndefined();
    expect(context.enumerateIndirectObjects().map(([{ objectNumber }]) => objectNumber)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(context.nextRef().objectNumber).toBe(8);
  });

  test('is read by PDFium range by range, and is the same there as its bytes', async () => {
    const bytes = makePdf({ objects: plainObjects('Read by range') });
    const { file } = fileOf(Buffer.concat([Buffer.from('junk'), bytes]), 'ranged').part(4, bytes.length);
    if (!file) throw new Error('no file');
    const request = { after: file, textPageIndexes: [0], renderPageIndexes: [0] };
    const same = await comparePagesBounded({ ...request, before: bytes }, onBusyMachine(10_000));
    expect(same).toMatchObject({ pagesBefore: 1, pagesAfter: 1, textPagesCompared: 1, textPagesDifferent: [], renderedPagesDifferent: [] });
    const other = makePdf({ objects: plainObjects('Read by chance') });
    const different = await comparePagesBounded({ ...request, before: other }, onBusyMachine(10_000));
    expect(different).toMatchObject({ textPagesDifferent: [1], renderedPagesDifferent: [1] });
  });
});
