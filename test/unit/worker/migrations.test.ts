// The SQL in migrations/ is what the schema says: drizzle-kit, asked for the difference, has none.

import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import drizzleConfig from '../../../drizzle.config.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

test('the migrations say what the schema says', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  try {
    await cp(join(ROOT, 'migrations'), folder, { recursive: true });
    const before = (await readdir(folder)).filter((name) => name.endsWith('.sql'));
    // drizzle-kit takes paths from the directory in which it runs.
    const config = join(folder, 'drizzle.config.json');
    await writeFile(config, JSON.stringify({ ...drizzleConfig, out: relative(ROOT, folder) }));
    const program = join(ROOT, 'node_modules/.bin/drizzle-kit');
    const { stdout } = await promisify(execFile)(program, ['generate', `--config=${relative(ROOT, config)}`], { cwd: ROOT });
    expect((await readdir(folder)).filter((name) => name.endsWith('.sql'))).toEqual(before);
    expect(stdout).toContain('No schema changes');
  } finally {
    await rm(folder, { recursive: true });
  }
});
