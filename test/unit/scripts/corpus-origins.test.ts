// The corpus from its origins, with git repositories made here: what is right is laid out, what is wrong or missing is named, and a second run
// goes on where the first one was.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { type ManifestRow, readManifest } from '../../../scripts/corpus/manifest.ts';
import { layOutOrigins } from '../../../scripts/corpus/origins.ts';
import { useWorkDir } from '../../support/work-dir.ts';

const workDir = useWorkDir();
const PAGE =
  '<PcGts><Page><ReadingOrder><RegionRefIndexed regionRef="b"/><RegionRefIndexed regionRef="a"/></ReadingOrder>' +
  '<TextRegion id="a"><TextLine><TextEquiv><Unicode>second &amp; last</Unicode></TextEquiv></TextLine></TextRegion>' +
  '<TextRegion id="b"><TextLine><TextEquiv><Unicode>first</Unicode></TextEquiv></TextLine></TextRegion></Page></PcGts>';

let mirrors: string;
let folder: string;

beforeEach(() => {
  mirrors = join(workDir, 'mirrors');
  folder = join(workDir, 'corpus');
  for (const path of [mirrors, folder]) rmSync(path, { recursive: true, force: true });
});

/** @returns its commit */
function makeRepository(name: string, files: Readonly<Record<string, string | Buffer>>): string {
  const path = join(mirrors, name);
  mkdirSync(path, { recursive: true });
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', '-c', 'commit.gpgSign=false', ...args], {
      cwd: path,
    }).toString();
  git('init', '--quiet');
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, file), content);
  }
  git('add', '--all');
  git('commit', '--quiet', '--message', 'files');
  git('config', 'uploadpack.allowFilter', 'true');
  return git('rev-parse', 'HEAD').trim();
}

function rowOf(file: string, content: string | Buffer, origin: Partial<ManifestRow>): ManifestRow {
  const sha256 = createHash('sha256').update(content).digest('hex');
  const facts = { bytes: Buffer.byteLength(content), category: '', tags: '', licence: 'CC0-1.0' };
  return { file, sha256, ...facts, repository: '', commit: '', path: file, ...origin };
}

function layOut(rows: readonly ManifestRow[]): { missing: number; said: string[] } {
  const said: string[] = [];
  const missing = layOutOrigins(rows, { folder, mirror: `file://${mirrors}`, say: (line) => said.push(line) });
  return { missing, said };
}

describe('the corpus from its origins', () => {
  test('holds each file byte by byte, whatever the repository says of line ends, and a transcription as text', () => {
    const bytes = Buffer.from([0, 13, 10, 255, 13, 10]);
    const commit = makeRepository('some/files', {
      '.gitattributes': '* text eol=lf\n*.pdf -text\n',
      'deep folder/a [1].pdf': bytes,
      'page.xml': PAGE,
      'not/wanted.bin': 'large',
    });
    const origin = { repository: 'some/files', commit };
    const { missing, said } = layOut([
      rowOf('pdf/a.pdf', bytes, { ...origin, path: 'deep folder/a [1].pdf' }),
      rowOf('scan/p.gt.txt', 'first\nsecond & last\n', { ...origin, path: 'page.xml' }),
    ]);
    expect(missing, said.join('\n')).toBe(0);
    expect(readFileSync(join(folder, 'pdf/a.pdf'))).toEqual(bytes);
    expect(readFileSync(join(folder, 'scan/p.gt.txt'), 'utf8')).toBe('first\nsecond & last\n');
  });

  test('a file of another hash, one that is not there and an origin that is not there are named, and the rest is laid out', () => {
    const commit = makeRepository('some/files', { 'good.pdf': 'good', 'changed.pdf': 'changed' });
    const origin = { repository: 'some/files', commit };
    const { missing, said } = layOut([
      rowOf('pdf/good.pdf', 'good', { ...origin, path: 'good.pdf' }),
      rowOf('pdf/changed.pdf', 'as it was', { ...origin, path: 'changed.pdf' }),
      rowOf('pdf/gone.pdf', 'gone', { ...origin, path: 'gone.pdf' }),
      rowOf('pdf/other.pdf', 'other', { repository: 'nobody/nothing', commit }),
    ]);
    expect(missing).toBe(3);
    expect(readFileSync(join(folder, 'pdf/good.pdf'), 'utf8')).toBe('good');
    expect(['changed', 'gone', 'other'].filter((name) => existsSync(join(folder, `pdf/${name}.pdf`)))).toEqual([]);
    const told = said.join('\n');
    expect(told).toMatch(/some\/files: 1 of 3 files are there/);
    expect(told).toMatch(/pdf\/changed\.pdf: its SHA-256 is [0-9a-f]{64} at the origin and [0-9a-f]{64} in the manifest/);
    expect(told).toContain('pdf/gone.pdf: the origin has no file gone.pdf');
    expect(told).toMatch(/pdf\/other\.pdf: file:\/\/\S+nobody\/nothing could not be fetched: .+/);
  });

  test('a second run fetches what is missing or damaged, and leaves the rest', () => {
    const commit = makeRepository('some/files', { 'a.pdf': 'a', 'b.pdf': 'b' });
    const rows = ['a', 'b'].map((name) => rowOf(`pdf/${name}.pdf`, name, { repository: 'some/files', commit, path: `${name}.pdf` }));
    expect(layOut(rows).missing).toBe(0);
    const before = statSync(join(folder, 'pdf/a.pdf')).mtimeMs;
    writeFileSync(join(folder, 'pdf/b.pdf'), 'half');
    expect(layOut(rows).said[0]).toContain('fetching 1 of 2 files');
    expect([readFileSync(join(folder, 'pdf/b.pdf'), 'utf8'), statSync(join(folder, 'pdf/a.pdf')).mtimeMs]).toEqual(['b', before]);
    rmSync(mirrors, { recursive: true });
    expect(layOut(rows)).toEqual({ missing: 0, said: ['[1/1] some/files: 2 files are there'] });
  });

  test('a mirror with other commits serves by hash', () => {
    makeRepository('some/files', { 'a.pdf': 'a' });
    expect(layOut([rowOf('pdf/a.pdf', 'a', { repository: 'some/files', commit: 'f'.repeat(40), path: 'a.pdf' })]).missing).toBe(0);
  });
});

describe('the manifest', () => {
  const manifest = join(import.meta.dirname, '../../corpus/manifest.tsv');

  test('names each file once, with a commit, a path and a licence', () => {
    const rows = readManifest(manifest);
    expect(new Set(rows.map(({ file }) => file)).size).toBe(rows.length);
    for (const row of rows) {
      expect(row).toMatchObject({
        commit: expect.stringMatching(/^[0-9a-f]{40}$/),
        repository: expect.stringMatching(/^[\w.-]+\/[\w.-]+$/),
      });
      expect([row.path, row.licence], row.file).not.toContain('');
    }
  });

  test('that points outside of the corpus is refused', () => {
    const [heading, row = ''] = readFileSync(manifest, 'utf8').split('\n');
    for (const name of ['../a.pdf', '/etc/a.pdf', 'pdf/../../a.pdf']) {
      const path = join(workDir, 'manifest.tsv');
      writeFileSync(path, `${heading}\n${row.replace(/^[^\t]+/, name)}\n`);
      expect(() => readManifest(path)).toThrow('outside the corpus');
    }
  });
});
