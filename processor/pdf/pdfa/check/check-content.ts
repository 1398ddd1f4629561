// Content streams, operation for operation, against ISO 19005-2, 6.1.10, 6.1.13, 6.2.2 and 6.2.4.3: operators, nesting, the names used and where they are
// found, device colours, inline images.

import { PDFDict, PDFName } from 'pdf-lib';
import type { ContentSource } from '../../content/content-source.ts';
import { nameAt, type Operand } from '../../syntax/operand.ts';
import { type Operation, OperationReader } from '../../syntax/operations.ts';
import { lookup } from '../../syntax/dictionary.ts';
import type { ColourJudge, DeviceSpace } from './check-colour.ts';
import type { Blame } from './rules.ts';
import { judgeName, judgeNumber, judgeString } from './tokens.ts';

export const OPERATORS = new Set(
  'b B b* B* BDC BI BMC BT BX c cm cs CS d d0 d1 Do DP EI EMC ET EX f F f* G g gs h i ID j J k K l m M MP n q Q re RG rg ri s S SC sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y \' "'.split(
    ' ',
  ),
);
export const RENDERING_INTENTS = ['RelativeColorimetric', 'AbsoluteColorimetric', 'Perceptual', 'Saturation'];
export const NESTING_MAX = 28;

const DEVICE_OPERATORS: Readonly<Record<string, DeviceSpace>> = {
  g: 'DeviceGray',
  G: 'DeviceGray',
  rg: 'DeviceRGB',
  RG: 'DeviceRGB',
  k: 'DeviceCMYK',
  K: 'DeviceCMYK',
};
/** The resource category of the name in the last or first operand. */
const NAMED: Readonly<Record<string, readonly [category: string, operand: number]>> = {
  Tf: ['Font', 0],
  gs: ['ExtGState', 0],
  Do: ['XObject', 0],
  sh: ['Shading', 0],
  cs: ['ColorSpace', 0],
  CS: ['ColorSpace', 0],
  scn: ['Pattern', -1],
  SCN: ['Pattern', -1],
  BDC: ['Properties', 1],
  DP: ['Properties', 1],
};
const PLAIN_SPACES = ['DeviceGray', 'DeviceRGB', 'DeviceCMYK', 'Pattern', 'G', 'RGB', 'CMYK'];
const INLINE_FILTERS = new Set([
  'ASCIIHexDecode',
  'ASCII85Decode',
  'FlateDecode',
  'RunLengthDecode',
  'CCITTFaxDecode',
  'DCTDecode',
  'AHx',
  'A85',
  'Fl',
  'RL',
  'CCF',
  'DCT',
]);
const OPERANDS_MAX = 1_000_000;

export interface JudgedContent {
  readonly source: Pick<ContentSource, 'content' | 'resources'>;
  /** The resources are its own, not inherited from its user or the page tree. */
  readonly hasOwnResources: boolean;
  readonly place: string;
}

export function checkContent(content: JudgedContent, colours: ColourJudge, blame: Blame): void {
  const { source, hasOwnResources, place } = content;
  const { resources } = source;
  const bytes = Buffer.from(source.content.bytes.buffer, source.content.bytes.byteOffset, source.content.bytes.length);
  if (source.content.damaged) blame('content', place);
  const reader = new OperationReader(bytes, { operandsMax: OPERANDS_MAX });
  let depth = 0;
  for (let operation = reader.next(); operation; operation = reader.next()) {
    const { operator, operands } = operation;
    if (!OPERATORS.has(operator)) blame('operator', `${place}: ${operator.slice(0, 20)}`);
    for (const operand of operands) judgeOperand(operand, bytes, blame, place);
    if (operator === 'q' && ++depth > NESTING_MAX) blame('nesting', place);
    if (operator === 'Q') depth = Math.max(0, depth - 1);
    const device = DEVICE_OPERATORS[operator];
    if (device) colours.judgeDevice(device, resources, place);
    if ((operator === 'cs' || operator === 'CS') && operands[0]) colours.judge(PDFName.of(nameAt(operands, 0) ?? ''), resources, place);
    if (operator === 'ri' && !RENDERING_INTENTS.includes(nameAt(operands, 0) ?? '')) blame('rendering_intent', place);
    if (!hasOwnResources && namesResource(operation)) blame('resources', place);
    if (operator === 'BI') judgeInline(operation, bytes, content, colours, blame);
  }
}

