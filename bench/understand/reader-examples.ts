// Annotated instructions beside their documents, as what is learned from: tokens, what is seen of each, their tags; the acts.

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { fold, type Folded } from '#instruction/reading/folded.ts';
import { openSource } from '../../processor/open-source.ts';
import { readFacts } from '../../processor/operations/ai-edit/facts/read-facts.ts';
import { matchesOfTokens } from '../../processor/operations/ai-edit/plan/learned/document-words.ts';
import { type ActRole, type SaidAct, tagsOf } from '../../processor/operations/ai-edit/plan/learned/roles.ts';
import { featuresOf } from '../../processor/operations/ai-edit/plan/learned/token-features.ts';
import { type Token, tokensOf } from '../../processor/operations/ai-edit/plan/learned/tokens.ts';
import { type GroundDocument, openGround } from '../../processor/operations/ai-edit/plan/places/ground-document.ts';
import { fileSource } from '../../processor/pdf/byte-source.ts';
import { endPdfium, warmUpPdfium } from '../../processor/pdf/pdfium/pdfium-thread.ts';
import { CORPUS } from '../../support/corpus.ts';
import { type Annotated, annotatedIn, readAnnotated, spansOfAct, spansOfOthers } from './annotations.ts';

export interface Example {
  readonly row: Annotated;
  readonly folded: Folded;
  readonly tokens: readonly Token[];
  readonly features: readonly (readonly string[])[];
  readonly tags: readonly string[];
  readonly acts: readonly (SaidAct & { readonly act: string })[];
}

/** Documents that are not there are left out. */
export async function readExamples(folders: readonly string[]): Promise<readonly Example[]> {
  const rows = readAnnotated(folders.flatMap((folder) => annotatedIn(folder)));
  const examples: Example[] = [];
  await warmUpPdfium();
  for (const [file, own] of Map.groupBy(rows, (row) => row.file)) {
    const path = join(CORPUS, file);
    if (!existsSync(path)) continue;
    const workDir = mkdtempSync(join(tmpdir(), 'reader-'));
    try {
      const opened = await openSource(fileSource(path), 'read', { workDir, pagesMax: 1000, strict: false, onSignature: 'invalidate' });
      const ground = openGround(readFacts(opened, ''), () => Promise.resolve([]));
      for (const row of own) examples.push(exampleOf(row, ground));
    } finally {
      rmSync(workDir, { recursive: true });
    }
  }
  await endPdfium();
  return examples;
}

function exampleOf(row: Annotated, ground: GroundDocument): Example {
  const folded = fold(row.text);
  const tokens = tokensOf(folded);
  const acts = row.acts.map((act) => spansOfAct(row.text, act));
  return {
    row,
    folded,
    tokens,
    features: featuresOf(folded, tokens, matchesOfTokens(ground, tokens)),
    tags: tagsOf(tokens, acts, spansOfOthers(row)),
    acts: acts.flatMap((parts, at) => {
      const act = row.acts[at]?.act;
      if (act === undefined || parts.length === 0) return [];
      const own: Partial<Record<ActRole, { start: number; end: number }[]>> = {};
      for (const [role, span] of parts) (own[role] ??= []).push(span);
      const span = { start: Math.min(...parts.map(([, one]) => one.start)), end: Math.max(...parts.map(([, one]) => one.end)) };
      return [{ act, parts: own, span }];
    }),
  };
}
