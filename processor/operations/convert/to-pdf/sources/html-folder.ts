// An HTML document with its files in a ZIP: `index.html` at its top, or in the one folder at its top. The ZIP is read in memory and never
// unpacked; what the document asks for is looked up by its name among the entries, and there is nothing else to find.

import { JobFailure } from '../../../../failure.ts';
import { openPackage, type PackageEntry, readEntry } from '../../../../office/package.ts';
import type { DocumentFolder } from '../../../../tools/chromium-print.ts';
import { decodeHtml } from './decode-text.ts';
import { typeOfName } from './media-types.ts';

export interface HtmlFolder {
  readonly html: string;
  readonly encoding: string;
  readonly folder: DocumentFolder;
  readonly files: number;
}

const START = 'index.html';
/** What the archivers of macOS add. */
const ADDED = /^__MACOSX\/|(?:^|\/)\.DS_Store$/;

/** @throws JobFailure as openPackage and readEntry do; corrupt_file without an index.html */
export function readHtmlFolder(bytes: Uint8Array): HtmlFolder {
  const { entries } = openPackage(bytes);
  const files = new Map<string, PackageEntry>();
  for (const entry of entries) if (!entry.name.endsWith('/') && !ADDED.test(entry.name)) files.set(entry.name.normalize('NFC'), entry);
  const start = findStart([...files.keys()]);
  const { text, encoding } = decodeHtml(contentOf(files, start));
  return { html: text, encoding, files: files.size, folder: folderOf(files, start) };
}

function findStart(names: readonly string[]): string {
  if (names.includes(START)) return START;
  const tops = new Set(names.map((name) => name.slice(0, name.indexOf('/') + 1)));
  const [top = ''] = tops;
  if (tops.size === 1 && names.includes(`${top}${START}`)) return `${top}${START}`;
  throw new JobFailure('corrupt_file', { message: `The ZIP has no ${START} at its top.` });
}

function contentOf(files: ReadonlyMap<string, PackageEntry>, name: string): Uint8Array {
  const entry = files.get(name);
  if (!entry) throw new JobFailure('corrupt_file');
  return readEntry(entry);
}

/** A file that is damaged counts as absent: a page without a picture is still a page. */
export function folderOf(files: ReadonlyMap<string, PackageEntry>, start: string): DocumentFolder {
  return {
    start,
    read: (path) => {
      const entry = files.get(path.normalize('NFC'));
      if (!entry) return undefined;
      try {
        return { bytes: readEntry(entry), type: typeOfName(path) };
      } catch (error) {
        if (error instanceof JobFailure) return undefined;
        throw error;
      }
    },
  };
}
