// Spreadsheets, presentations and texts as flat OpenDocument, for LibreOffice to write as what tests need.

const NAMESPACE = 'urn:oasis:names:tc:opendocument:xmlns:';
const NAMESPACES = ['office', 'text', 'table', 'style', 'presentation']
  .map((name) => ` xmlns:${name}="${NAMESPACE}${name}:1.0"`)
  .join('')
  .concat(
    ` xmlns:draw="${NAMESPACE}drawing:1.0" xmlns:svg="${NAMESPACE}svg-compatible:1.0" xmlns:fo="${NAMESPACE}xsl-fo-compatible:1.0"`,
    ` xmlns:of="${NAMESPACE}of:1.2"`,
    ' xmlns:xlink="http://www.w3.org/1999/xlink"',
  );

function flat(kind: string, inner: string): Uint8Array {
  const type = `application/vnd.oasis.opendocument.${kind}`;
  return Buffer.from(
    `<?xml version="1.0"?><office:document${NAMESPACES} office:version="1.2" office:mimetype="${type}">${inner}</office:document>`,
  );
}

export interface FlatSheet {
  readonly name: string;
  /** Numbers, texts, and formulas as `of:=…`. */
  readonly rows: readonly (readonly (string | number)[])[];
  /** `Sheet.A1:Sheet.B2` */
  readonly printed?: string;
}

export function flatSheets(sheets: readonly FlatSheet[]): Uint8Array {
  const cell = (value: string | number): string => {
    if (typeof value === 'number')
      return `<table:table-cell office:value-type="float" office:value="${value}"><text:p>${value}</text:p></table:table-cell>`;
    if (value.startsWith('of:=')) return `<table:table-cell table:formula="${value.replaceAll('"', '&quot;')}"/>`;
    return `<table:table-cell office:value-type="string"><text:p>${value}</text:p></table:table-cell>`;
  };
  const tables = sheets.map(({ name, rows, printed }) => {
    const area = printed === undefined ? '' : ` table:print-ranges="${printed}"`;
    return `<table:table table:name="${name}"${area}>${rows.map((row) => `<table:table-row>${row.map(cell).join('')}</table:table-row>`).join('')}</table:table>`;
  });
  return flat('spreadsheet', `<office:body><office:spreadsheet>${tables.join('')}</office:spreadsheet></office:body>`);
}

export function flatSlides(texts: readonly string[]): Uint8Array {
  const layout =
    '<office:automatic-styles><style:page-layout style:name="L"><style:page-layout-properties fo:page-width="25.4cm" fo:page-height="14.29cm" style:print-orientation="landscape"/></style:page-layout></office:automatic-styles>' +
    '<office:master-styles><style:master-page style:name="M" style:page-layout-name="L"/></office:master-styles>';
  const slides = texts.map(
    (text, index) =>
      `<draw:page draw:name="p${index}" draw:master-page-name="M"><draw:frame svg:x="2cm" svg:y="3cm" svg:width="20cm" svg:height="5cm"><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame></draw:page>`,
  );
  return flat('presentation', `${layout}<office:body><office:presentation>${slides.join('')}</office:presentation></office:body>`);
}

export function flatText(body: string): Uint8Array {
  return flat('text', `<office:body><office:text>${body}</office:text></office:body>`);
}
