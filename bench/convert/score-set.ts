// Scores one set of round trips: each document to docx and back, compared with its truth.

import { convertFromPdf } from '../../support/run/read-pdf-document.ts';
import { round } from '../measure.ts';
import { readDocxOutline } from '../../support/judges/quality/read-docx.ts';
import { meanScores, scoreAsSeen, scoreOutline, type Scores } from '../../support/judges/quality/score.ts';
import { readRoundTrips } from './round-trip-set.ts';

/** @param set as readRoundTrips takes it @returns the mean figures, and those of what the pages show */
export async function scoreSet(set: string, tagged: boolean): Promise<object> {
  const [scores, seen]: [Scores[], Scores[]] = [[], []];
  for (const { truth, pdf } of Object.values(await readRoundTrips(set, tagged))) {
    const made = await convertFromPdf('docx', pdf).catch(() => undefined);
    if (!made) continue;
    const found = readDocxOutline(made.bytes);
    scores.push(scoreOutline(truth, found));
    seen.push(scoreAsSeen(truth, found));
  }
  return { ...rounded(scores), as_seen: rounded(seen) };
}

function rounded(scores: readonly Scores[]): object {
  const { counted, ...means } = meanScores(scores);
  return { ...Object.fromEntries(Object.entries(means).map(([key, value]) => [key, round(value)])), counted };
}
