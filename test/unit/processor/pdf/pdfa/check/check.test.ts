// The rules of PDF/A-2b: a conforming file breaks none, and each fault that is planted in it breaks the rule that it is planted for, and no other.

import { PDFHexString, PDFName, PDFNumber, PDFString } from 'pdf-lib';
import { afterAll, describe, expect, it } from 'vitest';
import { dictOf, lookup } from '../../../../../../processor/pdf/syntax/dictionary.ts';
import { endPdfium } from '../../../../../../processor/pdf/pdfium/pdfium-thread.ts';
import { PDFA_RULES, type PdfaRule } from '../../../../../../processor/pdf/pdfa/check/rules.ts';
import { conformingPdf, rulesAfter, rulesAfterBytes, rulesOf, type Scene } from '../../../../../../support/documents/conforming-pdf.ts';
import { xmpPacket } from '../../../../../../support/documents/make-pdf.ts';

afterAll(endPdfium);

type Plant = (scene: Scene) => void;
type Change = (text: string) => string;
interface Case {
  readonly what: string;
  readonly plant?: Plant;
  readonly bytes?: Change;
  /** Rules that the same fault cannot but break too. */
  readonly also?: readonly PdfaRule[];
}

const drawn =
  (content: string): Plant =>
  ({ draw }) =>
    draw(content);
const onPage =
  (key: string, value: unknown): Plant =>
  ({ page, set, obj }) =>
    set(page, key, obj(value as never));
const onCatalog =
  (key: string, value: unknown): Plant =>
  ({ catalog, set, obj }) =>
    set(catalog, key, obj(value as never));
const inResources =
  (category: string, entries: unknown): Plant =>
  ({ resources, set, obj }) =>
    set(resources, category, obj(entries as never));
const annotated = (annotation: Record<string, unknown>): Plant =>
  onPage('Annots', [{ Type: 'Annot', Rect: [0, 0, 9, 9], F: 4, ...annotation }]);
const image =
  (dict: Record<string, unknown>, data = 'x'): Plant =>
  (scene) => {
    const whole = { Type: 'XObject', Subtype: 'Image', Width: 1, Height: 1, ColorSpace: 'DeviceGray', BitsPerComponent: 8, ...dict };
    const kept = Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== undefined));
    inResources('XObject', { Im: scene.stream(data, kept as never) })(scene);
    scene.draw('q 9 0 0 9 0 0 cm /Im Do Q');
  };
const painted =
  (space: (scene: Scene) => unknown, operands = '1'): Plant =>
  (scene) => {
    inResources('ColorSpace', { Cs: space(scene) })(scene);
    scene.draw(`/Cs cs ${operands} scn 0 0 9 9 re f`);
  };
const form =
  (dict: Record<string, unknown>, content = ''): Plant =>
  (scene) => {
    const whole = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 9, 9], Resources: {}, ...dict };
    const kept = Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== undefined));
    inResources('XObject', { Fm: scene.stream(content, kept as never) })(scene);
    scene.draw('/Fm Do');
  };
const state =
  (entries: Record<string, unknown>): Plant =>
  (scene) => {
    inResources('ExtGState', { Gs: { Type: 'ExtGState', ...entries } })(scene);
    scene.draw('/Gs gs');
  };
const withoutIntent: Plant = ({ catalog }) => void catalog.delete(PDFName.of('OutputIntents'));
const metadata =
  (packet: string): Plant =>
  (scene) =>
    scene.set(scene.catalog, 'Metadata', scene.stream(packet, { Type: 'Metadata', Subtype: 'XML' } as never));
const TINT = (scene: Scene, end = 1) => scene.stream(`{ ${end} mul }`, { FunctionType: 4, Domain: [0, 1], Range: [0, 1] } as never);
const composite =
  (changes: { readonly font?: Record<string, unknown>; readonly descendant?: Record<string, unknown> } = {}): Plant =>
  (scene) => {
    const { obj, descriptor, opened, resources, set } = scene;
    const system = { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 };
    const program = descriptor.get(PDFName.of('FontFile2'));
    const own = obj({ Type: 'FontDescriptor', FontName: 'AAAAAA+A', Flags: 4, FontFile2: program } as never);
    const width = lookup(scene.font, 'Widths');
    const first = width && 'lookup' in width ? (width as { lookup(at: number): PDFNumber }).lookup(0).asNumber() : 0;
    const descendant = {
      Type: 'Font',
      Subtype: 'CIDFontType2',
      BaseFont: 'AAAAAA+A',
      CIDSystemInfo: system,
      FontDescriptor: own,
      DW: first,
    };
    const parts = { ...descendant, CIDToGIDMap: 'Identity', ...changes.descendant };
    const kept = Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));
    const font = { Type: 'Font', Subtype: 'Type0', BaseFont: 'AAAAAA+A', Encoding: 'Identity-H', DescendantFonts: [kept], ...changes.font };
    const fonts = dictOf(lookup(resources, 'Font'));
    if (fonts) set(fonts, 'F2', opened.context.register(obj(font as never)));
    scene.draw('BT /F2 9 Tf <0001> Tj ET');
  };
