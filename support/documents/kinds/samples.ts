// Every kind in several looks, as Word documents and as pages of HTML, each with its truth: half of the kinds are used while rules are made,
// the other half only tests them.

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { PDFDocument, PDFName } from 'pdf-lib';
import { printHtml } from '../../../processor/tools/chromium.ts';
import { type Outline } from '../../judges/quality/outline.ts';
import { type KindBlock, type KindDocument, outlineOf } from './blocks.ts';
import { LOOKS } from './looks.ts';
import { SEEN } from './seen.ts';
import { UNSEEN } from './unseen.ts';
import { writeKindDocx } from './write-docx.ts';
import { writeKindHtml } from './write-html.ts';

export interface KindSamples {
  /** By name; the truth is read from the document itself. */
  readonly docx: Readonly<Record<string, Uint8Array>>;
  readonly html: Readonly<Record<string, { readonly html: string; readonly truth: Outline }>>;
}

const LOOK_NAMES = ['office', 'book', 'plain'] as const;

export async function makeKindSamples(half: 'seen' | 'unseen', seed = 11): Promise<KindSamples> {
  const docx: Record<string, Uint8Array> = {};
  const html: Record<string, { html: string; truth: Outline }> = {};
  for (const [index, [name, make]] of Object.entries(half === 'seen' ? SEEN : UNSEEN).entries()) {
    for (const turn of [0, 1]) {
      const look = LOOK_NAMES[(index + turn) % LOOK_NAMES.length] ?? 'office';
      docx[`${name}-${look}`] = await writeKindDocx(make(seed + index), LOOKS[look]);
    }
    const kind = make(seed + index + 100);
    const look = index % 2 === 0 ? LOOKS.web : LOOKS.plain;
    html[`${name}-html`] = { html: writeKindHtml(kind, look), truth: outlineOf(numbersTyped(kind)) };
  }
  return { docx, html };
}

/** A page of HTML has the numbers of its headings as text. */
function numbersTyped(kind: KindDocument): KindDocument {
  if (!kind.numberedHeadings) return kind;
  const counts = [0, 0, 0, 0];
  const visit = (block: KindBlock): KindBlock => {
    if (block.kind === 'columns') return { ...block, blocks: block.blocks.map(visit) };
    if (block.kind !== 'heading' || block.level === 1) return block;
    counts[block.level - 2] = (counts[block.level - 2] ?? 0) + 1;
    counts.fill(0, block.level - 1);
    return {
      ...block,
      text: `${counts
        .slice(0, block.level - 1)
        .filter((count) => count > 0)
        .join('.')} ${block.text}`,
    };
  };
  return { ...kind, blocks: kind.blocks.map(visit) };
}

/** Printed by Chromium, which tags it; kept like the renderings of Word documents. @returns undefined where there is no browser */
export async function printKind(html: string, tagged: boolean): Promise<Uint8Array | undefined> {
  const folder = join(tmpdir(), 'bench-convert-renderings');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${createHash('sha256').update(html).digest('hex').slice(0, 24)}.html.pdf`);
  if (!existsSync(path)) {
    const workDir = mkdtempSync(join(tmpdir(), 'bench-print-'));
    try {
      const margins = { top: 50, right: 50, bottom: 50, left: 50 };
      const page = { page: { width: 595, height: 842 }, margins, scale: 1, preferCssPageSize: true };
      const settings = { ...page, background: true, outline: true, tagged: true };
      const outcome = await printHtml({ document: html, settings, workDir, timeMsMax: 60_000, outputBytesMax: 2 ** 28 });
      if (outcome.kind !== 'written') return undefined;
      writeFileSync(path, outcome.bytes);
    } finally {
      rmSync(workDir, { recursive: true, force: true });
    }
  }
  const bytes = new Uint8Array(readFileSync(path));
  return tagged ? bytes : withoutTags(bytes);
}

async function withoutTags(pdf: Uint8Array): Promise<Uint8Array> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  document.catalog.delete(PDFName.of('StructTreeRoot'));
  return document.save();
}
