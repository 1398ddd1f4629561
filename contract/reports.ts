// The evidence of each operation: what `report` of a job that succeeded holds. Published in the API document, which is where it is promised:
// fields may be added within a version, and some are there only where the document gives occasion. The processor writes them
// (test/operations/reports.test.ts compares).

import { z } from 'zod';
import { EditPlan } from './params/edit-plan.ts';
import { openEnum } from './open-enum.ts';
import type { OperationName } from './operations.ts';

const count = z.int().min(0);
/** Numbers by name: how many of each kind. */
const counts = z.record(z.string(), count);

const Counted = counts.describe('How many outline items, destinations, attachments, annotations, links, fields and tags there are.');

const result = openEnum(['verified', 'incomplete', 'differs']).describe(
  '`verified`: the result was looked at again and is as it was meant; `incomplete`: the time did not suffice for all; `differs`: something is not as planned.',
);
const qpdf = z.string().describe('The verdict of qpdf on the structure of the file.');

/** What was checked in the result, and by which other engine. Its fields are those of the operation. */
const checked = z.looseObject({}).describe('What was checked in the result, with other engines than the one that wrote it.');
const judged = z
  .looseObject({
    result,
    text_pages_compared: count.optional(),
    text_identical: z.boolean().optional(),
    rendered_pages_compared: count.optional(),
    rendered_identical: z.boolean().optional(),
  })
  .describe('What was checked in the result, with other engines than the one that wrote it.');
const drawn = z
  .looseObject({ result, drawn_by: z.string(), pages_compared: count, qpdf_check: qpdf.optional() })
  .describe('Each page was drawn by a second engine and compared with what was planned.');

const LeftBehind = counts.describe('What led to something that the result does not have.');

const AiEditReport = z.object({
  planner: z.looseObject({ kind: openEnum(['grammar', 'llm']), version: z.string().optional() }).describe('What read the instruction.'),
  plan: z
    .looseObject({ operations: EditPlan.shape.operations })
    .describe('What was to be done; as `plan` of another job it does the same.'),
  plan_id: z.string().optional().describe('Of a dry run: names this plan for 24 hours.'),
  matches: z.array(z.looseObject({})).optional().describe('Of a dry run: where the targets are.'),
  matches_total: count.optional(),
  changes: z
    .array(
      z.looseObject({
        operation: z.string(),
        op: z.string(),
        page: z.int().optional(),
        before: z.string().optional(),
        after: z.string().optional(),
      }),
    )
    .optional()
    .describe('Each change with its place, in the order of the plan.'),
  changes_total: count.optional(),
  skipped: z
    .array(z.looseObject({ operation: z.string(), reason: z.string(), message: z.string() }))
    .describe('What was left out, and why.'),
  summary: z.string(),
  fidelity: z.looseObject({}).optional().describe('How far new text looks like the old: fonts kept and replaced, characters missing.'),
  verification: checked.optional(),
  records: z.array(z.string()).optional().describe('Which kinds of records the document is.'),
  other_spellings: z.array(z.looseObject({})).optional().describe('Of a redaction: spellings of its text that remain.'),
  model: z.looseObject({}).optional().describe('What a language model was asked, if one was.'),
});

const MetadataReport = z.object({
  action: z.enum(['remove', 'read', 'set']),
  found: z
    .looseObject({ entries: z.array(z.looseObject({ kind: z.string(), location: z.string() })), total: count })
    .optional()
    .describe('What the file said about itself.'),
  removed: z.array(z.unknown()).optional(),
  written: z.array(z.string()).optional().describe('Where values were written.'),
  verification: checked.optional(),
});

const ConvertReport = z.looseObject({
  source_type: z.string().describe('Media type of the source.'),
  target_format: z.string(),
  engine: z.string().optional().describe('What converted it: `own`, `qpdf`, `pdfium`, `libreoffice`, `chromium`.'),
  content: counts.optional().describe('Words, paragraphs, headings, list items, tables, images and links of the result.'),
  order: z.string().optional().describe('Where the order of the text comes from: its layout, or the document’s tags.'),
  pages: z.unknown().optional(),
  pages_without_text: z.array(z.int()).optional(),
  images: count.optional().describe('For jpg and png: how many pictures were drawn.'),
  pdfa: z.looseObject({ conformance: z.string(), violations: count }).optional(),
  verification: checked.optional(),
});

