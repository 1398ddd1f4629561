// The writer of each format, and what it needs of the source.

import type { ReflowedFormat } from '#contract/params/conversions.ts';
import { writeDocx } from './docx/write-docx.ts';
import { writeHtml } from './html.ts';
import { type MarkdownOptions, markdownWriter } from './md.ts';
import { writeTxt } from './txt.ts';
import type { WriteDocument } from './writer.ts';

interface Writer {
  readonly withImages: boolean;
  /** It writes a ZIP of several files. */
  readonly isZip: boolean;
  readonly write: WriteDocument;
}

export function writerFor(target: ReflowedFormat, options: MarkdownOptions): Writer {
  switch (target) {
    case 'docx':
      return { withImages: true, isZip: false, write: writeDocx };
    case 'html':
      return { withImages: true, isZip: false, write: writeHtml };
    case 'txt':
      return { withImages: false, isZip: false, write: writeTxt };
    case 'md': {
      const { pictures = 'none' } = options;
      return { withImages: pictures !== 'none', isZip: pictures === 'files', write: markdownWriter(options) };
    }
  }
}
