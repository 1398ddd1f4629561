// The looks of cells in a workbook, each once (ECMA-376 part 1, 18.8): how a number is shown, bold heads, text that begins like a formula.

import { escape } from '../html-text.ts';
import { MAIN, XML_HEAD } from './workbook-xml.ts';

export interface CellStyle {
  /** A format code (18.8.31); undefined for text and for numbers as they are. */
  readonly format?: string;
  readonly bold?: boolean;
  /** Its text stays text when it is edited, whatever it begins with. */
  readonly quoted?: boolean;
}

/** Numbers below are those that every program knows. */
const FIRST_FORMAT = 164;
const FORMATS_MAX = 200;

export class WorkbookStyles {
  readonly #formats: string[] = [];
  readonly #styles = new Map<string, string>();

  constructor() {
    this.of({});
  }

  /** Its number. */
  of({ format, bold = false, quoted = false }: CellStyle): number {
    const number = this.#numberOf(format);
    const look = `<xf numFmtId="${number}" fontId="${bold ? 1 : 0}" fillId="0" borderId="0" xfId="0" applyAlignment="1"${number > 0 ? ' applyNumberFormat="1"' : ''}${bold ? ' applyFont="1"' : ''}${quoted ? ' quotePrefix="1"' : ''}><alignment vertical="top" wrapText="1"/></xf>`;
    const known = [...this.#styles.keys()].indexOf(look);
    if (known >= 0) return known;
    this.#styles.set(look, look);
    return this.#styles.size - 1;
  }

  xml(): string {
    const formats = this.#formats.map((code, index) => `<numFmt numFmtId="${FIRST_FORMAT + index}" formatCode="${escape(code)}"/>`);
    const font = '<sz val="10"/><name val="Arial"/>';
    return (
      `${XML_HEAD}<styleSheet xmlns="${MAIN}">` +
      (formats.length > 0 ? `<numFmts count="${formats.length}">${formats.join('')}</numFmts>` : '') +
      `<fonts count="2"><font>${font}</font><font><b/>${font}</font></fonts>` +
      '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
      '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
      '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
      `<cellXfs count="${this.#styles.size}">${[...this.#styles.keys()].join('')}</cellXfs></styleSheet>`
    );
  }

  #numberOf(format: string | undefined): number {
    if (format === undefined) return 0;
    const known = this.#formats.indexOf(format);
    if (known >= 0) return FIRST_FORMAT + known;
    // Programs hold a few hundred; beyond that a number is shown as it is.
    return this.#formats.length >= FORMATS_MAX ? 0 : FIRST_FORMAT + this.#formats.push(format) - 1;
  }
}
