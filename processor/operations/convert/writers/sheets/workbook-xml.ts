// The parts of a workbook around its sheets (ECMA-376 part 1, 12.3).

import { escape } from '../html-text.ts';

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export const PACKAGE_XML = `${XML_HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

export function workbookXml(names: readonly string[]): string {
  const sheets = names.map((name, index) => `<sheet name="${escape(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('');
  return `${XML_HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets}</sheets></workbook>`;
}

/** @param count of sheets */
export function workbookRelationshipsXml(count: number): string {
  const sheets = numbers(count).map(
    (number) => `<Relationship Id="rId${number}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
  );
  const styles = `<Relationship Id="rId${count + 1}" Type="${OFFICE}/styles" Target="styles.xml"/>`;
  return `${XML_HEAD}<Relationships xmlns="${PACKAGE}/relationships">${sheets.join('')}${styles}</Relationships>`;
}

export function contentTypesXml(count: number): string {
  const override = (name: string, kind: string) => `<Override PartName="/xl/${name}.xml" ContentType="${TYPE}.${kind}+xml"/>`;
  const parts = [
    override('workbook', 'sheet.main'),
    override('styles', 'styles'),
    ...numbers(count).map((number) => override(`worksheets/sheet${number}`, 'worksheet')),
  ];
  return (
    `${XML_HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
    `<Default Extension="xml" ContentType="application/xml"/>${parts.join('')}</Types>`
  );
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}