/** True when it names something that a resources dictionary must have. */
function namesResource({ operator, operands }: Operation): boolean {
  const [category, index] = NAMED[operator] ?? [];
  if (category === undefined || index === undefined) return false;
  const name = nameAt(operands, index < 0 ? operands.length - 1 : index);
  return name !== undefined && !(category === 'ColorSpace' && PLAIN_SPACES.includes(name));
}

function judgeOperand(operand: Operand, bytes: Buffer, blame: Blame, place: string): void {
  switch (operand.kind) {
    case 'number':
      return judgeNumber(bytes.toString('latin1', operand.start, operand.end), blame, place);
    case 'string':
      return judgeContentString(operand.bytes.length, operand.hex, bytes.subarray(operand.start + 1, operand.end - 1), blame, place);
    case 'name':
      return judgeName(bytes.toString('latin1', operand.start + 1, operand.end), blame, place);
    case 'array':
      for (const item of operand.items) judgeOperand(item, bytes, blame, place);
      return;
    case 'dict':
      for (const item of operand.entries.values()) judgeOperand(item, bytes, blame, place);
      return;
    case 'constant':
      return;
  }
}

function judgeContentString(length: number, isHex: boolean, written: Buffer, blame: Blame, place: string): void {
  judgeString(length, blame, place);
  if (!isHex) return;
  const digits = written.toString('latin1').replaceAll(/[\s\0]/g, '');
  if (digits.length % 2 !== 0 || !/^[0-9A-Fa-f]*$/.test(digits)) blame('hex_string', place);
}

/** 6.1.10, 6.2.8. */
function judgeInline(
  { inlineImage, end }: Operation,
  bytes: Buffer,
  { source: { resources }, place }: JudgedContent,
  colours: ColourJudge,
  blame: Blame,
): void {
  if (!inlineImage) return;
  if (bytes.toString('latin1', end - 2, end) !== 'EI') blame('content', place);
  const { entries } = inlineImage.dict;
  const filter = entries.get('F') ?? entries.get('Filter');
  for (const item of filter?.kind === 'array' ? filter.items : filter ? [filter] : []) {
    if (item.kind !== 'name' || !INLINE_FILTERS.has(item.value)) blame('inline_filter', place);
  }
  const interpolate = entries.get('I') ?? entries.get('Interpolate');
  if (interpolate?.kind === 'constant' && interpolate.value === true) blame('interpolation', place);
  const intent = entries.get('Intent');
  if (intent?.kind === 'name' && !RENDERING_INTENTS.includes(intent.value)) blame('rendering_intent', place);
  const mask = entries.get('IM') ?? entries.get('ImageMask');
  const isMask = mask?.kind === 'constant' && mask.value === true;
  const bits = entries.get('BPC') ?? entries.get('BitsPerComponent');
  if (bits?.kind === 'number' && !(isMask ? [1] : [1, 2, 4, 8, 16]).includes(bits.value)) blame('image_depth', place);
  const space = entries.get('CS') ?? entries.get('ColorSpace');
  if (isMask || !space) return;
  const base = space.kind === 'array' ? space.items[1] : space;
  if (base?.kind !== 'name') return;
  const spaces = lookup(resources, 'ColorSpace');
  const isNamed = spaces instanceof PDFDict && spaces.has(PDFName.of(base.value));
  if (isNamed || PLAIN_SPACES.includes(base.value)) colours.judge(PDFName.of(base.value), resources, place);
}
