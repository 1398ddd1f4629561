// Both container images, built from their Dockerfiles and started as the platform would start them. Takes minutes, so it is part of
// `npm run test:all` only; needs buildah, debootstrap, root and the registries of Debian and npm.

import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Builder, canBuildImages, makeBuilder } from '../support/deployment/build-image.ts';
import { EVERYTHING } from '../../support/everything.ts';
import { runMetadataJob, startImage } from '../support/deployment/image.ts';

const LONG = { timeout: 20 * 60_000 };
const MB = 1_000_000;

describe.skipIf(!EVERYTHING || !canBuildImages())('built images', () => {
  let builder: Builder;
  beforeAll(() => {
    builder = makeBuilder(['courier/Dockerfile', 'processor/Dockerfile']);
  }, LONG.timeout);
  afterAll(() => builder[Symbol.dispose](), LONG.timeout);

  test('the courier is Debian, Node, its sources and one package, and answers', LONG, async () => {
    const image = builder.build('courier/Dockerfile');
    const modules = readdirSync(`${image.root}/app/node_modules`).filter((name) => !name.startsWith('.'));
    expect(modules).toEqual(['zod']);
    expect(image.succeeds(['node', '--version'])).toBe(true);
    expect(image.succeeds(['npm', '--version'])).toBe(false);
    expect(image.user).toBe('nobody');
    process.stdout.write(`courier: ${Math.round(image.bytes / MB)} MB\n`);
    // The base of debootstrap is about 50 MB larger than the official one.
    expect(image.bytes).toBeLessThan(320 * MB);
    await using started = await startImage('courier', '', (env) => image.run(image.entrypoint, env));
    expect(started.port).toBeGreaterThan(0);
  });

  test('the processor has every program, and finishes a job', LONG, async () => {
    const image = builder.build('processor/Dockerfile');
    for (const program of ['qpdf', 'tesseract', 'soffice', 'chromium', 'bwrap', 'perl', 'tini']) {
      expect(image.succeeds(['sh', '-c', `command -v ${program}`]), program).toBe(true);
    }
    for (const part of ['libsclo.so', 'libsdlo.so']) {
      expect(image.succeeds(['test', '-r', `/usr/lib/libreoffice/program/${part}`]), part).toBe(true);
    }
    expect(image.user).toBe('node');
    process.stdout.write(`processor: ${Math.round(image.bytes / MB)} MB\n`);
    await using started = await startImage('processor', '/tmp/pdf-processor', (env) => image.run(image.entrypoint, env));
    const { outcome, result, complaints } = await runMetadataJob(started.port);
    expect({ outcome, complaints }).toEqual({ outcome: 'succeeded', complaints: [] });
    expect(result?.subarray(0, 5).toString()).toBe('%PDF-');
  });
});
