// Tables → a workbook (ECMA-376, SpreadsheetML): a sheet for each, and one that says where they stand in the source. Numbers and dates are numbers
// shown as in the source, spans are merged, all text is text: nothing in it is a formula.

import type { WriteDocument } from '../writer.ts';
import { ZipFile } from '../../../../archive/zip-file.ts';
import { aboutRows } from './about.ts';
import { noTables } from './no-tables.ts';
import { aboutXml, sheetXml } from './sheet-xml.ts';
import { type TableChoice, type TableSheet, tableSheets } from './table-sheets.ts';
import { WorkbookStyles } from './workbook-styles.ts';
import { contentTypesXml, PACKAGE_XML, workbookRelationshipsXml, workbookXml } from './workbook-xml.ts';

export function xlsxWriter(choice: TableChoice): WriteDocument {
  return async ({ head, parts }, { path, bytesMax }) => {
    using zip = new ZipFile(path, bytesMax);
    const styles = new WorkbookStyles();
    const sheets: TableSheet[] = [];
    for await (const sheet of tableSheets(parts, choice)) {
      zip.open(`xl/worksheets/sheet${sheet.number}.xml`);
      zip.writeAll(sheetXml(sheet, head.language, styles));
      zip.close();
      sheets.push({ ...sheet, cells: [] });
    }
    if (sheets.length === 0) throw noTables();
    const names = [...sheets.map(({ number }) => `Table ${number}`), 'About'];
    zip.add(`xl/worksheets/sheet${names.length}.xml`, aboutXml(aboutRows(sheets), styles));
    zip.add('xl/styles.xml', styles.xml());
    zip.add('xl/workbook.xml', workbookXml(names));
    zip.add('xl/_rels/workbook.xml.rels', workbookRelationshipsXml(names.length));
    zip.add('_rels/.rels', PACKAGE_XML);
    zip.add('[Content_Types].xml', contentTypesXml(names.length));
    zip.end();
  };
}
