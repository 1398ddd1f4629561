// The container images without a builder of images: the steps of both Dockerfiles are replayed in a folder, and what they leave there
// must be all that the program needs. What apt installs is seen by the real build only (built-images.test.ts).

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ROOT } from '../../scripts/local/edge.ts';
import { contextFiles, dependenciesOf, isInContext, parseDockerfile, replay } from '../support/deployment/dockerfile.ts';
import { exitCodeOf, runMetadataJob, spawnQuietly, startImage } from '../support/deployment/image.ts';

const dir = mkdtempSync(join(tmpdir(), 'images-'));
afterAll(() => rmSync(dir, { recursive: true }));

const PARTS = ['processor', 'courier'] as const;
const images = Object.fromEntries(PARTS.map((part) => [part, replay(`${part}/Dockerfile`, join(dir, part))])) as Record<
  (typeof PARTS)[number],
  ReturnType<typeof replay>
>;

function sourcesIn(app: string): string[] {
  const folders = ['contract', 'instruction', 'processor', 'courier'].filter((name) => existsSync(join(app, name)));
  return folders.flatMap((name) =>
    readdirSync(join(app, name), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))
      .map((path) => join(app, name, path)),
  );
}

/** What a source names in `import`, `require` and `resolve`, unchanged. */
function namedIn(source: string): string[] {
  const text = readFileSync(source, 'utf8');
  const patterns = [/^(?:import|export)\b[^;'"]*?from '([^']+)'/gm, /(?:\brequire|\bimport|\.resolve)\(\s*['`]([^'`]+)['`]/g];
  return patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name));
}

/** `@scope/name` or `name` of anything that is neither a file nor Node's own. */
function packagesIn(app: string): string[] {
  const named = sourcesIn(app).flatMap(namedIn);
  const foreign = named.filter((name) => /^[@a-z]/.test(name) && !name.startsWith('node:'));
  return [...new Set(foreign.map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? ''))].toSorted();
}

describe('what a build sees', () => {
  test('is what the Dockerfiles copy, and nothing else', () => {
    const copied = PARTS.flatMap((part) =>
      parseDockerfile(readFileSync(`${ROOT}${part}/Dockerfile`, 'utf8'))
        .filter(({ instruction, text }) => instruction === 'COPY' && !text.startsWith('--from'))
        .flatMap(({ text }) => text.split(' ').slice(0, -1)),
    );
    const needless = contextFiles().filter((file) => !copied.some((path) => file === path || file.startsWith(`${path}/`)));
    expect(needless).toEqual([]);
    expect(contextFiles().length).toBeGreaterThan(100);
  });

  test.each([
    '.dev.vars',
    '.secrets',
    '.local/secrets.json',
    '.git/config',
    '.wrangler/state/v3',
    'node_modules/zod/index.js',
    'test/a.ts',
  ])('%s stays out of it', (path) => {
    expect(isInContext(path, readFileSync(`${ROOT}.dockerignore`, 'utf8'))).toBe(false);
  });
});

describe.each(PARTS)('%s', (part) => {
  const image = images[part];

  test('every file that the sources import is in the image', () => {
    const sources = sourcesIn(image.app);
    expect(sources.length).toBeGreaterThan(10);
    for (const source of sources) {
      for (const name of namedIn(source)) {
        const path = name.startsWith('.')
          ? resolve(dirname(source), name)
          : name.startsWith('#contract/')
            ? join(image.app, name.slice(1))
            : undefined;
        if (path !== undefined) expect(existsSync(path), `${name} in ${relative(image.app, source)}`).toBe(true);
      }
    }
  });

  test('every package that the sources import is in the image, and none of development', () => {
    const installed = dependenciesOf(image.app);
    expect(installed).toContain('zod');
    // The core of Tesseract is found from the package that brings it.
    const brought = installed.flatMap((name) => dependenciesOf(join(image.app, 'node_modules', name)));
    expect(packagesIn(image.app).filter((name) => ![...installed, ...brought].includes(name))).toEqual([]);
    expect(installed).not.toContain('vitest');
  });

  test('it does not run as root', () => {
    expect(image.user).toMatch(/^(node|nobody)$/);
  });

  test('its entry starts from these files alone, and the check of its health can tell', async () => {
    const command = image.entrypoint.filter((word) => word !== 'tini' && word !== '--');
    const started = await startImage(part, join(dir, 'work'), (env) => spawnQuietly(command, image.app, { ...image.env, ...env }));
    try {
      expect(exitCodeOf(image.healthcheck, started.env)).toBe(0);
      if (part === 'processor') {
        const { outcome, result, complaints } = await runMetadataJob(started.port);
        expect({ outcome, complaints }).toEqual({ outcome: 'succeeded', complaints: [] });
        expect(result?.subarray(0, 5).toString()).toBe('%PDF-');
      }
    } finally {
      await started[Symbol.asyncDispose]();
    }
    expect(exitCodeOf(image.healthcheck, started.env)).toBe(1);
  });
});

test('the images run the pinned Node', () => {
  for (const part of PARTS) {
    const [first] = parseDockerfile(readFileSync(`${ROOT}${part}/Dockerfile`, 'utf8'));
    expect(first?.text).toContain(`node:${process.versions.node}-`);
  }
});

test('the courier’s image has the packages that it imports, and no other', () => {
  expect(dependenciesOf(images.courier.app)).toEqual(packagesIn(images.courier.app));
});