const cmapStream = (scene: Scene, cid: number, dict: Record<string, unknown> = {}) =>
  scene.stream(
    `begincmap /WMode 0 def 1 begincodespacerange <0000> <ffff> endcodespacerange 1 begincidchar <0001> ${cid} endcidchar endcmap`,
    {
      Type: 'CMap',
      CMapName: 'Own',
      CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 },
      ...dict,
    } as never,
  );
const LINK = { Subtype: 'Link' };

/** Every rule has its faults: the compiler asks for them. */
const CASES: Readonly<Record<PdfaRule, readonly Case[]>> = {
  file_structure: [{ what: 'startxref leads nowhere', bytes: (text) => text.replace(/startxref\n\d+/, 'startxref\n9') }],
  header: [
    { what: 'no bytes above 127', bytes: (text) => text.replace(/%[\x80-\xff]{4}/, '%abcd') },
    { what: 'PDF 2.0', bytes: (text) => text.replace('%PDF-1.7', '%PDF-2.0') },
  ],
  file_id: [{ what: 'no /ID', bytes: (text) => text.replace(/\/ID \[[^\]]*\]/, (id) => ' '.repeat(id.length)) }],
  encryption: [],
  data_after_end: [{ what: 'bytes after the end', bytes: (text) => `${text}\nmore` }],
  xref_table: [{ what: 'an empty line', bytes: (text) => text.replace(/xref\n0 /, 'xref\n\n0 ') }],
  hex_string: [{ what: 'an odd number of digits', plant: drawn('BT /F1 9 Tf <412> Tj ET'), also: ['notdef'] }],
  stream_length: [
    {
      what: 'too short by one',
      bytes: (text) =>
        text
          .replace('</x:xmpmeta>\n<?xpacket end="w"?>', '</x:xmpmeta><?xpacket end="w"?> ')
          .replace(/(\/Subtype \/XML\n\/Length )(\d+)/, (_, head: string, length: string) => `${head}${Number(length) - 1}`),
    },
  ],
  stream_keywords: [{ what: 'a lone carriage return', bytes: (text) => text.replace('stream\n<?xpacket', 'stream\r<?xpacket') }],
  external_data: [{ what: 'a picture in another file', plant: image({ F: PDFString.of('elsewhere.bin') }) }],
  filter: [
    { what: 'LZW', plant: image({ Filter: 'LZWDecode' }) },
    { what: 'an unknown filter', plant: image({ Filter: 'OwnDecode' }) },
  ],
  name_encoding: [{ what: 'a name that is no UTF-8', plant: ({ font, set }) => set(font, 'BaseFont', PDFName.of('Gr\xf6\xdfe')) }],
  object_spacing: [
    { what: 'two spaces', bytes: (text) => text.replace(/\n(\d+) 0 obj/, '\n$1 0  obj').replace(/startxref[^]*$/, (end) => end) },
  ],
  inline_filter: [{ what: 'LZW', plant: drawn('BI /W 1 /H 1 /CS /G /BPC 8 /F /LZW ID x\nEI') }],
  permissions: [{ what: 'another key', plant: onCatalog('Perms', { Other: {} }) }],
  number_limit: [
    { what: 'an integer in the content', plant: drawn('2147483648 0 m n') },
    { what: 'an integer among the objects', plant: ({ page, set }) => set(page, 'Dur', PDFNumber.of(3_000_000_000)) },
  ],
  string_limit: [{ what: '32,768 bytes', plant: ({ page, set }) => set(page, 'Own', PDFHexString.of('41'.repeat(32_768))) }],
  name_limit: [{ what: '128 bytes', plant: ({ page, set }) => set(page, 'Own', PDFName.of('n'.repeat(128))) }],
  object_limit: [],
  nesting: [{ what: '29 deep', plant: drawn(`${'q '.repeat(29)}${'Q '.repeat(29)}`) }],
  colourant_limit: [
    {
      what: '33 colourants',
      plant: painted((scene) => ['DeviceN', Array.from({ length: 33 }, () => 'None'), 'DeviceGray', TINT(scene)], '0 '.repeat(33)),
    },
  ],
  cid_limit: [
    { what: 'a CMap to 65,536', plant: (scene) => composite({ font: { Encoding: cmapStream(scene, 65_536) } })(scene), also: ['notdef'] },
  ],
  page_size: [
    { what: 'two units wide', plant: onPage('TrimBox', [0, 0, 2, 90]) },
    { what: '14,401 units high', plant: onPage('BleedBox', [0, 0, 90, 14_401]) },
  ],
  operator: [{ what: 'unknown, between BX and EX', plant: drawn('BX own EX') }],
  resources: [
    {
      what: 'those of the page tree',
      plant: ({ page, opened, resources, set }) => {
        const parent = dictOf(lookup(page, 'Parent'));
        page.delete(PDFName.of('Resources'));
        if (parent) set(parent, 'Resources', opened.context.register(resources));
      },
    },
    { what: 'those of the page, in a form', plant: form({ Resources: undefined }, 'BT /F1 9 Tf ET') },
  ],
  content: [
    {
      what: 'data that cannot be decoded',
      plant: ({ page, stream, set }) => set(page, 'Contents', stream('no deflate', { Filter: 'FlateDecode' } as never)),
    },
    { what: 'an inline picture without an end', plant: drawn('BI /W 1 /H 1 /CS /G /BPC 8 ID x') },
  ],
  output_intent: [
    {
      what: 'a profile that is none',
      plant: ({ intent, set, stream }) => set(intent, 'DestOutputProfile', stream('no profile')),
      also: ['device_grey'],
    },
    {
      what: 'two profiles',
      plant: ({ catalog, intent, opened, set, obj, stream }) => {
        const copy = lookup(intent, 'DestOutputProfile');
        const data = copy && 'getContents' in copy ? (copy as { getContents(): Uint8Array }).getContents() : new Uint8Array();
        const other = obj({
          Type: 'OutputIntent',
          S: 'GTS_PDFX',
          DestOutputProfile: stream(data, { N: 3, Filter: 'FlateDecode' } as never),
        } as never);
        set(catalog, 'OutputIntents', obj([opened.context.register(intent), other] as never));
      },
    },
    { what: 'a profile elsewhere', plant: ({ intent, set, obj }) => set(intent, 'DestOutputProfileRef', obj({})) },
  ],
  icc_profile: [{ what: 'a profile of other colours', plant: painted(({ intent }) => ['ICCBased', sameProfile(intent, 1)]) }],
  overprint: [
    {
      what: 'mode 1 beside a CMYK profile',
      plant: (scene) => {
        state({ OPM: 1 })(scene);
        scene.set(scene.page, 'Own', scene.stream('x', { N: 4 } as never));
      },
    },
  ],
  device_rgb: [
    {
      what: 'without an intent',
      plant: (scene) => {
        withoutIntent(scene);
        scene.draw('1 0 0 rg 0 0 9 9 re f');
      },
      also: ['device_grey'],
    },
  ],
  device_cmyk: [
    { what: 'an operator', plant: drawn('0 0 0 1 k 0 0 9 9 re f') },
    { what: 'a picture', plant: image({ ColorSpace: 'DeviceCMYK' }, 'xxxx') },
    { what: 'an inline picture', plant: drawn('BI /W 1 /H 1 /CS /CMYK /BPC 8 ID xxxx\nEI') },
    { what: 'an alternate', plant: painted((scene) => ['Separation', 'Spot', 'DeviceCMYK', TINT(scene)]) },
    { what: 'a blending space', plant: form({ Group: { S: 'Transparency', CS: 'DeviceCMYK' } }) },
    {
      what: 'a shading',
      plant: (scene) => {
        inResources('Shading', { Sh: { ShadingType: 2, ColorSpace: 'DeviceCMYK', Coords: [0, 0, 9, 9], Function: TINT(scene) } })(scene);
        scene.draw('/Sh sh');
      },
    },
    {
      what: 'a default colour space of other components',
      plant: (scene) => {
        inResources('ColorSpace', { DefaultCMYK: ['ICCBased', scene.intent.get(PDFName.of('DestOutputProfile'))] })(scene);
        scene.draw('0 0 0 1 k');
      },
    },
  ],
  device_grey: [
    { what: 'black that nobody names, without an intent', plant: withoutIntent },
    {
      what: 'without an intent',
      plant: (scene) => {
        withoutIntent(scene);
        scene.draw('0 g 0 0 9 9 re f');
      },
    },
  ],
  colourants: [
    { what: 'a spot colour that nothing describes', plant: painted((scene) => ['DeviceN', ['Spot'], 'DeviceGray', TINT(scene)]) },
  ],
  separation: [
    {
      what: 'one name, two looks',
      plant: (scene) => {
        inResources('ColorSpace', {
          A: ['Separation', 'Spot', 'DeviceGray', TINT(scene)],
          B: ['Separation', 'Spot', 'DeviceGray', TINT(scene, 0.5)],
        })(scene);
        scene.draw('/A cs 1 scn 0 0 9 9 re f /B cs 1 scn 0 0 9 9 re f');
      },
    },
  ],
  colour_space: [{ what: 'an unknown family', plant: painted(() => ['OwnColours']) }],
  transfer_function: [
    { what: 'TR', plant: state({ TR: 'Identity' }) },
    { what: 'TR2', plant: state({ TR2: 'Identity' }) },
  ],
  halftone: [
    { what: 'of type 6', plant: state({ HT: { HalftoneType: 6 } }) },
    { what: 'an origin', plant: state({ HTP: [0, 0] }) },
    { what: 'a name', plant: state({ HT: { HalftoneType: 1, HalftoneName: PDFString.of('own') } }) },
    { what: 'a transfer function', plant: state({ HT: { HalftoneType: 1, TransferFunction: 'Identity' } }) },
  ],
  rendering_intent: [
    { what: 'of an operator', plant: drawn('/Own ri') },
    { what: 'of a picture', plant: image({ Intent: 'Own' }) },
    { what: 'of a graphics state', plant: state({ RI: 'Own' }) },
  ],
  alternate_image: [
    { what: 'alternates', plant: image({ Alternates: [] }) },
    { what: 'OPI', plant: image({ OPI: {} }) },
  ],
  interpolation: [
    { what: 'a picture', plant: image({ Interpolate: true }) },
    { what: 'an inline picture', plant: drawn('BI /W 1 /H 1 /CS /G /BPC 8 /I true ID x\nEI') },
  ],
  image_depth: [
    { what: '3 bits', plant: image({ BitsPerComponent: 3 }) },
    { what: 'a mask of 8 bits', plant: image({ ImageMask: true, ColorSpace: undefined }) },
  ],
  jpeg2000: [
    { what: 'no JP2 file', plant: image({ Filter: 'JPXDecode' }) },
    { what: 'two colour channels', plant: image({ Filter: 'JPXDecode', ColorSpace: undefined }, jp2(2)) },
  ],
  form_xobject: [
    { what: 'OPI', plant: form({ OPI: {} }) },
    { what: 'PostScript in a form', plant: form({ Subtype2: 'PS' }) },
    { what: 'a reference', plant: form({ Ref: {} }) },
    { what: 'PostScript', plant: inResourcesStream({ Type: 'XObject', Subtype: 'PS' }) },
  ],
  blend_mode: [{ what: 'unknown', plant: state({ BM: 'Own' }) }],
  transparency: [
    {
      what: 'without an intent and a blending space',
      plant: (scene) => {
        withoutIntent(scene);
        state({ ca: 0.5 })(scene);
        scene.draw('BT /F1 9 Tf 9 9 Td (A) Tj ET');
      },
      also: ['device_grey'],
    },
  ],
  font_dictionary: [
    { what: 'no /Type', plant: ({ font }) => void font.delete(PDFName.of('Type')) },
    { what: 'widths that are too few', plant: ({ font, set }) => set(font, 'LastChar', PDFNumber.of(200)) },
    {
      what: 'a program of an unknown kind',
      plant: ({ descriptor, set }) => {
        const program = dictOf(lookup(descriptor, 'FontFile2'));
        if (program) set(program, 'Subtype', PDFName.of('Own'));
      },
    },
  ],
  cid_system: [{ what: 'another collection', plant: composite({ font: { Encoding: 'UniJIS-UTF16-H' } }), also: ['notdef'] }],
  cid_to_gid: [{ what: 'none', plant: composite({ descendant: { CIDToGIDMap: undefined } }) }],
  cmap: [
    { what: 'not predefined, not embedded', plant: composite({ font: { Encoding: 'Own-H' } }) },
    { what: 'two directions', plant: (scene) => composite({ font: { Encoding: cmapStream(scene, 1, { WMode: 1 }) } })(scene) },
  ],
  font_embedded: [{ what: 'no program', plant: ({ descriptor }) => void descriptor.delete(PDFName.of('FontFile2')) }],
  glyph_present: [
    {
      what: 'a glyph beyond the last',
      plant: (scene) => composite({ descendant: { CIDToGIDMap: scene.stream('\0\0\x0f\xff') } })(scene),
    },
    { what: 'a program that cannot be read', plant: ({ descriptor, set, stream }) => set(descriptor, 'FontFile2', stream('no font')) },
  ],
  subset_list: [{ what: 'a list that nobody checked', plant: ({ descriptor, set }) => set(descriptor, 'CharSet', PDFString.of('/A')) }],
  glyph_width: [
    {
      what: 'wider in the dictionary',
      plant: ({ font, set, obj }) => {
        const widths = lookup(font, 'Widths');
        const size = widths && 'size' in widths ? (widths as { size(): number }).size() : 0;
        set(font, 'Widths', obj(Array.from({ length: size }, () => 900)));
      },
    },
  ],
  truetype_encoding: [
    { what: 'symbolic, with an encoding', plant: ({ font, set }) => set(font, 'Encoding', PDFName.of('WinAnsiEncoding')) },
  ],
  notdef: [
    { what: 'a code without a glyph', plant: drawn('BT /F1 9 Tf (\\001) Tj ET') },
    { what: 'also where it is not seen', plant: drawn('BT 3 Tr /F1 9 Tf (\\001) Tj ET') },
  ],
  annotation_type: [{ what: 'a film', plant: annotated({ Subtype: 'Movie', Rect: [0, 0, 0, 0] }) }],
  annotation_flags: [
    { what: 'none', plant: annotated({ ...LINK, F: undefined }) },
    { what: 'not printed', plant: annotated({ ...LINK, F: 0 }) },
    { what: 'hidden', plant: annotated({ ...LINK, F: 6 }) },
  ],
  annotation_appearance: [
    { what: 'none', plant: annotated({ Subtype: 'Text' }) },
    {
      what: 'one for the pointer',
      plant: (scene) =>
        annotated({ Subtype: 'Text', AP: { N: scene.stream('', { Subtype: 'Form', BBox: [0, 0, 1, 1], Resources: {} } as never), R: {} } })(
          scene,
        ),
    },
    {
      what: 'a button without states',
      plant: (scene) =>
        annotated({
          Subtype: 'Widget',
          FT: 'Btn',
          AP: { N: scene.stream('', { Subtype: 'Form', BBox: [0, 0, 1, 1], Resources: {} } as never) },
        })(scene),
    },
  ],
  form_field: [
    { what: 'appearances to be made', plant: onCatalog('AcroForm', { Fields: [], NeedAppearances: true }) },
    { what: 'an action', plant: annotated({ Subtype: 'Widget', Rect: [0, 0, 0, 0], A: { S: 'GoTo' } }) },
  ],
  xfa: [
    { what: 'XFA', plant: onCatalog('AcroForm', { Fields: [], XFA: [] }) },
    { what: 'NeedsRendering', plant: onCatalog('NeedsRendering', true) },
  ],
  signature: [{ what: 'whatever it covers', plant: onPage('Own', { ByteRange: [0, 1, 2, 3], Contents: PDFHexString.of('00') }) }],
  action: [
    { what: 'JavaScript', plant: onCatalog('OpenAction', { S: 'JavaScript', JS: PDFString.of('app.alert(1)') }) },
    { what: 'a launch behind a link', plant: annotated({ ...LINK, A: { S: 'Launch' } }) },
    { what: 'another named action', plant: annotated({ ...LINK, A: { S: 'Named', N: 'Print' } }) },
    { what: 'after another', plant: annotated({ ...LINK, A: { S: 'URI', Next: { S: 'Hide' } } }) },
    { what: 'scripts by name', plant: onCatalog('Names', { JavaScript: { Names: [] } }) },
  ],
  additional_action: [
    { what: 'of the document', plant: onCatalog('AA', {}) },
    { what: 'of a page', plant: onPage('AA', {}) },
    { what: 'of an annotation', plant: annotated({ ...LINK, AA: {} }) },
  ],
  metadata: [
    { what: 'none', plant: ({ catalog }) => void catalog.delete(PDFName.of('Metadata')) },
    { what: 'not well-formed', plant: metadata('<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><a><?xpacket end="w"?>') },
    { what: 'an encoding in its header', plant: metadata(claim('').replace('?>', ' encoding="UTF-8"?>')) },
  ],
  xmp_property: [
    { what: 'of an unknown schema', plant: metadata(claim('<own:thing xmlns:own="http://example.com/">1</own:thing>')) },
    { what: 'of another type', plant: metadata(claim('<dc:title>Plain</dc:title>')) },
  ],
  identification: [
    { what: 'none', plant: metadata(xmpPacket('').replace('\u00ef\u00bb\u00bf', '')) },
    { what: 'part 1', plant: metadata(claim('', '1')) },
  ],
  attachment: [
    { what: 'by name', plant: onCatalog('Names', { EmbeddedFiles: { Names: [] } }) },
    { what: 'of an annotation', plant: onPage('Own', { Type: 'Filespec', EF: {} }) },
  ],
  layer: [
    { what: 'a configuration without a name', plant: onCatalog('OCProperties', { OCGs: [], D: {} }) },
    { what: 'states by use', plant: onCatalog('OCProperties', { OCGs: [], D: { Name: PDFString.of('All'), AS: [] } }) },
    {
      what: 'an order that leaves a layer out',
      plant: onCatalog('OCProperties', { OCGs: [{ Type: 'OCG', Name: PDFString.of('A') }], D: { Name: PDFString.of('All'), Order: [] } }),
    },
  ],
  alternate_presentation: [
    { what: 'by name', plant: onCatalog('Names', { AlternatePresentations: {} }) },
    { what: 'steps of a page', plant: onPage('PresSteps', {}) },
  ],
  requirements: [{ what: 'requirements', plant: onCatalog('Requirements', []) }],
};

