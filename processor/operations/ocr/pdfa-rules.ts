// What keeps a document from being PDF/A-2b (ISO 19005-2) as far as its objects can say it. Deliberately narrow: what is not known to be allowed
// is a reason against. Fonts of the source are one: whether their programs fit their widths is not checked here.

import { PDFArray, PDFDict, PDFName, PDFRawStream, PDFString, PDFHexString, type PDFObject } from 'pdf-lib';
import { PDF_BOUNDS, PdfDamage } from '../../pdf/bounds.ts';
import { decodeStream, filtersOf } from '../../pdf/decode-stream.ts';
import { lookup, nameOf, numberOf } from '../../pdf/dictionary.ts';
import type { OpenedPdf } from '../../pdf/open.ts';
import { type Visit, walkLive } from '../../pdf/walk.ts';
import { contentsOf, joinContents } from './add-layer.ts';
import { readOperations } from './content-tokens.ts';
import { GLYPHLESS_NAME } from './glyphless-font.ts';

/** Rule → the clause of ISO 19005-2:2011. */
export const PDFA_RULES = {
  font: '6.2.11',
  device_cmyk: '6.2.4.3',
  colour_space: '6.2.4',
  filter: '6.1.7.2',
  jpeg2000: '6.2.8.3',
  external_data: '6.1.7.1',
  alternate_image: '6.2.8.1',
  form_xobject: '6.2.9',
  graphics_state: '6.2.5',
  operator: '6.2.2',
  nesting: '6.1.13',
  annotation: '6.3',
  form_field: '6.4',
  action: '6.5',
  attachment: '6.8',
  layer: '6.9',
  other_metadata: '6.6.2',
  output_intent: '6.2.3',
  page_size: '6.1.13',
  limits: '6.1.13',
  catalog_entry: '6.11',
} as const;
export type PdfaRule = keyof typeof PDFA_RULES;

const FILTERS_ALLOWED = new Set([
  'FlateDecode',
  'DCTDecode',
  'CCITTFaxDecode',
  'JBIG2Decode',
  'RunLengthDecode',
  'ASCII85Decode',
  'ASCIIHexDecode',
]);
const ACTIONS_ALLOWED = new Set(['GoTo', 'GoToR', 'GoToE', 'Thread', 'URI', 'Named', 'SubmitForm']);
const NAMED_ALLOWED = new Set(['NextPage', 'PrevPage', 'FirstPage', 'LastPage']);
const OPERATORS = new Set(
  'b B b* B* BDC BI BMC BT BX c cm cs CS d d0 d1 Do DP EI EMC ET EX f F f* G g gs h i ID j J k K l m M MP n q Q re RG rg ri s S SC sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y \' "'.split(
    ' ',
  ),
);
const INTENTS = ['RelativeColorimetric', 'AbsoluteColorimetric', 'Perceptual', 'Saturation'];
const PAGE_SIDE_UNITS_MIN = 3;
const NESTING_MAX = 28;
const STRING_BYTES_MAX = 32_767;
const NAME_BYTES_MAX = 127;
const FLAGS = { invisible: 1, hidden: 2, print: 4, noView: 32, toggleNoView: 256 } as const;

/** How often each rule is broken; empty when nothing speaks against. */
export function judgePdfa(opened: OpenedPdf): ReadonlyMap<PdfaRule, number> {
  const broken = new Map<PdfaRule, number>();
  const blame = (rule: PdfaRule): void => void broken.set(rule, (broken.get(rule) ?? 0) + 1);
  const { catalog, context, pages } = opened;
  for (const key of ['Requirements', 'Collection', 'NeedsRendering']) if (catalog.has(PDFName.of(key))) blame('catalog_entry');
  if (catalog.has(PDFName.of('OCProperties'))) blame('layer');
  judgeIntents(catalog, blame);
  walkLive(context, (visit) => judgeDict(visit, catalog, blame));
  for (const { dict, mediaBox } of pages) {
    if (dict.has(PDFName.of('PresSteps'))) blame('catalog_entry');
    if (mediaBox && Math.min(mediaBox.width, mediaBox.height) < PAGE_SIDE_UNITS_MIN) blame('page_size');
    judgeContent(joinContents(context, contentsOf(dict)), blame);
  }
  return broken;
}

