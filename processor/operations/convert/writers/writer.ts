// What a writer is: it pulls the parts of a document and appends them to a file, and keeps nothing that grows with the pages.

import type { FontKind, StreamedDocument } from '../../../document/model.ts';

export interface EmbeddedFont {
  readonly family: string;
  readonly kind: FontKind;
  readonly bold: boolean;
  readonly italic: boolean;
  /** Ems: the width of its space. */
  readonly space: number;
  /** A TrueType program. */
  readonly bytes: Uint8Array;
}

export interface WriteOptions {
  /** docx only: fonts that go into the document. */
  readonly fonts?: readonly EmbeddedFont[];
  /** A new file in the job's folder; what is beside it and begins with the same name is the writer's while it writes. */
  readonly path: string;
  readonly bytesMax: number;
}

/** @throws JobFailure output_limit */
export type WriteDocument = (document: StreamedDocument, options: WriteOptions) => Promise<void>;
