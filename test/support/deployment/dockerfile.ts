// Reads a Dockerfile and .dockerignore as far as ours use them, and replays the steps in a folder: what is copied, what npm installs,
// what is started and how. What apt installs only a real build shows (test/deployment/built-images.test.ts).

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { ROOT } from '../../../scripts/local/edge.ts';

export interface Step {
  readonly instruction: string;
  readonly text: string;
}

export interface Replayed {
  /** Working folder of the last stage. */
  readonly app: string;
  readonly env: Readonly<Record<string, string>>;
  readonly entrypoint: readonly string[];
  readonly healthcheck: readonly string[];
  readonly user: string | undefined;
}

export function parseDockerfile(text: string): Step[] {
  const joined = text.replace(/^\s*#.*\n/gm, '').replace(/\\\n/g, ' ');
  return joined.split('\n').flatMap((line) => {
    const [, instruction = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line.trim()) ?? [];
    return instruction === '' ? [] : [{ instruction, text: rest.replace(/\s+/g, ' ') }];
  });
}

/** Whether .dockerignore lets this path into the build: the last line that fits the path, or a folder above it, decides. */
export function isInContext(path: string, ignore: string): boolean {
  const rules = ignore.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const parts = path.split('/');
  const above = parts.map((_, i) => parts.slice(0, i + 1).join('/'));
  let isIn = true;
  for (const rule of rules) {
    const glob = rule.replace(/^!/, '');
    if (above.some((prefix) => patternOf(glob).test(prefix))) isIn = rule.startsWith('!');
  }
  return isIn;
}

/** Docker's globs also match names that begin with a dot, which Node's do not. */
function patternOf(glob: string): RegExp {
  const words: Record<string, string> = { '**/': '(?:.*/)?', '*': '[^/]*' };
  const source = glob.replace(/\*\*\/|\*|[^\w/]/g, (word) => words[word] ?? `\\${word}`);
  return new RegExp(`^${source}$`);
}

/** Every file that a build sees. */
export function contextFiles(folder = ''): string[] {
  const ignore = readFileSync(join(ROOT, '.dockerignore'), 'utf8');
  const entries = readdirSync(join(ROOT, folder), { withFileTypes: true });
  return entries.flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.name === '.git' || entry.name === 'node_modules') return isInContext(path, ignore) ? [path] : [];
    if (entry.isDirectory()) return contextFiles(path);
    return isInContext(path, ignore) ? [path] : [];
  });
}

/** @throws Error naming the step that does not work. */
export function replay(dockerfile: string, dir: string): Replayed {
  const stages = new Map<string, string>();
  const env: Record<string, string> = {};
  let root = '';
  let workDir = '/';
  let entrypoint: string[] = [];
  let healthcheck: string[] = [];
  let user: string | undefined;
  for (const { instruction, text } of parseDockerfile(readFileSync(join(ROOT, dockerfile), 'utf8'))) {
    if (instruction === 'FROM') {
      const name = / AS (\S+)$/.exec(text)?.[1] ?? 'last';
      root = join(dir, name);
      stages.set(name, root);
      makeBase(root);
    } else if (instruction === 'WORKDIR') {
      workDir = text;
      mkdirSync(join(root, workDir), { recursive: true });
    } else if (instruction === 'COPY') copy(text, stages, root, workDir);
    else if (instruction === 'RUN') run(text, join(root, workDir));
    else if (instruction === 'ENV' || instruction === 'ARG') Object.assign(env, readPairs(text, env));
    else if (instruction === 'ENTRYPOINT') entrypoint = JSON.parse(text) as string[];
    else if (instruction === 'HEALTHCHECK') healthcheck = JSON.parse(text.slice(text.indexOf('CMD ') + 4)) as string[];
    else if (instruction === 'USER') user = text;
  }
  return { app: join(root, workDir), env, entrypoint, healthcheck, user };
}

/** `NAME=value` and `NAME=$OTHER`. */
function readPairs(text: string, known: Readonly<Record<string, string>>): Record<string, string> {
  const pairs = text.split(' ').map((pair) => pair.split('=', 2) as [string, string]);
  return Object.fromEntries(pairs.map(([name, value]) => [name, value.startsWith('$') ? (known[value.slice(1)] ?? '') : value]));
}

/** Of the base image only what a later step takes out of it. */
function makeBase(root: string): void {
  mkdirSync(join(root, 'usr/local/bin'), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules/.bin/node'), join(root, 'usr/local/bin/node'));
}

function copy(text: string, stages: ReadonlyMap<string, string>, root: string, workDir: string): void {
  const words = text.split(' ');
  const stage = words[0]?.startsWith('--from=') ? words.shift()?.slice('--from='.length) : undefined;
  const target = join(root, resolve(workDir, words.pop() ?? ''));
  const files = stage === undefined ? contextFiles() : [];
  for (const source of words) {
    const path = join(stage === undefined ? ROOT : (stages.get(stage) ?? stage), source);
    if (!existsSync(path)) throw new Error(`COPY ${text}: there is no ${source}`);
    const isFolder = statSync(path).isDirectory();
    const into = !isFolder && text.endsWith('/') ? join(target, basename(source)) : target;
    if (stage === undefined && !files.some((file) => file === source || file.startsWith(`${source}/`))) {
      throw new Error(`COPY ${text}: .dockerignore leaves nothing of ${source}`);
    }
    const isWanted = (from: string) => stage !== undefined || statSync(from).isDirectory() || files.includes(relative(ROOT, from));
    if (!isFolder) rmSync(into, { force: true });
    cpSync(path, into, { recursive: true, verbatimSymlinks: true, filter: isWanted });
  }
}

/** Node's steps run, and npm's, but for the download: `npm ci` judges the lock file without the network, then the installed packages are linked. */
function run(text: string, cwd: string): void {
  if (text.startsWith('node ')) {
    const ended = spawnSync(process.execPath, text.split(' ').slice(1), { cwd, encoding: 'utf8' });
    if (ended.status !== 0) throw new Error(`RUN ${text}: ${ended.stderr}`);
    return;
  }
  if (!/\bnpm\b/.test(text)) {
    const [program = ''] = text.split(' ');
    if (program.includes('/') && (statSync(join(cwd, program)).mode & 0o111) === 0) throw new Error(`RUN ${program}: not executable`);
    return;
  }
  const offline = text.replace('npm ci', 'npm ci --dry-run --offline').replace(' && npm cache clean --force', '');
  const done = spawnSync('sh', ['-c', offline], { cwd, encoding: 'utf8', env: { ...process.env, npm_config_update_notifier: 'false' } });
  if (done.status !== 0) throw new Error(`RUN ${text}: ${done.stderr}`);
  for (const name of dependenciesOf(cwd)) {
    mkdirSync(dirname(join(cwd, 'node_modules', name)), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), join(cwd, 'node_modules', name));
  }
}

/** What the image's package.json names. */
export function dependenciesOf(app: string): string[] {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(join(app, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>;
    devDependencies?: Record<string, string>;
  };
  return [...Object.keys(dependencies), ...Object.keys(devDependencies)];
}
