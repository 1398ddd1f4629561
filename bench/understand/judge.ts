// The verdict on each outcome, by the judge that lies beside the shared set: a program of its own, which reads the files with poppler and qpdf.

import { spawnSync } from 'node:child_process';
import { SHARED_SET, type Row } from './sets.ts';
import type { Outcome } from './run-row.ts';

export interface Judged {
  readonly row: Row;
  readonly outcome: Outcome;
  readonly verdict: string;
  /** What of the expectation does not hold. */
  readonly failed: readonly string[];
}

const PROGRAM = `
import json, sys
sys.path.insert(0, sys.argv[1])
import judge
for line in sys.stdin:
    asked = json.loads(line)
    verdict, failed = judge.judge_detail(asked['row'], asked['source'], asked['outcome'])
    print(json.dumps([verdict, failed or []]), flush=True)
`;

/** @throws Error when Python, numpy, PIL, poppler or qpdf is missing */
export function judgeOutcomes(rows: readonly Row[], outcomes: readonly Outcome[], folder: string): Judged[] {
  const asked = rows.map((row, index) => JSON.stringify({ row: row.written, source: row.path, outcome: outcomes[index] }));
  const run = spawnSync('/usr/bin/python3', ['-B', '-c', PROGRAM, SHARED_SET], {
    cwd: folder,
    input: `${asked.join('\n')}\n`,
    maxBuffer: 256 * 1024 * 1024,
  });
  if (run.status !== 0) throw new Error(`The judge did not run: ${run.stderr.toString('utf8').slice(-2000)}`);
  const verdicts = run.stdout
    .toString('utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as [string, string[]]);
  return rows.flatMap((row, index) => {
    const [outcome, told] = [outcomes[index], verdicts[index]];
    return outcome && told ? [{ row, outcome, verdict: told[0], failed: told[1] }] : [];
  });
}
