// Every Word document and picture of the corpus goes through read, remove and set: each gives a result or a clear reason.
// Runs only where the corpus is; judged by exiftool and fflate.

import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { FAILURE_REASONS } from '#contract/failures.ts';
import { JobFailure } from '../../processor/failure.ts';
import { readDocx, removeDocx, setDocx } from '../../processor/metadata/docx.ts';
import { readJpeg, removeJpeg, setJpeg } from '../../processor/metadata/jpeg.ts';
import { readPng, removePng, setPng } from '../../processor/metadata/png.ts';
import { listCorpus, readCorpus, readExpectations, sampleCorpus } from '../../support/corpus.ts';
import { describeCorpus } from '../support/describe-corpus.ts';
import { hasExiftool, readTags } from '../../support/judges/exiftool.ts';
import { visibleTexts } from '../../support/documents/make-docx.ts';
import { onBusyMachine } from '../support/busy-machine.ts';

const operations = {
  docx: { read: readDocx, remove: removeDocx, set: setDocx },
  jpg: { read: readJpeg, remove: removeJpeg, set: setJpeg },
  png: { read: readPng, remove: removePng, set: setPng },
};
/** What may remain in a picture: how it is stored, its colour transform and profile. */
const STRUCTURE = /^(?:JFIF|PNG|PNG-pHYs|ICC_Profile|ICC-\w+|Adobe|IFD0:Orientation)/;

const TYPES = ['.docx', '.jpg', '.png'];
const good = sampleCorpus([...listCorpus('office', TYPES), ...listCorpus('scan', TYPES)], 8);
const bad = sampleCorpus(listCorpus('bad', TYPES), 8);

function typeOf(name: string): keyof typeof operations {
  return name.slice(name.lastIndexOf('.') + 1) as keyof typeof operations;
}

/** The result, or the reason why there is none. */
function attempt<T>(run: () => T): T | string {
  try {
    return run();
  } catch (error) {
    if (error instanceof JobFailure) return error.reason;
    throw error;
  }
}

function checkPicture(result: Uint8Array, type: 'jpg' | 'png'): void {
  if (!hasExiftool) return;
  expect(Object.keys(readTags(result, type)).filter((name) => !STRUCTURE.test(name))).toEqual([]);
}

function checkDocument(source: Uint8Array, result: Uint8Array): void {
  const before = unzipSync(source);
  const after = unzipSync(result);
  for (const [name, bytes] of Object.entries(after)) {
    const text = Buffer.from(bytes).toString('utf8');
    if (name.endsWith('.xml') && name.startsWith('word/')) {
      expect(visibleTexts(text)).toEqual(visibleTexts(Buffer.from(before[name] ?? []).toString('utf8')));
      expect(text).not.toMatch(/ w:rsid/);
    }
    expect(name).not.toMatch(/^docProps\//);
    if (/\.jpe?g$/.test(name)) checkPicture(bytes, 'jpg');
    if (name.endsWith('.png')) checkPicture(bytes, 'png');
  }
}

describeCorpus('metadata over the corpus', good, true, () => {
  test.each(good)('%s: removes with a result that is clean, or tells why not', (name) => {
    const source = readCorpus(name);
    const type = typeOf(name);
    const result = attempt(() =>
      operations[type].remove(source, { removeAuthors: true, onSignature: 'invalidate' } as { removeAuthors: boolean }),
    );
    if (typeof result === 'string') {
      // The only good files without a result are those that a password protects.
      expect(result).toBe('unsupported_feature');
      expect(source.readUInt32BE(0)).toBe(0xd0cf11e0);
      return;
    }
    expect(result.proof.markers_left).toBe(0);
    if (type === 'docx') checkDocument(source, result.bytes);
    else checkPicture(result.bytes, type);
    const again = operations[type].remove(result.bytes, { removeAuthors: true });
    expect(Buffer.from(again.bytes).equals(result.bytes)).toBe(true);
  });

  test.each([...good, ...bad])('%s: reads and sets, or tells why not', (name) => {
    const source = readCorpus(name);
    const { read, remove, set } = operations[typeOf(name)];
    for (const run of [
      () => read(source),
      () => remove(source, { removeAuthors: false }),
      () => set(source, { title: 'A title', author: 'Someone' }),
    ]) {
      const started = performance.now();
      const result: unknown = attempt<unknown>(run);
      if (typeof result === 'string') expect(FAILURE_REASONS.filter((reason) => reason !== 'internal')).toContain(result);
      expect(performance.now() - started).toBeLessThan(onBusyMachine(20_000));
    }
  });
});

describeCorpus('metadata over hostile files', bad, true, () => {
  const expected = readExpectations();
  /** What only rendering would expand: metadata never decodes a pixel or lays out a page. */
  const onlyRendered = new Set(['page', 'pages', 'image']);

  test.each(bad.filter((name) => ['limit', 'reject'].includes(expected.get(name)?.outcome ?? '')))(
    '%s: is refused unless only rendering would be harmed',
    (name) => {
      const result = attempt(() => operations[typeOf(name)].remove(readCorpus(name), { removeAuthors: false }));
      const isHarmless = expected.get(name)?.tags.some((tag) => onlyRendered.has(tag)) === true;
      if (typeof result !== 'string') expect(isHarmless).toBe(true);
    },
  );
});
