// QR codes (ISO/IEC 18004) as marks: drawn as squares on a white ground, with the free edge of four modules that readers need.

import type { PDFContext, PDFRef } from 'pdf-lib';
import makeCode from 'qrcode-generator';
import { parseLength } from '#contract/params/lengths.ts';
import type { StampMark } from '#contract/params/stamp-params.ts';
import { JobFailure } from '../../failure.ts';
import { IDENTITY } from '../../pdf/geometry/matrix.ts';
import { FINE, writeNumber, writeNumbers } from '../../pdf/syntax/write-operand.ts';
import type { Stamping, Thing } from './thing.ts';

const QUIET_MODULES = 4;
/** A quarter of a millimetre: printers and cameras see no smaller ones. */
const MODULE_PT_MIN = (0.25 * 72) / 25.4;

type QrCode = Extract<StampMark, { kind: 'qr_code' }>;

/** What is alike is made once. @throws JobFailure text_does_not_fit */
export function qrThings({ opened: { context } }: Stamping, mark: QrCode): (text: string) => Thing {
  const side = parseLength(mark.size) ?? 0;
  const made = new Map<string, PDFRef>();
  return (text) => {
    const form = made.get(text) ?? makeForm(context, modulesOf(text, mark), { side, color: mark.color });
    made.set(text, form);
    return { form, matrix: IDENTITY, inner: [0, 0, side, side], slack: 0.5, letters: '' };
  };
}

type Modules = readonly (readonly boolean[])[];

function modulesOf(text: string, { error_correction, size }: QrCode): Modules {
  const code = makeCode(0, error_correction);
  code.addData(Buffer.from(text, 'utf8').toString('latin1'), 'Byte');
  try {
    code.make();
  } catch (cause) {
    const message = `A QR code with \`error_correction: "${error_correction}"\` cannot hold ${Buffer.byteLength(text)} bytes: shorten its text, or ask for less correction.`;
    throw new JobFailure('text_does_not_fit', { message, cause });
  }
  const count = code.getModuleCount();
  const needed = Math.ceil((count + 2 * QUIET_MODULES) * MODULE_PT_MIN);
  if ((parseLength(size) ?? 0) < needed) {
    const message = `A QR code with this text needs a \`size\` of ${needed}pt, else its squares are too small to be read.`;
    throw new JobFailure('text_does_not_fit', { message, details: { size_needed: `${needed}pt` } });
  }
  return Array.from({ length: count }, (_, row) => Array.from({ length: count }, (__, column) => code.isDark(row, column)));
}

function makeForm(context: PDFContext, modules: Modules, { side, color }: { readonly side: number; readonly color: string }): PDFRef {
  const unit = side / (modules.length + 2 * QUIET_MODULES);
  const channels = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16) / 255);
  const runs = modules.flatMap((row, at) => darkRuns(row).map(([from, length]) => `${from} ${modules.length - 1 - at} ${length} 1 re`));
  const scale = `${writeNumber(unit, FINE)} 0 0 ${writeNumber(unit, FINE)} ${writeNumbers([QUIET_MODULES * unit, QUIET_MODULES * unit], FINE)} cm`;
  const stream = context.flateStream(`1 g 0 0 ${side} ${side} re f ${writeNumbers(channels, FINE)} rg ${scale} ${runs.join(' ')} f`, {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, 0, side, side],
    Group: { S: 'Transparency' },
    Resources: {},
  });
  return context.register(stream);
}

/** Dark modules side by side are one rectangle: between two, some programs draw a fine line. */
function darkRuns(row: readonly boolean[]): (readonly [from: number, length: number])[] {
  const runs: [number, number][] = [];
  for (const [at, isDark] of row.entries()) {
    const last = runs.at(-1);
    if (!isDark) continue;
    if (last && last[0] + last[1] === at) last[1]++;
    else runs.push([at, 1]);
  }
  return runs;
}
