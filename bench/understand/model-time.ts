// How long the model of a document of 100 pages or more takes beside its conversion to text, in turn, in CPU time of this process and its threads.

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { modelDocument } from '../../processor/document/pages/model-document.ts';
import { openSource } from '../../processor/open-source.ts';
import { fileSource } from '../../processor/pdf/byte-source.ts';
import { CORPUS } from '../../support/corpus.ts';
import { convert } from '../../support/run/run-convert.ts';
import { inputOfPages } from '../large/inputs.ts';
import { median, round } from '../measure.ts';

const ROUNDS = 5;
/** Of 117 pages, set by TeX. */
const BOOK = join(CORPUS, 'pdf/sf-GeoTopo-komprimiert.pdf');

interface ModelTime {
  readonly pages: number;
  readonly model_ms: number;
  readonly text_ms: number;
  readonly ratio: number;
}

/** @returns medians of CPU milliseconds by document */
export async function timeModels(): Promise<Readonly<Record<string, ModelTime>>> {
  const made = await inputOfPages('text', 100);
  const documents = { made: made.path, ...(existsSync(BOOK) ? { book: BOOK } : {}) };
  const times: Record<string, ModelTime> = {};
  for (const [name, path] of Object.entries(documents)) times[name] = await timeOne(path);
  return times;
}

async function timeOne(path: string): Promise<ModelTime> {
  const bytes = readFileSync(path);
  const [models, texts]: [number[], number[]] = [[], []];
  let pages = 0;
  for (let at = -1; at < ROUNDS; at++) {
    const model = await cpuOf(async () => (pages = await buildModel(path)));
    const text = await cpuOf(() => convert(bytes, 'application/pdf', { target_format: 'txt' }));
    // The first round warms up.
    if (at >= 0) {
      models.push(model);
      texts.push(text);
    }
  }
  const [model_ms, text_ms] = [median(models), median(texts)];
  return { pages, model_ms: round(model_ms, 0), text_ms: round(text_ms, 0), ratio: round(model_ms / text_ms, 2) };
}

async function buildModel(path: string): Promise<number> {
  const workDir = mkdtempSync(join(tmpdir(), 'model-'));
  try {
    const opened = await openSource(fileSource(path), 'read', { workDir, pagesMax: 1000, strict: false, onSignature: 'invalidate' });
    using built = await modelDocument(opened, workDir);
    for (let page = 1; page <= opened.pages.length; page++) built.page(page);
    return opened.pages.length;
  } finally {
    rmSync(workDir, { recursive: true });
  }
}

async function cpuOf(run: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
