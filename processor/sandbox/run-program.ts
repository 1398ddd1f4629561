// Runs one external program: no shell, a time limit, bounded output, a minimal environment, and its whole process group killed when it
// must stop. It does not judge the outcome: exit code, captured output and what cut the run short are returned to the caller.

import { spawn } from 'node:child_process';

export interface RunOptions {
  readonly timeMsMax: number;
  /** Of stdout and of stderr each; the program is killed when it writes more on stdout, stderr is cut. */
  readonly outputBytesMax?: number;
  /** Takes stdout piece by piece instead: then nothing of it is captured or bounded. False kills the program. */
  readonly onOutput?: (piece: Buffer) => boolean;
  /** Absolute; the program's working directory and home. */
  readonly workDir?: string;
  readonly stdin?: string | Uint8Array;
  /** Variables besides the minimal environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Aborting kills the program; the outcome is then that of any killed program. */
  readonly signal?: AbortSignal | undefined;
}

export interface ProgramOutcome {
  /** Null when a signal ended the program. */
  readonly exitCode: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
  readonly timedOut: boolean;
  readonly tooMuchOutput: boolean;
  /** The program is not on PATH (ENOENT); nothing ran. */
  readonly missing: boolean;
}

const OUTPUT_BYTES_MAX = 1024 * 1024;

/** @throws never for what the program does; only for a failure to start it other than its absence. */
export function runProgram(name: string, args: readonly string[], options: RunOptions): Promise<ProgramOutcome> {
  const { timeMsMax, outputBytesMax = OUTPUT_BYTES_MAX, workDir = '/', stdin, env = {}, signal, onOutput } = options;
  return new Promise((resolve, reject) => {
    const child = spawn(name, args, {
      cwd: workDir,
      detached: true,
      stdio: [stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      env: {
        PATH: process.env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin',
        HOME: workDir,
        TMPDIR: workDir,
        LANG: 'C.UTF-8',
        LC_ALL: 'C.UTF-8',
        ...env,
      },
    });
    const stdout = boundedSink(outputBytesMax);
    const stderr = boundedSink(outputBytesMax);
    let timedOut = false;
    let tooMuchOutput = false;
    const timer = setTimeout(() => {
      timedOut = true;
      killGroup(child.pid);
    }, timeMsMax);
    const onAbort = (): void => killGroup(child.pid);
    if (signal?.aborted) onAbort();
    else signal?.addEventListener('abort', onAbort, { once: true });
    const settleDown = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
    child.stdout?.on('data', (chunk: Buffer) => {
      if (onOutput ? onOutput(chunk) : stdout.add(chunk)) return;
      tooMuchOutput = true;
      killGroup(child.pid);
    });
    child.stderr?.on('data', (chunk: Buffer) => stderr.add(chunk));
    child.on('error', (error: NodeJS.ErrnoException) => {
      settleDown();
      if (error.code !== 'ENOENT') reject(error);
      else resolve({ exitCode: null, stdout: Buffer.alloc(0), stderr: '', timedOut: false, tooMuchOutput: false, missing: true });
    });
    // A grandchild may hold the pipes open after the program has ended: the group is killed, so that 'close' comes.
    child.on('exit', () => killGroup(child.pid));
    child.on('close', (exitCode) => {
      settleDown();
      resolve({ exitCode, stdout: stdout.bytes(), stderr: stderr.bytes().toString('utf8'), timedOut, tooMuchOutput, missing: false });
    });
    if (stdin !== undefined && child.stdin) {
      // The program may end without reading its input; its exit code shows the cause, not EPIPE.
      child.stdin.on('error', () => {});
      child.stdin.end(stdin);
    }
  });
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group is already gone.
  }
}

function boundedSink(bytesMax: number): { add: (chunk: Buffer) => boolean; bytes: () => Buffer } {
  const chunks: Buffer[] = [];
  let size = 0;
  return {
    add(chunk) {
      const room = bytesMax - size;
      if (room > 0) chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk);
      size += chunk.length;
      return size <= bytesMax;
    },
    bytes: () => Buffer.concat(chunks),
  };
}
