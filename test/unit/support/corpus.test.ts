// The corpus may be missing, empty or half filled: existing files are listed, and missing ones are no error.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { useWorkDir } from '../../support/work-dir.ts';

const workDir = useWorkDir();
const corpusAt = (folder: string) => {
  vi.stubEnv('CORPUS_DIR', folder);
  vi.resetModules();
  return import('../../../support/corpus.ts');
};

beforeEach(() => () => void vi.unstubAllEnvs());

test.each(['missing', 'empty'])('a folder that is %s lists nothing and knows nothing', async (kind) => {
  const folder = join(workDir, kind);
  if (kind === 'empty') mkdirSync(folder);
  const corpus = await corpusAt(folder);
  expect(corpus.listCorpus('pdf', ['.pdf'])).toEqual([]);
  expect(corpus.sampleCorpus(corpus.listFolder('bad', ['.pdf']), 5)).toEqual([]);
  expect(corpus.readGroundTruth('scan/a.png')).toBeUndefined();
  expect([corpus.readCorpusPasswords().size, corpus.readExpectations().size]).toEqual([0, 0]);
});

test('a folder that is half filled lists what is there', async () => {
  const folder = join(workDir, 'half');
  for (const part of ['pdf', 'bad']) mkdirSync(join(folder, part), { recursive: true });
  for (const name of ['pdf/b.pdf', 'pdf/a.pdf', 'pdf/a.gt.txt', 'bad/c.pdf']) writeFileSync(join(folder, name), name);
  writeFileSync(join(folder, 'bad.expect.tsv'), 'file\ttags\texpect\nc.pdf\tbomb;page\tlimit\nnot-there.pdf\tloop\treject\n');
  writeFileSync(join(folder, 'manifest.tsv'), 'file\ttags\npdf/a.pdf\tscan,needs-password,pw=secret,old\n');
  const corpus = await corpusAt(folder);
  expect(corpus.listCorpus('pdf', ['.pdf'])).toEqual(['pdf/a.pdf', 'pdf/b.pdf']);
  expect(corpus.listCorpus('office', ['.docx'])).toEqual([]);
  expect(corpus.readGroundTruth('pdf/a.pdf')).toBe('pdf/a.gt.txt');
  expect(corpus.readGroundTruth('pdf/b.pdf')).toBeUndefined();
  expect(corpus.readCorpus('bad/c.pdf').toString()).toBe('bad/c.pdf');
  expect(corpus.readExpectations().get('bad/c.pdf')).toEqual({ outcome: 'limit', tags: ['bomb', 'page'] });
  expect([...corpus.readCorpusPasswords()]).toEqual([['pdf/a.pdf', 'secret']]);
});
