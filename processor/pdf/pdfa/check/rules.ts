// The rules of PDF/A-2, level B (ISO 19005-2:2011) by which a file is judged: a name for each, its clause, and what it requires. What
// each one covers of the clause, and what no rule covers, is in docs/decisions/0009-pdfa.md.

export const PDFA_RULES = {
  file_structure: { clause: '6.1', asks: 'the file can be read without a repair' },
  header: { clause: '6.1.2', asks: 'the file begins with %PDF-1.n and a comment of four bytes above 127' },
  file_id: { clause: '6.1.3', asks: 'the trailer has a file identifier' },
  encryption: { clause: '6.1.3', asks: 'the file is not encrypted' },
  data_after_end: { clause: '6.1.3', asks: 'nothing follows the last %%EOF but one line end' },
  xref_table: { clause: '6.1.4', asks: 'the cross-reference table is written without extra white space' },
  hex_string: { clause: '6.1.6', asks: 'hexadecimal strings have an even number of digits and nothing else' },
  stream_length: { clause: '6.1.7.1', asks: 'the length of each stream is exact' },
  stream_keywords: { clause: '6.1.7.1', asks: 'line ends stand where stream and endstream ask for them' },
  external_data: { clause: '6.1.7.1', asks: 'no stream is in another file' },
  filter: { clause: '6.1.7.2', asks: 'no LZW, no Crypt, no unknown filter' },
  name_encoding: { clause: '6.1.8', asks: 'names of fonts, colourants and structure types are UTF-8' },
  object_spacing: { clause: '6.1.9', asks: 'objects are set apart by single spaces and line ends' },
  inline_filter: { clause: '6.1.10', asks: 'inline images use no LZW and no unknown filter' },
  permissions: { clause: '6.1.12', asks: 'permissions name UR3 and DocMDP only' },
  number_limit: { clause: '6.1.13', asks: 'integers and real numbers are within the limits' },
  string_limit: { clause: '6.1.13', asks: 'strings are at most 32,767 bytes long' },
  name_limit: { clause: '6.1.13', asks: 'names are at most 127 bytes long' },
  object_limit: { clause: '6.1.13', asks: 'there are at most 8,388,607 indirect objects' },
  nesting: { clause: '6.1.13', asks: 'q and Q nest at most 28 deep' },
  colourant_limit: { clause: '6.1.13', asks: 'DeviceN has at most 32 colourants' },
  cid_limit: { clause: '6.1.13', asks: 'CIDs are at most 65,535' },
  page_size: { clause: '6.1.13', asks: 'page boundaries are 3 to 14,400 units wide and high' },
  operator: { clause: '6.2.2', asks: 'content uses the operators of ISO 32000-1 only' },
  resources: { clause: '6.2.2', asks: 'content finds what it names in its own resources' },
  content: { clause: '6.2.2', asks: 'content can be read to its end' },
  output_intent: { clause: '6.2.3', asks: 'output intents share one valid profile' },
  icc_profile: { clause: '6.2.4.2', asks: 'ICC profiles are valid and fit their colour space' },
  overprint: { clause: '6.2.4.2', asks: 'overprint mode 1 is not used with CMYK profiles' },
  device_rgb: { clause: '6.2.4.3', asks: 'DeviceRGB has an RGB output intent or a default colour space' },
  device_cmyk: { clause: '6.2.4.3', asks: 'DeviceCMYK has a CMYK output intent or a default colour space' },
  device_grey: { clause: '6.2.4.3', asks: 'DeviceGray has an output intent or a default colour space' },
  colourants: { clause: '6.2.4.4', asks: 'DeviceN describes its spot colours' },
  separation: { clause: '6.2.4.4', asks: 'separations of one name are the same' },
  colour_space: { clause: '6.2.4', asks: 'colour spaces are valid' },
  transfer_function: { clause: '6.2.5', asks: 'no transfer functions' },
  halftone: { clause: '6.2.5', asks: 'halftones are of type 1 or 5, without name, origin and transfer function' },
  rendering_intent: { clause: '6.2.6', asks: 'rendering intents are the four of ISO 32000-1' },
  alternate_image: { clause: '6.2.8', asks: 'images have no alternates and no OPI' },
  interpolation: { clause: '6.2.8', asks: 'images are not interpolated' },
  image_depth: { clause: '6.2.8', asks: 'images have 1, 2, 4, 8 or 16 bits, masks have 1' },
  jpeg2000: { clause: '6.2.8.3', asks: 'JPEG 2000 data keep to the restrictions' },
  form_xobject: { clause: '6.2.9', asks: 'no PostScript, no OPI, no reference XObjects' },
  blend_mode: { clause: '6.2.10', asks: 'blend modes are those of ISO 32000-1' },
  transparency: { clause: '6.2.10', asks: 'a page with transparency has an output intent or a blending space' },
  font_dictionary: { clause: '6.2.11.2', asks: 'font dictionaries are complete' },
  cid_system: { clause: '6.2.11.3.1', asks: 'the CIDSystemInfo of font and CMap fit' },
  cid_to_gid: { clause: '6.2.11.3.2', asks: 'embedded CIDFontType2 fonts have a CIDToGIDMap' },
  cmap: { clause: '6.2.11.3.3', asks: 'CMaps are predefined or embedded, and agree on their direction' },
  font_embedded: { clause: '6.2.11.4.1', asks: 'fonts that are shown are embedded' },
  glyph_present: { clause: '6.2.11.4.1', asks: 'embedded fonts have every glyph that is shown' },
  subset_list: { clause: '6.2.11.4.2', asks: 'CharSet and CIDSet list every glyph' },
  glyph_width: { clause: '6.2.11.5', asks: 'widths of dictionary and font program agree' },
  truetype_encoding: { clause: '6.2.11.6', asks: 'TrueType fonts are encoded as they ask for' },
  notdef: { clause: '6.2.11.8', asks: '.notdef is not shown' },
  annotation_type: { clause: '6.3.1', asks: 'annotations are of the types that are allowed' },
  annotation_flags: { clause: '6.3.2', asks: 'annotations are printed and not hidden' },
  annotation_appearance: { clause: '6.3.3', asks: 'annotations have a normal appearance and no other' },
  form_field: { clause: '6.4.1', asks: 'fields have no actions and need no appearances made' },
  xfa: { clause: '6.4.2', asks: 'no XFA' },
  signature: { clause: '6.4.3', asks: 'signatures cover the file' },
  action: { clause: '6.5.1', asks: 'no actions but those that are allowed' },
  additional_action: { clause: '6.5.2', asks: 'no additional actions' },
  metadata: { clause: '6.6.2.1', asks: 'the catalog has well-formed XMP in UTF-8' },
  xmp_property: { clause: '6.6.2.3', asks: 'properties are those of predefined schemas' },
  identification: { clause: '6.6.4', asks: 'XMP says part 2, conformance B' },
  attachment: { clause: '6.8', asks: 'no embedded files' },
  layer: { clause: '6.9', asks: 'layer configurations are named and list every layer' },
  alternate_presentation: { clause: '6.10', asks: 'no alternate presentations' },
  requirements: { clause: '6.11', asks: 'the catalog has no requirements' },
} as const satisfies Record<string, { readonly clause: string; readonly asks: string }>;

export type PdfaRule = keyof typeof PDFA_RULES;

export interface PdfaViolation {
  readonly rule: PdfaRule;
  /** Of ISO 19005-2. */
  readonly clause: string;
  readonly count: number;
  /** The first places: `page 3`, `font ABCDEF+Name`. */
  readonly places: readonly string[];
}

export type Blame = (rule: PdfaRule, place?: string) => void;

const PLACES_MAX = 5;

/** Collects the findings of the checks, by rule. */
export class Verdict {
  private readonly found = new Map<PdfaRule, { count: number; places: Set<string> }>();

  readonly blame: Blame = (rule, place) => {
    const entry = this.found.get(rule) ?? { count: 0, places: new Set<string>() };
    this.found.set(rule, entry);
    entry.count++;
    if (place !== undefined && entry.places.size < PLACES_MAX) entry.places.add(place);
  };

  violations(): PdfaViolation[] {
    return [...this.found].map(([rule, { count, places }]) => ({ rule, clause: PDFA_RULES[rule].clause, count, places: [...places] }));
  }
}
