// Annotated instructions beside their documents, as the roles of words are learned from them: tokens, what is seen of each, their tags; the acts.

import { createHash } from 'node:crypto';
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { fold } from '#instruction/reading/folded.ts';
import { modelDocument } from '../../processor/document/pages/model-document.ts';
import type { PageModel } from '../../processor/document/pages/page-model.ts';
import { openSource } from '../../processor/open-source.ts';
import { readLabelledFields } from '../../processor/operations/ai-edit/facts/labelled-fields.ts';
import { readFacts } from '../../processor/operations/ai-edit/facts/read-facts.ts';
import { matchesOfTokens } from '../../processor/operations/ai-edit/plan/learned/document-words.ts';
import { tagsOf } from '../../processor/operations/ai-edit/plan/learned/roles.ts';
import { tokensOf } from '../../processor/operations/ai-edit/plan/learned/tokens.ts';
import { wordFeatures } from '../../processor/operations/ai-edit/plan/learned/word-features.ts';
import { type GroundDocument, openGround, type PageModels } from '../../processor/operations/ai-edit/plan/places/ground-document.ts';
import { fileSource } from '../../processor/pdf/byte-source.ts';
import { endPdfium, warmUpPdfium } from '../../processor/pdf/pdfium/pdfium-thread.ts';
import { CORPUS } from '../../support/corpus.ts';
import { seeded } from '../../support/documents/random.ts';
import { type Annotated, annotatedIn, readAnnotated } from './annotations.ts';
import { poolsOf, together, varied } from './vary-rows.ts';

/** @param isMore with the rows that came after the shipped weights were learned */
export const learnedFrom = (folder: string, isMore: boolean): readonly Annotated[] =>
  readAnnotated([folder, ...(isMore ? [join(folder, 'more')] : [])].flatMap(annotatedIn));

/** Of twenty parts of all documents, by their names, the first ones. */
export const isHeldBack = (file: string, parts: number): boolean =>
  Number(BigInt(`0x${createHash('md5').update(file).digest('hex')}`) % 20n) < parts;

/** Each document once, with its rows; those that are not there are left out. @param isModelled whether its blocks are needed too */
export async function withDocuments(
  rows: readonly Annotated[],
  isModelled: boolean,
  use: (own: readonly Annotated[], ground: GroundDocument, page: PageModels) => void | Promise<void>,
): Promise<void> {
  await warmUpPdfium();
  for (const [file, own] of Map.groupBy(rows, (row) => row.file)) {
    const path = join(CORPUS, file);
    if (!existsSync(path)) continue;
    const workDir = mkdtempSync(join(tmpdir(), 'reader-'));
    try {
      const opened = await openSource(fileSource(path), 'read', { workDir, pagesMax: 1000, strict: false, onSignature: 'invalidate' });
      const facts = readFacts(opened, '0'.repeat(64));
      if (isModelled) {
        using built = await modelDocument(opened, workDir);
        const fields = await readLabelledFields(opened);
        const pages = new Map<number, PageModel | undefined>();
        const page = (nth: number) => {
          if (!pages.has(nth)) pages.set(nth, built.page(nth));
          return pages.get(nth);
        };
        const ground = openGround(facts, () => Promise.resolve(fields), page);
        await use(own, ground, page);
      } else {
        const ground = openGround(facts, () => Promise.resolve([]));
        await use(own, ground, () => undefined);
      }
    } finally {
      rmSync(workDir, { recursive: true });
    }
  }
  await endPdfium();
}

const JOINED_SHARE = 0.3;
const ACTS_MAX = 3;

/** Rows written anew, of those that are learned from. @param times of each row; a part of it of so many */
function variants(rows: readonly Annotated[], times: number): readonly Annotated[] {
  const pools = poolsOf(rows);
  const random = seeded(9);
  const byDocument = Map.groupBy(rows, ({ file, language }) => `${language} ${file}`);
  return Array.from({ length: Math.ceil(times) }, (_, at) => rows.filter(() => random() < times - at))
    .flat()
    .map((row) => {
      const made = varied(row, pools, random);
      if (random() >= JOINED_SHARE || row.acts.length >= ACTS_MAX) return made;
      const others = (byDocument.get(`${row.language} ${row.file}`) ?? []).filter((one) => one !== row && one.acts.length < ACTS_MAX);
      const other = others[Math.floor(random() * others.length)];
      return other ? together(made, varied(other, pools, random), random) : made;
    });
}

/** Writes examples as train_reader.py reads them. */
export async function roleExamples(
  rows: readonly Annotated[],
  { path, held, variants: times }: { readonly path: string; readonly held: number; readonly variants: number },
): Promise<void> {
  const learned = rows.filter(({ file }) => !isHeldBack(file, held));
  const file = openSync(path, 'w');
  await withDocuments([...rows, ...variants(learned, times)], false, (own, ground) => {
    for (const row of own) writeSync(file, `${JSON.stringify(exampleOf(row, ground, isHeldBack(row.file, held)))}\n`);
  });
  closeSync(file);
}

function exampleOf(row: Annotated, ground: GroundDocument, isHeld: boolean): object {
  const folded = fold(row.text);
  const tokens = tokensOf(folded);
  return {
    isHeld,
    features: wordFeatures(tokens, matchesOfTokens(ground, tokens)),
    isWord: tokens.map(({ text }) => /[\p{L}\p{N}"]/u.test(text)),
    tags: tagsOf(
      tokens,
      row.acts.map(({ parts }) => parts),
      row.others,
    ),
    acts: row.acts.map(({ act, parts }) => ({
      name: act,
      parts: parts.flatMap(([role, span]) => {
        const [first, last] = [tokens.findIndex(({ end }) => end > span.start), tokens.findLastIndex(({ start }) => start < span.end)];
        return first >= 0 && first <= last ? [[role, first, last]] : [];
      }),
    })),
  };
}
