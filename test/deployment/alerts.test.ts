// The alerts for Prometheus: each fires on what it is for, none on a healthy service, and each names figures that the service has and a runbook.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ROOT } from '../../scripts/local/edge.ts';
import { isPresent } from '../../support/judges/present.ts';

const dir = mkdtempSync(join(tmpdir(), 'alerts-'));
afterAll(() => rmSync(dir, { recursive: true }));

const RULES = `${ROOT}deploy/alerts.yaml`;
const rules = readFileSync(RULES, 'utf8');

test.skipIf(!isPresent('promtool', spawnSync('promtool', ['--version']).error === undefined))(
  'fire on what they are for, and not else (skipped without promtool)',
  () => {
    const cases = join(dir, 'cases.yaml');
    writeFileSync(cases, readFileSync(`${ROOT}test/support/deployment/alerts.yaml`, 'utf8').replace('ALERTS]', `${RULES}]`));
    expect(execFileSync('promtool', ['test', 'rules', cases]).toString()).toContain('SUCCESS');
  },
);

test('use figures that /metrics has', () => {
  const said = readFileSync(`${ROOT}worker/operator/metrics.ts`, 'utf8');
  const used = new Set([...rules.matchAll(/\bpdf_[a-z_]+/g)].map(([name]) => name));
  expect(used.size).toBeGreaterThan(8);
  for (const name of used) expect(said, name).toContain(`'${name}'`);
});

test('each has a row in docs/operating.md', () => {
  const page = readFileSync(`${ROOT}docs/operating.md`, 'utf8');
  const names = [...rules.matchAll(/alert: (\w+)/g)].map(([, name]) => name);
  expect(names.length).toBe(10);
  for (const name of names) expect(page, name).toContain(`| \`${name}\``);
});
