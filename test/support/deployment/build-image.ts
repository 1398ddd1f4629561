// Builds our images with buildah where no registry of images is: what a Dockerfile takes as its base is made from Debian's packages
// (debootstrap) and from the Node that npm has installed here. Everything is in one folder and is removed with it.

import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from '../../../scripts/local/edge.ts';
import { parseDockerfile } from './dockerfile.ts';

export interface BuiltImage {
  /** Its file system. */
  readonly root: string;
  readonly bytes: number;
  readonly entrypoint: readonly string[];
  readonly user: string;
  readonly run: (command: readonly string[], env?: Readonly<Record<string, string>>) => ChildProcess;
  /** By its exit code: buildah can lose what a short program writes. */
  readonly succeeds: (command: readonly string[]) => boolean;
}

export interface Builder extends Disposable {
  readonly build: (dockerfile: string) => BuiltImage;
}

export function canBuildImages(): boolean {
  const isThere = (program: string) => spawnSync(program, ['--version']).status === 0;
  return process.getuid?.() === 0 && isThere('buildah') && isThere('debootstrap');
}

export function makeBuilder(dockerfiles: readonly string[]): Builder {
  const dir = mkdtempSync(join(tmpdir(), 'buildah-'));
  const storage = ['--root', join(dir, 'storage'), '--runroot', join(dir, 'run'), '--storage-driver', 'vfs'];
  const buildah = (...args: string[]): string =>
    execFileSync('buildah', [...storage, ...args], {
      cwd: ROOT,
      encoding: 'utf8',
      maxBuffer: 1e8,
      stdio: ['ignore', 'pipe', 'inherit'],
    }).trim();
  const root = join(dir, 'root');
  for (const base of basesOf(dockerfiles)) makeBase(root, base, buildah);
  rmSync(root, { recursive: true });
  return {
    build: (dockerfile) => {
      const name = dirname(dockerfile);
      buildah('bud', '--pull-never', '--isolation', 'chroot', '--format', 'docker', '--file', dockerfile, '--tag', name, '.');
      return inspect(name, storage, buildah);
    },
    [Symbol.dispose]: () => rmSync(dir, { recursive: true, force: true }),
  };
}

/** Plain Debian first: what Node's base has besides is added to the same folder. */
function basesOf(dockerfiles: readonly string[]): string[] {
  const steps = dockerfiles.flatMap((path) => parseDockerfile(readFileSync(join(ROOT, path), 'utf8')));
  return [...new Set(steps.filter(({ instruction }) => instruction === 'FROM').map(({ text }) => text.split(' ')[0] ?? ''))].toSorted();
}

function makeBase(root: string, name: string, buildah: (...args: string[]) => string): void {
  const suite = /bookworm/.exec(name)?.[0];
  if (suite === undefined) throw new Error(`${name}: which Debian?`);
  if (!existsSync(root)) debootstrap(suite, root);
  if (name.startsWith('node:')) addNode(root);
  const variables = reachRegistry(root);
  const container = buildah('from', 'scratch');
  buildah('copy', '--quiet', container, root, '/');
  buildah('config', ...variables.flatMap((variable) => ['--env', variable]), container);
  buildah('commit', '--quiet', '--rm', container, `docker.io/library/${name}`);
}

function debootstrap(suite: string, root: string): void {
  execFileSync('debootstrap', ['--variant=minbase', '--include=ca-certificates', suite, root], { stdio: 'ignore' });
  rmSync(join(root, 'var/cache/apt/archives'), { recursive: true });
  rmSync(join(root, 'var/lib/apt/lists'), { recursive: true });
}

/** As the official image of Node has it: node and npm in /usr/local, and a user. */
function addNode(root: string): void {
  cpSync(realpathSync(join(ROOT, 'node_modules/.bin/node')), join(root, 'usr/local/bin/node'));
  const npm = dirname(dirname(realpathSync(execFileSync('which', ['npm'], { encoding: 'utf8' }).trim())));
  mkdirSync(join(root, 'usr/local/lib/node_modules'), { recursive: true });
  cpSync(npm, join(root, 'usr/local/lib/node_modules/npm'), { recursive: true, verbatimSymlinks: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'));
  execFileSync('chroot', [root, 'useradd', '--uid', '1000', 'node']);
}

/** npm in the image asks whom npm asks here. Answers the variables that the base then has. */
function reachRegistry(root: string): string[] {
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  mkdirSync(join(root, 'usr/local/etc'), { recursive: true });
  writeFileSync(join(root, 'usr/local/etc/npmrc'), `registry=${registry}\n`);
  const path = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
  const authorities = process.env['NODE_EXTRA_CA_CERTS'];
  if (authorities === undefined) return [path];
  cpSync(realpathSync(authorities), join(root, 'etc/ssl/authorities-here.pem'));
  return [path, 'NODE_EXTRA_CA_CERTS=/etc/ssl/authorities-here.pem'];
}

function inspect(name: string, storage: readonly string[], buildah: (...args: string[]) => string): BuiltImage {
  const { Docker: made } = JSON.parse(buildah('inspect', '--type', 'image', name)) as {
    Docker: { config: { Entrypoint: string[]; User: string } };
  };
  const container = buildah('from', '--pull-never', name);
  const root = buildah('mount', container);
  const [size = '0'] = execFileSync('du', ['--summarize', '--bytes', root], { encoding: 'utf8' }).split('\t');
  const argumentsOf = (command: readonly string[], env: Readonly<Record<string, string>>) => [
    ...storage,
    'run',
    '--isolation',
    'chroot',
    ...Object.entries(env).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
    container,
    '--',
    ...command,
  ];
  return {
    root,
    bytes: Number(size),
    entrypoint: made.config.Entrypoint,
    user: made.config.User,
    run: (command, env = {}) => spawn('buildah', argumentsOf(command, env), { stdio: ['ignore', 'pipe', 'pipe'] }),
    succeeds: (command) => spawnSync('buildah', argumentsOf(command, {}), { stdio: 'ignore' }).status === 0,
  };
}
