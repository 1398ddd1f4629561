// The pages are followed to the letter, from nothing to a finished job: CONTRIBUTING.md for `wrangler dev`, docs/operating.md for a
// deployment, whose platform is `wrangler dev` with local state here.

import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Edge, startEdge } from '../../scripts/local/edge.ts';
import { makeSecrets } from '../../scripts/local/edge.ts';
import { findFreePort } from '../../scripts/local/processor.ts';
import { EVERYTHING } from '../../support/everything.ts';
import { cloneRepository, commandsOf, firstJob } from '../support/deployment/follow-page.ts';

const SLOW = { timeout: 180_000 };

function expectFinished(dir: string, { code, output }: { code: number | null; output: string }): void {
  expect.soft(output).toContain('STATUS succeeded');
  expect(code, output).toBe(0);
  const result = readFileSync(join(dir, 'clean.pdf'), 'latin1');
  expect(result.startsWith('%PDF-')).toBe(true);
  expect(readFileSync(join(dir, 'scripts/local/sample.pdf'), 'latin1')).toContain('Jordan Example');
  expect(result).not.toContain('Jordan Example');
}

describe('CONTRIBUTING.md', () => {
  // Long: wrangler builds and starts.
  test.skipIf(!EVERYTHING)('whoever follows it to run wrangler dev has a finished job', SLOW, async () => {
    using clone = await cloneRepository();
    const commands = commandsOf('CONTRIBUTING.md', 'The Worker under `wrangler dev`').filter((line) => line !== 'npm install');
    expectFinished(clone.dir, await clone.follow([...commands, ...firstJob()]));
  });

  test('a .dev.vars that lies there does not reach npm start and the tests', SLOW, async () => {
    using clone = await cloneRepository();
    copyFileSync(join(clone.dir, '.dev.vars.example'), join(clone.dir, '.dev.vars'));
    const module = (await import(join(clone.dir, 'scripts/local/edge.ts'))) as { startEdge: typeof startEdge };
    const secrets = makeSecrets();
    const edge: Edge = await module.startEdge({
      port: await findFreePort(),
      secrets,
      processorUrls: { eu: 'http://127.0.0.1:1' },
    });
    try {
      const bindings = await edge.miniflare.getBindings();
      expect(bindings['KEY_PEPPER']).toBe(secrets.KEY_PEPPER);
      expect(bindings).not.toHaveProperty('COURIER_URL');
      expect(bindings).not.toHaveProperty('PROCESSOR_URL_US');
    } finally {
      await edge.close();
    }
  });
});

/** The commands that need Cloudflare itself, and their replacements here. Resources are created on use; the deployment check compares them. */
const STAND_INS: readonly (readonly [RegExp, string])[] = [
  [/^npm install$|^npx wrangler (login|d1 create .*|r2 bucket create .*|queues create .*)$/, ''],
  [/^npx wrangler secret bulk \.secrets$/, 'cat .secrets addresses > .dev.vars'],
  // A second deployment, by the identifier that its database got.
  [/^npm run deploy:variant -- .*$|^.* (?:-c )?wrangler\.staging\.toml.*$/, ''],
  [/ --remote$/, ' --local'],
  [
    /^npx wrangler deploy$/,
    `export NODE_ENV=production
npx node --env-file=.secrets processor/main.ts &
npx node --env-file=.secrets courier/main.ts &
CLOUDFLARE_CF_FETCH_ENABLED=false npx wrangler dev --ip 127.0.0.1 --port 8787 &`,
  ],
  [/https:\/\/api\.example\.com/g, 'http://127.0.0.1:8787'],
];

// Long. What the page names is compared every day (deploy-check.test.ts).
test.skipIf(!EVERYTHING)('whoever follows docs/operating.md has a finished job, with secrets that production takes', SLOW, async () => {
  using clone = await cloneRepository();
  const page = commandsOf('docs/operating.md', 'Deploying');
  const commands = page.map((line) => STAND_INS.reduce((text, [what, instead]) => text.replace(what, instead), line));
  for (const [what] of STAND_INS)
    expect(
      page.some((line) => line.search(what) >= 0),
      String(what),
    ).toBe(true);
  // Instead of containers, which need Docker.
  const addresses = readFileSync(join(clone.dir, '.dev.vars.example'), 'utf8')
    .split('\n')
    .filter((line) => /^\w+_URL(_\w+)?=/.test(line));
  writeFileSync(join(clone.dir, 'addresses'), addresses.join('\n'));
  const done = await clone.follow([...commands, ...firstJob()]);
  expectFinished(clone.dir, done);
  expect(done.output).toContain('agree.');
  expect(readFileSync(join(clone.dir, '.dev.vars'), 'utf8')).not.toMatch(/ENVIRONMENT|=dev-/);
  expect(existsSync(join(clone.dir, 'dist'))).toBe(true);
});
