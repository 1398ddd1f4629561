// Running an external program: bounded in time and output, killed with its children, distinguished from one that is missing.

import { describe, expect, it } from 'vitest';
import { readProcessTable } from '../../../../processor/sandbox/process-group.ts';
import { runProgram } from '../../../../processor/sandbox/run-program.ts';

const node = (script: string, options: Partial<Parameters<typeof runProgram>[2]> = {}) =>
  runProgram(process.execPath, ['-e', script], { timeMsMax: 20_000, ...options });

describe('runProgram', () => {
  it('gives exit code, stdout and stderr, and feeds stdin', async () => {
    const run = await node('process.stdin.pipe(process.stdout); process.stderr.write("told"); process.exitCode = 3', { stdin: 'secret' });
    expect(run).toMatchObject({ exitCode: 3, stderr: 'told', timedOut: false, missing: false, tooMuchOutput: false });
    expect(run.stdout.toString()).toBe('secret');
  });

  it('tells a program that is not there from one that fails', async () => {
    expect(await runProgram('no-such-program', [], { timeMsMax: 1000 })).toMatchObject({ missing: true, exitCode: null });
  });

  it('passes arguments as they are, never through a shell, and no variable of its own environment', async () => {
    process.env['PLANTED_SECRET'] = 'x';
    const run = await runProgram(process.execPath, ['-p', 'process.argv[1] + process.env.PLANTED_SECRET', '$(id); `id` "'], {
      timeMsMax: 20_000,
    });
    expect(run.stdout.toString().trim()).toBe('$(id); `id` "undefined');
  });

  it('kills a program that runs too long, with the process that it started', async () => {
    const script =
      'const c = require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "inherit" });' +
      'process.stdout.write(String(c.pid)); setInterval(() => {}, 1000)';
    const run = await node(script, { timeMsMax: 1500 });
    expect(run).toMatchObject({ timedOut: true, exitCode: null });
    const pid = Number(run.stdout.toString());
    expect(pid).toBeGreaterThan(1);
    // A killed process lets go of its pipes before it leaves the table.
    await expect.poll(() => readProcessTable().map((row) => row.pid), { timeout: 10_000 }).not.toContain(pid);
  });

  it('kills a program that writes too much', async () => {
    const run = await node('for (;;) process.stdout.write("x".repeat(65536))', { outputBytesMax: 100_000 });
    expect(run.tooMuchOutput).toBe(true);
    expect(run.stdout.length).toBe(100_000);
  });
});