type Blame = (rule: PdfaRule) => void;

function judgeIntents(catalog: PDFDict, blame: Blame): void {
  const intents = lookup(catalog, 'OutputIntents');
  if (!(intents instanceof PDFArray)) return;
  for (let index = 0; index < intents.size(); index++) {
    const intent = intents.lookup(index);
    const profile = intent instanceof PDFDict ? lookup(intent, 'DestOutputProfile') : undefined;
    const isRgb = profile instanceof PDFRawStream && numberOf(profile.dict, 'N') === 3;
    if (intent instanceof PDFDict && nameOf(intent, 'S') === 'GTS_PDFA1' && !isRgb) blame('output_intent');
  }
}

function judgeDict({ dict, stream, key, parent }: Visit, catalog: PDFDict, blame: Blame): void {
  const type = nameOf(dict, 'Type');
  const subtype = nameOf(dict, 'Subtype');
  judgeLimits(dict, blame);
  if (stream instanceof PDFRawStream) judgeStream(stream, blame);
  if (type === 'Font' && nameOf(dict, 'BaseFont') !== GLYPHLESS_NAME) blame('font');
  if (dict.has(PDFName.of('AA'))) blame('action');
  if (type === 'Action' || (key === 'A' && dict.has(PDFName.of('S'))) || key === 'OpenAction') judgeAction(dict, blame);
  if (type === 'Annot' || key === 'Annots') judgeAnnotation(dict, subtype, blame);
  if (key === 'AcroForm') blame('form_field');
  if (key === 'Names' && parent === catalog) {
    if (dict.has(PDFName.of('JavaScript'))) blame('action');
    if (dict.has(PDFName.of('AlternatePresentations'))) blame('catalog_entry');
    if (dict.has(PDFName.of('EmbeddedFiles'))) blame('attachment');
  }
  if (dict.has(PDFName.of('EF'))) blame('attachment');
  if (dict.has(PDFName.of('Metadata')) && dict !== catalog) blame('other_metadata');
  if (key === 'ExtGState' || parent?.get(PDFName.of('ExtGState')) === dict || type === 'ExtGState') judgeGraphicsState(dict, blame);
  for (const entry of ['ColorSpace', 'CS']) {
    const value = lookup(dict, entry);
    // Of resources: a dictionary of colour spaces by name.
    const spaces = value instanceof PDFDict ? value.values().map((one) => dict.context.lookup(one)) : value ? [value] : [];
    for (const space of spaces) if (!isColourSpace(space, 0)) blame(mentionsCmyk(space) ? 'device_cmyk' : 'colour_space');
  }
}

function judgeLimits(dict: PDFDict, blame: Blame): void {
  for (const [name, value] of dict.entries()) {
    if (name.asString().length > NAME_BYTES_MAX + 1) blame('limits');
    const isString = value instanceof PDFString || value instanceof PDFHexString;
    if (isString && value.asBytes().length > STRING_BYTES_MAX) blame('limits');
  }
}

function judgeStream(stream: PDFRawStream, blame: Blame): void {
  const { dict } = stream;
  const subtype = nameOf(dict, 'Subtype');
  if (['F', 'FFilter', 'FDecodeParms'].some((key) => dict.has(PDFName.of(key)))) blame('external_data');
  for (const { name } of filtersOf(dict)) {
    if (name === 'JPXDecode') blame('jpeg2000');
    else if (!FILTERS_ALLOWED.has(name)) blame('filter');
  }
  if (subtype === 'Image') {
    if (['Alternates', 'OPI'].some((key) => dict.has(PDFName.of(key)))) blame('alternate_image');
    if (lookup(dict, 'Interpolate')?.toString() === 'true') blame('alternate_image');
  } else if (subtype === 'PS') {
    blame('form_xobject');
  } else if (subtype === 'Form') {
    if (['PS', 'OPI', 'Ref', 'Subtype2'].some((key) => dict.has(PDFName.of(key)))) blame('form_xobject');
    try {
      judgeContent(Buffer.from(decodeStream(stream, PDF_BOUNDS.streamBytesMax).bytes), blame);
    } catch (error) {
      if (!(error instanceof PdfDamage)) throw error;
      blame('filter');
    }
  }
}

