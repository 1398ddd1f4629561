// The layers: the list is what docs/ARCHITECTURE.md shows, every room of it is there, and the lint refuses what the list forbids.

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { LAYERS, printLayers } from '../../../../scripts/lint/layers.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');
const project = mkdtempSync(join(tmpdir(), 'layers-'));
afterAll(() => rmSync(project, { recursive: true, force: true }));

/** The lint's own files, and a project around them that holds nothing but what a test writes. */
function layOut(files: Readonly<Record<string, string>>): void {
  rmSync(project, { recursive: true, force: true });
  mkdirSync(project, { recursive: true });
  for (const name of ['.oxlintrc.json', 'package.json', 'scripts/lint']) cpSync(join(ROOT, name), join(project, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(project, 'node_modules'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, name)), { recursive: true });
    writeFileSync(join(project, name), text);
  }
}

function lint(): string {
  const config = JSON.parse(readFileSync(join(project, '.oxlintrc.json'), 'utf8')) as { options: unknown };
  writeFileSync(join(project, '.oxlintrc.json'), JSON.stringify({ ...config, options: { typeAware: false } }));
  const args = [
    'node_modules/oxlint/bin/oxlint',
    '--deny-warnings',
    '--format',
    'unix',
    ...['contract', 'worker', 'processor'].filter((part) => existsSync(join(project, part))),
  ];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: project, encoding: 'utf8' });
  return stdout + stderr;
}

const A = 'export const a = 1;\n';

test('docs/ARCHITECTURE.md shows the list as it is, and all that it names is there', () => {
  expect(readFileSync(join(ROOT, 'docs/ARCHITECTURE.md'), 'utf8')).toContain(`\`\`\`\n${printLayers()}\n\`\`\`\n`);
  for (const room of LAYERS.flat()) expect(existsSync(join(ROOT, room)), room).toBe(true);
});

test('imports of earlier lines are allowed, whatever their form', () => {
  layOut({
    'contract/ids.ts': A,
    'processor/failure.ts': A,
    'processor/pdf/syntax/one.ts':
      "import { a } from '../../failure.ts';\nimport type * as ids from '#contract/ids.ts';\n\nexport type Ids = typeof ids;\nexport const b = a;\n",
  });
  expect(lint()).not.toMatch(/layers|cycle/);
});

const FORBIDDEN: readonly (readonly [kind: string, from: string, specifier: string, to: string, message: string])[] = [
  ['a later line', 'processor/pdf/syntax/one.ts', '../pages/two.ts', 'processor/pdf/pages/two.ts', 'is above'],
  [
    'a room beside it',
    'processor/operations/ocr/one.ts',
    '../convert/two.ts',
    'processor/operations/convert/two.ts',
    'do not see each other',
  ],
  ['another part', 'processor/one.ts', '../worker/log.ts', 'worker/log.ts', 'do not import each other'],
  ['the language of edits, from the contract', 'contract/params/one.ts', '#instruction/two.ts', 'instruction/two.ts', 'is above'],
  ['what is not shipped', 'worker/jobs/one.ts', '../../test/two.ts', 'test/two.ts', 'nobody imports test'],
  ['a file without a room', 'worker/jobs/one.ts', '../two.ts', 'worker/two.ts', 'has no place'],
];
const FORMS: readonly (readonly [name: string, text: (specifier: string) => string])[] = [
  ['import', (specifier) => `import { a } from '${specifier}';\n\nexport const b = a;\n`],
  ['import type', (specifier) => `import type * as two from '${specifier}';\n\nexport type Two = typeof two;\n`],
  ['export from', (specifier) => `export { a } from '${specifier}';\n`],
  ['import()', (specifier) => `export const two = import('${specifier}');\n`],
];

test.each(FORBIDDEN.flatMap((row) => FORMS.map(([form, text]) => [row[0], form, row, text] as const)))(
  'imports of %s are refused: %s',
  (_, __, [, from, specifier, to, message], text) => {
    layOut({ [from]: text(specifier), [to]: A });
    expect(lint()).toContain(message);
  },
);

test('a circle of files is refused, of types too', () => {
  layOut({
    'worker/jobs/one.ts': "import type { Two } from './two.ts';\n\nexport interface One {\n  readonly two?: Two;\n}\n",
    'worker/jobs/two.ts': "import type { One } from './one.ts';\n\nexport interface Two {\n  readonly one?: One;\n}\n",
  });
  expect(lint()).toMatch(/cycle/);
});
