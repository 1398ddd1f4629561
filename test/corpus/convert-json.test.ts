// PDF → JSON of real documents: each conforms to the schema that the API document publishes, as another program judges it; poppler finds the text
// of each block inside its boxes; ids are each block's own, and those of the Markdown. Runs only where the corpus is.

import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openApiDocument } from '#contract/reference/openapi.ts';
import { JobFailure } from '../../processor/failure.ts';
import type { ShownBox } from '../../processor/pdf/geometry/shown-box.ts';
import { endPdfium, warmUpPdfium } from '../../processor/pdf/pdfium/pdfium-thread.ts';
import { listFolder, readCorpus, sampleCorpus } from '../../support/corpus.ts';
import { hasPdfJudges } from '../../support/judges/judge-pdf.ts';
import { type FoundWord, popplerBoxes } from '../../support/judges/read-layer.ts';
import { isMapped, isTextIn } from '../../support/judges/text-in-box.ts';
import { convertFromPdf, textOfResult } from '../../support/run/read-pdf-document.ts';
import { describeCorpus } from '../support/describe-corpus.ts';

const BLOCKS_SHARE = 0.99;
const PAGES_MAX = 12;
/** Written from top to bottom, which is not read yet. */
const VERTICAL: ReadonlySet<string> = new Set(['miner-jo.pdf']);
const names = listFolder('pdf', ['.pdf']).filter((name) => !VERTICAL.has(name));

interface Place {
  readonly page: number;
  readonly box: ShownBox;
}
interface Part {
  readonly text: string;
  readonly boxes: readonly Place[];
}
interface Content {
  readonly pages: readonly { readonly page: number; readonly width: number; readonly height: number }[];
  readonly blocks: readonly (Partial<Part> & {
    readonly id: string;
    readonly type: string;
    readonly label?: string;
    readonly boxes: readonly Place[];
    readonly cells?: readonly Part[];
  })[];
  readonly fields: readonly { readonly id: string }[];
}

const { components } = openApiDocument('https://api.example.com', '') as { components: { schemas: { DocumentContent: object } } };
const isContent = new Ajv2020({ strict: false }).compile(components.schemas.DocumentContent);

beforeAll(warmUpPdfium);
afterAll(endPdfium);

async function contentOf(bytes: Uint8Array): Promise<Content | undefined> {
  try {
    return JSON.parse(textOfResult(await convertFromPdf('json', bytes))) as Content;
  } catch (error) {
    if (error instanceof JobFailure && error.reason !== 'internal') return undefined;
    throw error;
  }
}

/** Page numbers are those of the page that a head is taken from, which others repeat. */
function partsOf({ blocks }: Content): Part[] {
  return blocks.flatMap((block): readonly Part[] => {
    if (block.type === 'page_header' || block.type === 'page_footer') return [];
    if (block.cells) return block.cells.filter(({ boxes }) => boxes.length > 0);
    return block.text === undefined ? [] : [{ text: block.text, boxes: block.boxes }];
  });
}

describeCorpus('the content of real documents', names, hasPdfJudges, () => {
  test('conforms to its schema, and every text is in its boxes', { timeout: 900_000 }, async () => {
    let [documents, asked, right] = [0, 0, 0];
    const wrong: string[] = [];
    for (const name of sampleCorpus(names, 8)) {
      const bytes = new Uint8Array(readCorpus(`pdf/${name}`));
      const content = await contentOf(bytes);
      if (!content) continue;
      documents++;
      expect(isContent(content), `${name}: ${JSON.stringify(isContent.errors?.slice(0, 3))}`).toBe(true);
      const ids = [...content.blocks, ...content.fields].map(({ id }) => id);
      expect(new Set(ids).size, name).toBe(ids.length);
      const markdown = textOfResult(await convertFromPdf('md', bytes, { blockIds: true }));
      const known = new Set(ids);
      for (const [, id = ''] of markdown.matchAll(/^ *<!-- (\w+) -->$/gm)) expect(known, `${name} ${id}`).toContain(id);
      if (content.pages.length > PAGES_MAX) continue;
      const words = new Map<number, readonly FoundWord[]>(content.pages.map(({ page }) => [page, popplerBoxes(bytes, page)]));
      for (const part of partsOf(content).filter(({ text }) => isMapped(text))) {
        asked++;
        if (
          isTextIn(
            part.text,
            part.boxes.map(({ page, box }) => ({ words: words.get(page) ?? [], box })),
          )
        )
          right++;
        else wrong.push(`${name} ${part.boxes[0]?.page}: ${part.text.slice(0, 50)}`);
      }
    }
    console.log(`${documents} documents, ${right} of ${asked} texts in their boxes (${((right / asked) * 100).toFixed(2)} %)`);
    expect(documents).toBeGreaterThan(0);
    expect(right / Math.max(1, asked), wrong.slice(0, 40).join('\n')).toBeGreaterThanOrEqual(BLOCKS_SHARE);
  });
});
