// One file, every contestant: how large the result is, how like the source its first pages look in poppler, and what it lost.

import { openPdf } from '../../processor/pdf/open.ts';
import { countFeatures, type FeatureCounts } from '../../processor/pdf/pages/count-features.ts';
import { JobFailure } from '../../processor/failure.ts';
import { textOfPdf } from '../../test/support/judge-pdf.ts';
import { pageSimilarity } from '../../test/support/page-similarity.ts';
import type { Contestant } from './contestants.ts';
import type { BenchFile } from './files.ts';

export interface ContestantFigures {
  readonly isOurs: boolean;
  readonly ratio: number;
  readonly cpuSeconds: number;
  /** The mean over the pages compared, and the worst of them; undefined where poppler draws no page of the source. */
  readonly ssim: number | undefined;
  readonly ssimWorst: number | undefined;
  /** What was lost. */
  readonly lost: readonly string[];
}

export interface FileFigures {
  readonly name: string;
  readonly bytes: number;
  readonly of: Readonly<Record<string, ContestantFigures>>;
}

const PAGES_MAX = 2;
/** Words that may be missing or new before the text counts as lost: a change of order or hyphenation is no loss. */
const WORDS_PART_MAX = 0.01;

/** Undefined when ours refuses the file. */
export async function measureFile(file: BenchFile, contestants: readonly Contestant[]): Promise<FileFigures | undefined> {
  const before = await featuresOf(file.bytes);
  if (!before) return undefined;
  const words = wordsOf(file.bytes);
  const of: Record<string, ContestantFigures> = {};
  for (const contestant of contestants) {
    if (!contestant.takes(file)) continue;
    const outcome = await contestant.run(file);
    if (!outcome) {
      if (contestant.isOurs) return undefined;
      continue;
    }
    const after = await featuresOf(outcome.bytes);
    const same = pageSimilarity(file.bytes, outcome.bytes, { dpi: 150, lastPage: PAGES_MAX });
    of[contestant.name] = {
      isOurs: contestant.isOurs,
      ratio: outcome.bytes.length / file.bytes.length,
      cpuSeconds: outcome.cpuSeconds,
      ssim: same.length === 0 ? undefined : same.reduce((sum, value) => sum + value, 0) / same.length,
      ssimWorst: same.length === 0 ? undefined : Math.min(...same),
      lost: [...lostFeatures(before, after), ...(differs(words, wordsOf(outcome.bytes)) ? ['text'] : [])],
    };
  }
  return { name: file.name, bytes: file.bytes.length, of };
}

async function featuresOf(bytes: Uint8Array): Promise<FeatureCounts | undefined> {
  try {
    return countFeatures(await openPdf(bytes, { needs: 'read', pagesMax: 10_000 }));
  } catch (error) {
    if (error instanceof JobFailure) return undefined;
    throw error;
  }
}

/** Named destinations may become explicit ones: a reader loses nothing. */
function lostFeatures(before: FeatureCounts, after: FeatureCounts | undefined): string[] {
  if (!after) return ['document'];
  const names = ['pages', 'tags', 'fields', 'annotations', 'links', 'outlines', 'attachments', 'page_labels', 'layers'] as const;
  return names.filter((name) => after[name] < before[name]);
}

function wordsOf(bytes: Uint8Array): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of textOfPdf(bytes).split(/\s+/)) if (word) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function differs(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): boolean {
  let [missing, total] = [0, 0];
  for (const [word, count] of before) {
    total += count;
    missing += Math.max(0, count - (after.get(word) ?? 0));
  }
  return missing > total * WORDS_PART_MAX;
}
