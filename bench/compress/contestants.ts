// The contestants: ours at its three levels, and the programs that people use today. Each takes a file and returns bytes and CPU time.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMPRESS_QUALITIES } from '#contract/params/compress-params.ts';
import { JobFailure } from '../../processor/failure.ts';
import { compressPdf } from '../../processor/operations/compress/pdf.ts';
import { endedChildrenSeconds } from '../measure.ts';
import type { BenchFile } from './files.ts';

interface Outcome {
  readonly bytes: Uint8Array;
  readonly cpuSeconds: number;
}

export interface Contestant {
  readonly name: string;
  readonly isOurs: boolean;
  readonly takes: (file: BenchFile) => boolean;
  /** Undefined when there is no result. */
  readonly run: (file: BenchFile) => Promise<Outcome | undefined>;
}

const TIME_MS_MAX = 120_000;

export function makeContestants(): Contestant[] {
  const gs = (setting: string) =>
    program(`gs /${setting}`, 'gs', (source, result) => [
      '-q',
      '-dBATCH',
      '-dNOPAUSE',
      '-dSAFER',
      '-sDEVICE=pdfwrite',
      `-dPDFSETTINGS=/${setting}`,
      `-sOutputFile=${result}`,
      source,
    ]);
  return [
    ...COMPRESS_QUALITIES.map(ours),
    gs('printer'),
    gs('ebook'),
    gs('screen'),
    program('qpdf', 'qpdf', (source, result) => [
      '--recompress-flate',
      '--compression-level=9',
      '--object-streams=generate',
      source,
      result,
    ]),
    {
      ...program('ocrmypdf -O3', 'ocrmypdf', (source, result) => [
        '-O3',
        '--skip-text',
        '--tesseract-timeout=0',
        '--output-type=pdf',
        '-q',
        source,
        result,
      ]),
      takes: ({ isScan }: BenchFile) => isScan,
    },
  ];
}

function ours(quality: (typeof COMPRESS_QUALITIES)[number]): Contestant {
  return {
    name: quality,
    isOurs: true,
    takes: () => true,
    async run({ bytes }) {
      const workDir = mkdtempSync(join(tmpdir(), 'bench-compress-'));
      const start = process.cpuUsage();
      try {
        const options = { workDir, pagesMax: 2000, quality, linearize: false, strict: false, onSignature: 'invalidate' } as const;
        const { result } = await compressPdf(bytes, options);
        const { user, system } = process.cpuUsage(start);
        return { bytes: result.read(0, result.size), cpuSeconds: (user + system) / 1e6 };
      } catch (error) {
        if (error instanceof JobFailure) return undefined;
        throw error;
      } finally {
        rmSync(workDir, { recursive: true });
      }
    },
  };
}

function program(name: string, command: string, argsOf: (source: string, result: string) => string[]): Contestant {
  return {
    name,
    isOurs: false,
    takes: () => true,
    run: (file) =>
      Promise.resolve(
        cached(name, file, () => {
          const folder = mkdtempSync(join(tmpdir(), 'bench-compress-'));
          const result = join(folder, 'result.pdf');
          // The time of a child counts only after it was waited for.
          const before = endedChildrenSeconds();
          spawnSync(command, argsOf(file.path, result), { timeout: TIME_MS_MAX, cwd: folder });
          const cpuSeconds = endedChildrenSeconds() - before;
          const bytes = existsSync(result) ? readFileSync(result) : undefined;
          rmSync(folder, { recursive: true });
          return bytes && { bytes, cpuSeconds };
        }),
      ),
  };
}

function cached(name: string, file: BenchFile, make: () => Outcome | undefined): Outcome | undefined {
  const cache = process.env['COMPRESS_CACHE'];
  if (!cache) return make();
  mkdirSync(cache, { recursive: true });
  const key = join(cache, createHash('sha256').update(name).update(file.bytes).digest('hex').slice(0, 32));
  if (existsSync(`${key}.json`)) {
    const { cpuSeconds, made } = JSON.parse(readFileSync(`${key}.json`, 'utf8')) as { cpuSeconds: number; made: boolean };
    return made ? { bytes: readFileSync(`${key}.pdf`), cpuSeconds } : undefined;
  }
  const outcome = make();
  if (outcome) writeFileSync(`${key}.pdf`, outcome.bytes);
  writeFileSync(`${key}.json`, JSON.stringify({ cpuSeconds: outcome?.cpuSeconds ?? 0, made: outcome !== undefined }));
  return outcome;
}
