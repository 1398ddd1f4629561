// A small file that conforms to PDF/A-2b, made by the project itself, in which tests plant single faults: among its objects before it is written, or
// in its bytes afterwards.

import { PDFArray, type PDFDict, PDFName, type PDFObject } from 'pdf-lib';
import { arrayOf, dictOf, lookup } from '../../processor/pdf/syntax/dictionary.ts';
import type { OpenedPdf } from '../../processor/pdf/opened.ts';
import { openPdf } from '../../processor/pdf/open.ts';
import { makePdfa } from '../../processor/pdf/pdfa/make-pdfa.ts';
import { checkPdfa } from '../../processor/pdf/pdfa/check/check.ts';
import { savePdf } from '../../processor/pdf/save.ts';
import { makePdf, type PdfObject, plainObjects } from './make-pdf.ts';

let made: Promise<Uint8Array> | undefined;

export function conformingPdf(): Promise<Uint8Array> {
  made ??= archive(makePdf({ objects: plainObjects('Archived'), trailer: '/Info << /Title (Archived) >>' }));
  return made;
}

/** @throws JobFailure as makePdfa */
export async function archive(source: Uint8Array): Promise<Uint8Array> {
  return (await makePdfa(await openPdf(source, { needs: 'read', pagesMax: 50, onSignature: 'invalidate' }))).bytes;
}

/** More objects and entries on the page of the plain file. */
export function plainPdf(parts: {
  readonly content?: string;
  readonly resources?: string;
  readonly page?: string;
  readonly catalog?: string;
  readonly more?: Readonly<Record<number, PdfObject>>;
}): Uint8Array {
  const { content = 'BT /F1 18 Tf 20 100 Td (Hello) Tj ET', resources = '', page = '', catalog = '', more = {} } = parts;
  return makePdf({
    objects: {
      ...plainObjects('', page, catalog),
      3: `<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> ${resources} >> ${page} >>`,
      4: { dict: '', data: content },
      ...more,
    },
  });
}

export interface Scene {
  readonly opened: OpenedPdf;
  readonly catalog: PDFDict;
  readonly page: PDFDict;
  readonly resources: PDFDict;
  /** The font that the page shows its text with. */
  readonly font: PDFDict;
  readonly descriptor: PDFDict;
  readonly intent: PDFDict;
  /** Turns a literal into an object; a name begins without its slash. */
  readonly obj: OpenedPdf['context']['obj'];
  readonly set: (dict: PDFDict, key: string, value: PDFObject) => void;
  /** A content that is drawn after the page's own. */
  readonly draw: (content: string) => void;
  /** Registers a stream. */
  readonly stream: (data: string | Uint8Array, dict?: Record<string, never>) => ReturnType<OpenedPdf['context']['register']>;
}

/** The rules that are broken after `plant` changed the objects of the conforming file. */
export async function rulesAfter(plant: (scene: Scene) => void): Promise<string[]> {
  const opened = await openPdf(await conformingPdf(), { needs: 'read', pagesMax: 5 });
  plant(sceneOf(opened));
  return rulesOf(await savePdf(opened.context, { packed: true }));
}

/** The same after its bytes were changed: one object after the other, with a table. Offsets behind a change of length are wrong. */
export async function rulesAfterBytes(change: (text: string) => string): Promise<string[]> {
  const opened = await openPdf(await conformingPdf(), { needs: 'read', pagesMax: 5 });
  const plain = Buffer.from(await savePdf(opened.context, { packed: false })).toString('latin1');
  const changed = change(plain);
  if (changed === plain) throw new Error('nothing was changed');
  return rulesOf(Buffer.from(changed, 'latin1'));
}

export async function rulesOf(file: Uint8Array): Promise<string[]> {
  return (await checkPdfa(file)).map(({ rule }) => rule).toSorted((a, b) => a.localeCompare(b));
}

function sceneOf(opened: OpenedPdf): Scene {
  const { context, catalog } = opened;
  const page = opened.pages[0]?.dict;
  const resources = dictOf(lookup(page, 'Resources'));
  const font = dictOf(lookup(dictOf(lookup(resources, 'Font')), 'F1'));
  const descriptor = dictOf(lookup(font, 'FontDescriptor'));
  const intent = dictOf(context.lookup(arrayOf(catalog, 'OutputIntents')?.get(0)));
  if (!page || !resources || !font || !descriptor || !intent) throw new Error('not the file that is expected');
  const stream: Scene['stream'] = (data, dict) => context.register(context.stream(data, dict ?? {}));
  return {
    opened,
    catalog,
    page,
    resources,
    font,
    descriptor,
    intent,
    obj: context.obj.bind(context),
    set: (dict, key, value) => dict.set(PDFName.of(key), value),
    draw(content) {
      const own = page.get(PDFName.of('Contents'));
      const before = own instanceof PDFArray ? own.asArray() : own ? [own] : [];
      page.set(PDFName.of('Contents'), context.obj([...before, stream(content)] as never));
    },
    stream,
  };
}
