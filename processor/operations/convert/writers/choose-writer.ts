// The writer of each format, and what it needs of the source.

import type { ReflowedFormat } from '#contract/params/conversions.ts';
import { writeDocx } from './docx/write-docx.ts';
import { writeHtml } from './html.ts';
import { contentWriter, type SourceFacts } from './content-json.ts';
import { type MarkdownOptions, markdownWriter } from './md.ts';
import { csvWriter, oneCsvWriter } from './sheets/csv.ts';
import type { TableChoice } from './sheets/table-sheets.ts';
import { xlsxWriter } from './sheets/xlsx.ts';
import { writeTxt } from './txt.ts';
import type { WriteDocument } from './writer.ts';

interface Writer {
  /** Pictures are read, and drawings drawn. */
  readonly withImages: boolean;
  /** Pictures that are not read keep their places. */
  readonly withPlaces?: boolean;
  /** It writes a ZIP of several files. */
  readonly isZip: boolean;
  readonly write: (facts: SourceFacts) => WriteDocument;
}

export interface StructureOptions extends MarkdownOptions {
  /** xlsx and csv: which tables. */
  readonly tables?: TableChoice;
  /** csv: the one to be written, from 1. */
  readonly table?: number | undefined;
}

export function writerFor(target: ReflowedFormat, options: StructureOptions): Writer {
  switch (target) {
    case 'docx':
      return { withImages: true, isZip: false, write: () => writeDocx };
    case 'html':
      return { withImages: true, isZip: false, write: () => writeHtml };
    case 'txt':
      return { withImages: false, isZip: false, write: () => writeTxt };
    case 'md': {
      const { pictures = 'none' } = options;
      return { withImages: pictures !== 'none', isZip: pictures === 'files', write: () => markdownWriter(options) };
    }
    case 'json': {
      const { pictures = 'none' } = options;
      return {
        withImages: pictures !== 'none',
        withPlaces: true,
        isZip: pictures === 'files',
        write: (facts) => contentWriter(facts, pictures),
      };
    }
    case 'xlsx':
      return { withImages: false, isZip: false, write: () => xlsxWriter(options.tables ?? {}) };
    case 'csv': {
      const { tables = {}, table } = options;
      const write = table === undefined ? csvWriter(tables) : oneCsvWriter(tables, table);
      return { withImages: false, isZip: table === undefined, write: () => write };
    }
  }
}
