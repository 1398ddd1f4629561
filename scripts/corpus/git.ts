// Single files of a public repository at one commit: its trees are fetched shallow and without contents, then the contents of these files only.
// Nothing is checked out, so that no attribute, link or hook of the repository takes effect.

import { spawnSync } from 'node:child_process';

/** Git never asks on the terminal, and a stalled connection ends. */
const SETTINGS = ['http.lowSpeedLimit=1000', 'http.lowSpeedTime=60', 'core.hooksPath=/dev/null', 'advice.detachedHead=false'];
const BYTES_MAX = 256 * 1024 * 1024;

export class GitFailure extends Error {}

interface OriginOptions {
  readonly url: string;
  readonly commit: string;
  /** A mirror may have the same files in another commit: its HEAD is used where the commit is missing. */
  readonly orHead: boolean;
}

export class OriginClone {
  readonly #folder: string;

  /** @param folder empty; the caller removes it */
  constructor(folder: string, { url, commit, orHead }: OriginOptions) {
    this.#folder = folder;
    this.#git(['init', '--quiet', '--bare', '.']);
    this.#git(['remote', 'add', 'origin', url]);
    const fetch = (what: string) => this.#git(['fetch', '--quiet', '--no-tags', '--depth=1', '--filter=blob:none', 'origin', what]);
    try {
      fetch(commit);
    } catch (error) {
      if (!orHead) throw error;
      fetch('HEAD');
    }
  }

  /** @returns the bytes of each path that the commit has. */
  readFiles(paths: readonly string[]): Map<string, Buffer> {
    const listed = this.#git(['ls-tree', '-r', '-z', 'FETCH_HEAD', '--', ...paths]).toString('utf8');
    const objects = new Map(
      listed.split('\0').flatMap((line) => {
        const [, type, object = '', path = ''] = /^\d+ (\w+) (\w+)\t(.*)$/s.exec(line) ?? [];
        return type === 'blob' ? [[path, object] as const] : [];
      }),
    );
    if (objects.size > 0) this.#fetchObjects([...objects.values()]);
    return new Map([...objects].map(([path, object]) => [path, this.#git(['cat-file', 'blob', object])]));
  }

  /** The contents in one request, as git itself fetches what a clone without contents lacks; otherwise each one costs a request when read. */
  #fetchObjects(objects: readonly string[]): void {
    const args = ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--filter=blob:none', '--stdin', 'origin'];
    this.#git(['-c', 'fetch.negotiationAlgorithm=noop', ...args], `${objects.join('\n')}\n`);
  }

  /** The contents that a pointer of Git LFS names. */
  readLfs(pointer: Buffer): Buffer {
    if (spawnSync('git', ['lfs', 'version']).status !== 0) throw new GitFailure('it is stored in Git LFS, and git-lfs is not installed');
    return this.#git(['lfs', 'smudge'], pointer);
  }

  #git(args: readonly string[], input: string | Buffer = ''): Buffer {
    const run = spawnSync('git', [...SETTINGS.flatMap((setting) => ['-c', setting]), ...args], {
      cwd: this.#folder,
      env: ENVIRONMENT,
      input,
      maxBuffer: BYTES_MAX,
    });
    if (run.error) throw new GitFailure(`git: ${run.error.message}`);
    if (run.status !== 0) throw new GitFailure(run.stderr.toString('utf8').trim().split('\n').slice(-2).join(' ') || 'git failed');
    return run.stdout;
  }
}

const ENVIRONMENT = { ...process.env, GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' };