function judgeAction(action: PDFDict, blame: Blame): void {
  const kind = nameOf(action, 'S') ?? '';
  if (kind === '' && !action.has(PDFName.of('Type'))) return;
  if (!ACTIONS_ALLOWED.has(kind) || (kind === 'Named' && !NAMED_ALLOWED.has(nameOf(action, 'N') ?? ''))) blame('action');
}

function judgeAnnotation(annotation: PDFDict, subtype: string | undefined, blame: Blame): void {
  const flags = numberOf(annotation, 'F') ?? 0;
  const hides = (flags & (FLAGS.invisible | FLAGS.hidden | FLAGS.noView | FLAGS.toggleNoView)) !== 0;
  // A link needs no appearance; everything else is not judged here.
  if (subtype !== 'Link' || hides || (flags & FLAGS.print) === 0) blame('annotation');
}

function judgeGraphicsState(state: PDFDict, blame: Blame): void {
  if (['TR', 'HTP', 'HTO'].some((key) => state.has(PDFName.of(key)))) blame('graphics_state');
  const transfer = nameOf(state, 'TR2');
  if (state.has(PDFName.of('TR2')) && transfer !== 'Default') blame('graphics_state');
  if (state.has(PDFName.of('HT')) || state.has(PDFName.of('Font'))) blame('graphics_state');
  const intent = nameOf(state, 'RI');
  if (intent !== undefined && !INTENTS.includes(intent)) blame('graphics_state');
}

function isColourSpace(space: PDFObject | undefined, depth: number): boolean {
  if (space instanceof PDFName) return ['DeviceGray', 'DeviceRGB', 'G', 'RGB', 'Pattern'].includes(space.decodeText());
  if (!(space instanceof PDFArray) || depth > 4) return false;
  const kind = space.lookup(0);
  switch (kind instanceof PDFName ? kind.decodeText() : '') {
    case 'DeviceGray':
    case 'DeviceRGB':
    case 'CalGray':
    case 'CalRGB':
    case 'Lab':
      return true;
    case 'ICCBased': {
      const profile = space.lookup(1);
      return profile instanceof PDFRawStream && [1, 3].includes(numberOf(profile.dict, 'N') ?? 0);
    }
    case 'Indexed':
    case 'I':
      return isColourSpace(space.lookup(1), depth + 1);
    case 'Separation':
      return isColourSpace(space.lookup(2), depth + 1);
    case 'Pattern':
      return space.size() === 1 || isColourSpace(space.lookup(1), depth + 1);
    default:
      return false;
  }
}

function mentionsCmyk(space: PDFObject | undefined): boolean {
  return /CMYK/.test(space?.toString() ?? '');
}

function judgeContent(content: Buffer, blame: Blame): void {
  let depth = 0;
  for (const { operator, start, at, end } of readOperations(content)) {
    if (operator === 'q' && ++depth > NESTING_MAX) blame('nesting');
    if (operator === 'Q') depth = Math.max(0, depth - 1);
    if (!OPERATORS.has(operator)) blame('operator');
    if (operator === 'k' || operator === 'K') blame('device_cmyk');
    const operands = ['cs', 'CS', 'ID', 'ri'].includes(operator) ? content.toString('latin1', start, at) : '';
    if (/CMYK/.test(operands)) blame('device_cmyk');
    if (operator === 'ri' && !INTENTS.some((intent) => operands.includes(`/${intent}`))) blame('operator');
    if (operator === 'ID' && /\/LZW|\/Interpolate\s+true|\/I\s+true/.test(operands)) blame('filter');
    if (operator === 'ID' && content.toString('latin1', end - 2, end) !== 'EI') blame('operator');
  }
}