const OcrReport = z.object({
  engine: z.looseObject({ name: z.string(), version: z.string() }),
  languages: z.array(z.string()),
  mode: z.string(),
  output_format: z.string(),
  totals: z.looseObject({ pages: count, ocr: count, words: count, confidence: z.number().nullable().optional() }),
  pages_without_text: z.string().describe('As ranges: `1-3,7`.'),
  pages_format: z.string().describe('How `pages` lists them.'),
  pages: z.array(z.unknown()).describe('What was done with each page, with words and confidence (0–100).'),
  verification: checked.optional(),
});

const CompressReport = z.object({
  quality: z.string(),
  changed: z.boolean().describe('False where the source is as small as it gets: the result is the source.'),
  input_bytes: count,
  output_bytes: count,
  ratio: z.number().describe('`output_bytes` by `input_bytes`.'),
  categories: z.looseObject({}).describe('Bytes before and after by what they are: images, fonts, content and so on.'),
  images: z.looseObject({ total: count, changed: count }),
  fonts: z.looseObject({ total: count, changed: count }),
  duplicates_merged: count,
  ssim: z.looseObject({}).nullable().optional().describe('How alike pages look (structural similarity, 1 is identical).'),
  kept: z.array(z.unknown()).describe('What was left as it is, and why.'),
  features: z.looseObject({}).describe('Tags, fields, annotations, links and so on, before and after.'),
  verification: judged,
});

const SplitReport = z.object({
  results: count,
  parts: z
    .array(z.looseObject({ pages: z.string(), page_count: count, bytes: count, title: z.string().optional() }))
    .describe('Each result with its pages of the source, as ranges.'),
  source: counts.describe('What the source holds.'),
  links_to_other_results: count,
  verification: judged,
});

const MergeReport = z.object({
  pages: count,
  bytes: count,
  files: z.array(z.looseObject({ filename: z.string(), pages: count, first_page: z.int() })),
  toc: z.looseObject({ pages: count, entries: count }).optional(),
  before: Counted,
  after: Counted.optional(),
  left_behind: LeftBehind,
  fields_renamed: z.array(z.object({ from: z.string(), to: z.string() })),
  verification: judged,
});

const PagesReport = z.object({
  pages_before: count,
  pages: count,
  bytes: count,
  made: z
    .array(z.looseObject({ from: z.array(z.int()), width_pt: z.number(), height_pt: z.number() }))
    .describe('Each page of the result: the pages of the source that it shows, and its size in points.'),
  made_total: count.optional(),
  before: Counted.optional(),
  after: Counted.optional(),
  left_behind: LeftBehind,
  verification: drawn,
});

const FlattenReport = z.object({
  pages: count,
  bytes: count,
  flattened: counts,
  removed: counts,
  before: counts.optional(),
  after: counts.optional(),
  verification: drawn,
});

const StampReport = z.object({
  marks: z
    .array(z.looseObject({ kind: z.string(), pages: count, over_content: count.optional() }))
    .describe('Each mark: the pages that have it, and on how many it lies over something.'),
  verification: judged,
});

const ProtectReport = z.object({
  encryption: z.looseObject({
    algorithm: z.string(),
    revision: z.int(),
    opens_with: openEnum(['password', 'no password']),
    was_encrypted: z.boolean(),
    permissions: z.looseObject({}).optional(),
  }),
  verification: judged,
});

const UnlockReport = z.object({ was_encrypted: z.boolean(), verification: judged });

const PipelineReport = z.object({
  steps: z
    .array(
      z.looseObject({
        operation: z.string(),
        files: z.array(z.looseObject({ sources: z.array(z.string()), results: z.array(z.string()), report: z.looseObject({}) })),
      }),
    )
    .describe('Each step with what it read and made; `report` is that of its operation.'),
});

export const REPORTS = {
  ai_edit: AiEditReport,
  metadata: MetadataReport,
  convert: ConvertReport,
  ocr: OcrReport,
  compress: CompressReport,
  split: SplitReport,
  merge: MergeReport,
  pages: PagesReport,
  flatten: FlattenReport,
  stamp: StampReport,
  protect: ProtectReport,
  unlock: UnlockReport,
  pipeline: PipelineReport,
} as const satisfies Record<OperationName, z.ZodType>;