/** Cannot be planted in the objects of an open file, or is too large to plant. */
const ELSEWHERE: readonly PdfaRule[] = ['encryption', 'object_limit'];

describe('a file that conforms to PDF/A-2b', () => {
  it('breaks no rule', async () => {
    expect(await rulesOf(await conformingPdf())).toEqual([]);
  });

  it('every rule has a fault that is planted for it', () => {
    const bare = Object.keys(PDFA_RULES).filter((rule) => CASES[rule as PdfaRule].length === 0);
    expect(bare.toSorted()).toEqual(ELSEWHERE.toSorted());
  });

  const planted = Object.entries(CASES).flatMap(([rule, cases]) => cases.map((one) => ({ rule, ...one })));
  it.each(planted)('$rule is broken by one fault: $what', async ({ rule, plant, bytes, also = [] }) => {
    const found = bytes ? await rulesAfterBytes(bytes) : await rulesAfter(plant ?? (() => {}));
    expect(found).toEqual([rule, ...also].toSorted((a, b) => a.localeCompare(b)));
  });
});

function sameProfile(intent: Scene['intent'], components: number) {
  const profile = intent.get(PDFName.of('DestOutputProfile'));
  const stream = dictOf(intent.context.lookup(profile));
  stream?.set(PDFName.of('N'), PDFNumber.of(components));
  return profile;
}

function claim(properties: string, part = '2'): string {
  const id = `<pdfaid:part xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">${part}</pdfaid:part><pdfaid:conformance xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">B</pdfaid:conformance>`;
  return xmpPacket(properties + id).replace('\u00ef\u00bb\u00bf', '');
}

function inResourcesStream(dict: Record<string, unknown>): Plant {
  return (scene) => inResources('XObject', { Ps: scene.stream('', dict as never) })(scene);
}

/** The boxes of a JP2 file that describe its colours (ISO/IEC 15444-1, I.5.3). */
function jp2(channels: number): string {
  const box = (type: string, payload: Buffer) => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(payload.length + 8, 0);
    head.write(type, 4, 'latin1');
    return Buffer.concat([head, payload]);
  };
  const header = box('ihdr', Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 0, channels, 7, 7, 0, 0]));
  const colour = box('colr', Buffer.from([1, 0, 0, 0, 0, 0, 17]));
  return box('jp2h', Buffer.concat([header, colour])).toString('latin1');
}
