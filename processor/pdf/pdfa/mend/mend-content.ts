// Content streams as ISO 19005-2, 6.1.10, 6.1.13 and 6.2.2 require: known operators, numbers within limits, inline pictures without LZW, and every
// name found in the content's own resources. A content without faults keeps its bytes.

import { deflateSync } from 'node:zlib';
import { PDFContext, PDFDict, PDFName, PDFRawStream, type PDFRef } from 'pdf-lib';
import type { ContentSource } from '../../content/content-source.ts';
import { RunBudget } from '../../content/execution.ts';
import { interpretAppearances, interpretPage } from '../../content/interpret.ts';
import { pageResources } from '../../content/resources.ts';
import { nameAt, type Operand } from '../../syntax/operand.ts';
import { type ContentEdit, type Operation, OperationReader, writeContent } from '../../syntax/operations.ts';
import { joinPageContents } from '../../content/source.ts';
import { tryDecodeWhole } from '../../streams/decode-stream.ts';
import { lookup } from '../../syntax/dictionary.ts';
import { withParents } from '../../syntax/inherited.ts';
import { PDF_BOUNDS } from '../../bounds.ts';
import type { OpenedPdf } from '../../opened.ts';
import { NESTING_MAX, OPERATORS, RENDERING_INTENTS } from '../check/check-content.ts';

const OPERANDS_MAX = 1_000_000;

export function mendContents({ context, pages }: OpenedPdf): void {
  const budget = new RunBudget();
  budget.operations *= 10;
  budget.glyphs *= 10;
  const streams = new Map<PDFRawStream, ContentSource>();
  const seen = new Set<PDFDict>();
  for (const { dict } of pages) {
    if (seen.has(dict)) continue;
    seen.add(dict);
    const resources = pageResources(dict) ?? context.obj({});
    dict.set(PDFName.of('Resources'), refOf(dict, resources) ?? resources);
    const visit = (event: { readonly kind: string; readonly source: ContentSource }) => {
      const { stream } = event.source;
      if (event.kind === 'enter' && stream instanceof PDFRawStream && !streams.has(stream)) streams.set(stream, event.source);
    };
    interpretPage(dict, visit, {}, budget);
    interpretAppearances(dict, visit, { allStates: true }, budget);
    const { bytes } = joinPageContents(dict);
    const mended = mendBytes(bytes);
    if (mended) dict.set(PDFName.of('Contents'), context.register(context.stream(deflateSync(mended), { Filter: 'FlateDecode' })));
  }
  for (const [stream, source] of streams) {
    giveResources(stream, source);
    const mended = mendBytes(source.content.bytes);
    if (!mended) continue;
    stream.updateContents(deflateSync(mended));
    for (const key of ['Filter', 'DecodeParms']) stream.dict.delete(PDFName.of(key));
    stream.dict.set(PDFName.of('Filter'), PDFName.of('FlateDecode'));
  }
}

/** The reference to the resources of a page, own or inherited. */
function refOf(page: PDFDict, resources: PDFDict): PDFRef | undefined {
  for (const node of withParents(page)) {
    const raw = node.get(PDFName.of('Resources'));
    if (raw && node.context.lookup(raw) === resources && raw !== resources) return raw as PDFRef;
  }
  return undefined;
}

/** Names that it would find in its user's resources are copied into its own. */
function giveResources(stream: PDFRawStream, { kind, resources, parent }: ContentSource): void {
  if (lookup(stream.dict, 'Resources') instanceof PDFDict) return;
  // A Type 3 glyph procedure uses those of its font; where that has none, it gets the page's.
  if (kind === 'glyph' && resources !== parent?.resources) return;
  stream.dict.set(PDFName.of('Resources'), resources ?? stream.dict.context.obj({}));
}

/** Undefined when there is nothing to repair. */
function mendBytes(content: Uint8Array): Uint8Array | undefined {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length);
  const reader = new OperationReader(bytes, { operandsMax: OPERANDS_MAX });
  const edits: ContentEdit[] = [];
  const remove = ({ start, end }: { readonly start: number; readonly end: number }) => edits.push({ start, end, replacement: ' ' });
  let [depth, deepest] = [0, 0];
  for (let operation = reader.next(); operation; operation = reader.next()) {
    const { operator, operands, inlineImage } = operation;
    if (operator === 'q') deepest = Math.max(deepest, ++depth);
    if (operator === 'Q') depth = Math.max(0, depth - 1);
    if (!OPERATORS.has(operator) || (operator === 'ri' && !RENDERING_INTENTS.includes(nameAt(operands, 0) ?? ''))) {
      remove(operation);
      continue;
    }
    for (const operand of operands) mendOperand(operand, bytes, edits);
    if (inlineImage) mendInline(operation, bytes, edits);
  }
  if (edits.length === 0 && deepest <= NESTING_MAX) return undefined;
  const mended = edits.length === 0 ? content : writeContent(content, edits);
  return deepest > NESTING_MAX ? (flattenNesting(mended) ?? mended) : mended;
}

/**
 * Pairs of q and Q that nest too deep, with nothing between them and the next pair that would be undone: the inner one saves what the outer one
 * already saved. Undefined when too many remain.
 */
