// The check of `npm run deploy:check` on the repository itself, and on mutations of it: when any single thing that an operator needs is
// removed from the page, added to it, or renamed in wrangler.toml, the check names it.

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type Unstable_Config, unstable_readConfig } from 'wrangler';
import { findDifferences } from '../../scripts/deploy/find-differences.ts';
import { readPage } from '../../scripts/deploy/read-page.ts';
import { ROOT } from '../../scripts/local/edge.ts';
import { SECRET_NAMES } from '../../worker/settings.ts';

const PAGE = readFileSync(`${ROOT}docs/operating.md`, 'utf8');
const TOML = readFileSync(`${ROOT}wrangler.toml`, 'utf8');
const DEV_VARS = readFileSync(`${ROOT}.dev.vars.example`, 'utf8');
const LINES = PAGE.split('\n');
const dir = mkdtempSync(join(tmpdir(), 'deploy-check-'));
for (const part of ['processor', 'courier']) cpSync(`${ROOT}${part}/Dockerfile`, join(dir, part, 'Dockerfile'));
afterAll(() => rmSync(dir, { recursive: true }));

function configOf(toml: string): Unstable_Config {
  writeFileSync(join(dir, 'wrangler.toml'), toml);
  return unstable_readConfig({ config: join(dir, 'wrangler.toml') });
}

const CONFIG = configOf(TOML);

/** What `npm run deploy:check` would say. */
function check({ page = PAGE, toml = TOML, devVars = DEV_VARS }): string {
  return findDifferences({ page, config: toml === TOML ? CONFIG : configOf(toml), devVars }).join('\n');
}

function without(lines: readonly string[], at: number): string {
  return lines.toSpliced(at, 1).join('\n');
}

/** The lines of the page that name something to create or to set, with what they name. */
function tellingLines(): { at: number; name: string }[] {
  const end = LINES.indexOf('## Regions');
  return LINES.slice(0, end).flatMap((line, at) => {
    const created = /^ *npx wrangler (?:queues create|r2 bucket create|d1 create|d1 migrations apply) (\S+)/.exec(line)?.[1];
    const named = created ?? /^\| `([^`]+)`/.exec(line)?.[1];
    return named === undefined ? [] : [{ at, name: named }];
  });
}

test('the page, wrangler.toml and the settings that the programs read agree', () => {
  expect(check({})).toBe('');
});

describe('what is taken out of the page is named', () => {
  const telling = tellingLines();

  test('every resource and setting has a line of its own', () => {
    const page = readPage(PAGE);
    const { secretsGenerated, ...lists } = page;
    expect(telling.length).toBe(Object.values(lists).flat().length);
    expect(secretsGenerated).toEqual(SECRET_NAMES);
  });

  test.each(telling)('line $at: $name', ({ at, name }) => {
    expect(check({ page: without(LINES, at) })).toContain(name);
  });

  test.each(SECRET_NAMES)('%s out of the command that generates secrets', (name) => {
    expect(check({ page: PAGE.replace(new RegExp(`(for name in [^;]*?) ?${name}`), '$1') })).toContain(`the generated secret ${name}`);
  });

  test.each(['--jurisdiction eu', '--location enam', '--location weur'])('%s', (option) => {
    const bare = check({ page: PAGE.replace(` ${option}`, '') });
    expect(bare).toContain('pdf-processing-api');
    const other = check({ page: PAGE.replace(option, `${option.split(' ')[0]} oc`) });
    expect(other).toContain(' oc');
  });

  test.each(['## Secrets', '## Settings of the courier', '## Deploying'])('the section %s', (title) => {
    expect(check({ page: PAGE.replace(title, '## Something else') })).not.toBe('');
  });
});

describe('what the page has too much is named', () => {
  test.each(tellingLines())('beside line $at: $name', ({ at, name }) => {
    const line = (LINES[at] ?? '').replace(name, `${name}-OF-NOBODY`);
    expect(check({ page: LINES.toSpliced(at, 0, line).join('\n') })).toContain(`${name}-OF-NOBODY`);
  });

  test('a line twice', () => {
    for (const { at, name } of tellingLines()) {
      expect(check({ page: LINES.toSpliced(at, 0, LINES[at] ?? '').join('\n') })).toContain(name);
    }
  });
});

describe('what wrangler.toml calls otherwise is named', () => {
  const toml = TOML.split('\n');
  const KEYS = /^(queue|dead_letter_queue|bucket_name|jurisdiction|database_name|image|bucket|container|DEFAULT_REGION) = "(.+)"$/;
  const named = toml.flatMap((line, at) => (KEYS.test(line) ? [{ at, line }] : []));
  const containers = toml.flatMap((line, at) => (toml[at - 1] === '[[containers]]' ? [{ at, line }] : []));

  test('there is something to rename', () => {
    expect(named.length).toBeGreaterThan(20);
    expect(containers.length).toBeGreaterThan(2);
  });

  test.each([...named, ...containers])('line $at: $line', ({ at, line }) => {
    const renamed = line.replace(/"$/, 'x"');
    const said = () => check({ toml: toml.with(at, renamed).join('\n') });
    // Wrangler itself refuses an image that is not there.
    if (line.startsWith('image')) expect(said).toThrow('Dockerfilex');
    else expect(said()).toContain(/"(.+)"/.exec(renamed)?.[1]);
  });

  test('a required setting that is gone, and one that nothing reads', () => {
    for (const name of ['ENVIRONMENT', 'DEFAULT_REGION', 'INTERNAL_BASE_URL', 'UNAUTHENTICATED_PER_MINUTE']) {
      expect(check({ toml: TOML.replace(new RegExp(`^${name} = .*$`, 'm'), '') })).toContain(name);
    }
    expect(check({ toml: TOML.replace('[vars]', '[vars]\nNOBODY_READS = 1') })).toContain('NOBODY_READS');
  });

  test('dead letters that nothing consumes', () => {
    const [block = ''] = /\[\[queues\.consumers\]\]\nqueue = "deliveries-dead"\n.*\n/.exec(TOML) ?? [];
    expect(block).not.toBe('');
    expect(check({ toml: TOML.replace(block, '') })).toContain('nothing consumes the queue deliveries-dead');
  });
});

test.each(SECRET_NAMES)('%s out of .dev.vars.example is named', (name) => {
  expect(check({ devVars: DEV_VARS.replace(`${name}=`, `#${name}=`) })).toContain(name);
});