function flattenNesting(content: Uint8Array): Uint8Array | undefined {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length);
  const reader = new OperationReader(bytes, { operandsMax: OPERANDS_MAX });
  const all: Operation[] = [];
  for (let operation = reader.next(); operation && all.length < 2_000_000; operation = reader.next()) all.push(operation);
  const edits: ContentEdit[] = [];
  const open: { index: number; isPlain: boolean }[] = [];
  for (const [index, operation] of all.entries()) {
    if (operation.operator === 'q') open.push({ index, isPlain: all[index + 1]?.operator === 'q' });
    else if (operation.operator === 'Q') {
      const opened = open.pop();
      // `q q … Q Q`: nothing happens between the two that open, nor between the two that close.
      const first = opened && all[opened.index];
      if (opened?.isPlain && first && all[index - 1]?.operator === 'Q') {
        edits.push(
          { start: first.start, end: first.end, replacement: ' ' },
          { start: operation.start, end: operation.end, replacement: ' ' },
        );
      }
    }
  }
  // Those that are never closed save for nothing.
  for (const { index } of open) {
    const first = all[index];
    if (first) edits.push({ start: first.start, end: first.end, replacement: ' ' });
  }
  return edits.length === 0 ? undefined : writeContent(content, edits);
}

const INTEGER_MAX = 2_147_483_647;
const REAL_MIN = 1.175e-38;

function mendOperand(operand: Operand, bytes: Buffer, edits: ContentEdit[]): void {
  if (operand.kind === 'array') for (const item of operand.items) mendOperand(item, bytes, edits);
  const { start, end } = operand;
  if (operand.kind === 'number') {
    const written = bytes.toString('latin1', start, end);
    const isBig = !written.includes('.') && Math.abs(operand.value) > INTEGER_MAX;
    const isTiny = operand.value !== 0 && Math.abs(operand.value) < REAL_MIN;
    if (isBig || isTiny) edits.push({ start, end, replacement: isTiny ? '0' : `${written}.0` });
  } else if (operand.kind === 'string' && operand.hex) {
    const written = bytes.toString('latin1', start + 1, end - 1).replaceAll(/[\s\0]/g, '');
    if (written.length % 2 !== 0 || !/^[0-9A-Fa-f]*$/.test(written))
      edits.push({ start, end, replacement: `<${Buffer.from(operand.bytes).toString('hex')}>` });
  }
}

const LZW = new Set(['LZW', 'LZWDecode', 'Crypt']);

function mendInline({ inlineImage, operatorSpan, end }: Operation, bytes: Buffer, edits: ContentEdit[]): void {
  if (!inlineImage) return;
  const { dict, dataStart, dataEnd } = inlineImage;
  const entryOf = (short: string, long: string) => dict.entries.get(short) ?? dict.entries.get(long);
  const filter = entryOf('F', 'Filter');
  const names = (filter?.kind === 'array' ? filter.items : filter ? [filter] : []).flatMap((item) =>
    item.kind === 'name' ? [item.value] : [],
  );
  const isCoded = names.some((name) => LZW.has(name));
  const interpolate = entryOf('I', 'Interpolate');
  const intent = entryOf('Intent', 'Intent');
  const isSmoothed = interpolate?.kind === 'constant' && interpolate.value === true;
  const isWrong = intent?.kind === 'name' && !RENDERING_INTENTS.includes(intent.value);
  if (!isCoded && !isSmoothed && !isWrong) return;
  const data = isCoded
    ? decodeInline(names, entryOf('DP', 'DecodeParms'), bytes.subarray(dataStart, dataEnd), bytes)
    : bytes.subarray(dataStart, dataEnd);
  if (!data) return;
  const dropped = new Set([
    'I',
    'Interpolate',
    ...(isWrong ? ['Intent'] : []),
    ...(isCoded ? ['F', 'Filter', 'DP', 'DecodeParms', 'L', 'Length'] : []),
  ]);
  const kept = [...dict.entries].flatMap(([key, value]) =>
    dropped.has(key) ? [] : [`/${key} ${bytes.toString('latin1', value.start, value.end)}`],
  );
  const head = `BI ${kept.join(' ')} ${isCoded ? '/F /AHx ' : ''}ID `;
  const coded = isCoded ? Buffer.from(`${data.toString('hex')}>`, 'latin1') : data;
  edits.push({ start: operatorSpan.start, end, replacement: Buffer.concat([Buffer.from(head, 'latin1'), coded, Buffer.from('\nEI')]) });
}

/** Through the decoder of stream objects, as if it were one. */
function decodeInline(names: readonly string[], parms: Operand | undefined, data: Buffer, bytes: Buffer): Buffer | undefined {
  // Parameters change how LZW is read; none of them are usual here.
  if (parms && /Predictor|EarlyChange/.test(bytes.toString('latin1', parms.start, parms.end))) return undefined;
  const dict = PDFContext.create().obj({ Filter: names.filter((name) => name !== 'Crypt') });
  const plain = tryDecodeWhole(PDFRawStream.of(dict, data), PDF_BOUNDS.imageBytesMax);
  return plain && Buffer.from(plain.buffer, plain.byteOffset, plain.length);
}