describe('a cell', () => {
  const cell = (fields: string) => `${TOML}\n[vars.CELLS.eu-1]\nregion = "eu"\ncode = "Ea"\ndatabase = "DB_EU_1"\n${fields}`;
  const database = '\n[[d1_databases]]\nbinding = "DB_EU_1"\ndatabase_name = "a-cell"\ndatabase_id = "1"\n';

  test('names what is bound, and a region that there is', () => {
    expect(check({ toml: cell('') })).toContain('the cell eu-1 names the database DB_EU_1, which is not bound');
    const toml = cell(`bucket = "BUCKET_EU_1"\nqueue = "QUEUE_EU_1"\n${database}`);
    expect(check({ toml })).toContain('the cell eu-1 names the bucket BUCKET_EU_1, which is not bound');
    expect(check({ toml })).toContain('the cell eu-1 names the queue QUEUE_EU_1, which is not bound');
    expect(check({ toml: toml.replace('region = "eu"\ncode', 'region = "mars"\ncode') })).toContain(
      'of the region mars, which there is not',
    );
    expect(check({ toml: cell('').replace('\ncode = "Ea"', '\ncode = "0a"') })).toContain('CELLS.eu-1.code is missing or invalid');
  });

  test('has its database on the page, where its region is', () => {
    const toml = cell(database);
    expect(check({ toml })).toContain('lacks the database a-cell');
    const created = (place: string) =>
      PAGE.replace(/( *npx wrangler d1 create )\S+.*/, (line) => `${line}\n   npx wrangler d1 create a-cell --location ${place}`);
    expect(check({ toml, page: created('wnam') })).toContain('creates the database a-cell at --location wnam');
    expect(check({ toml, page: created('weur') })).not.toContain('creates the database a-cell');
  });
});
