// The documents of the round trip: real Word files of the corpus and our own of known structure, rendered by LibreOffice. A rendering is kept
// in a folder of the machine's temporary files, by the hash of its document, so that a second run needs no rendering.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { listFolder, readCorpus as readFile } from '../../support/corpus.ts';
import { makeStructured } from '../../support/documents/structured-docx.ts';
import { convertWithSoffice } from '../../support/judges/soffice.ts';
import { makeKindSamples, printKind } from '../../support/documents/kinds/samples.ts';
import { collapse, type Outline } from '../../support/judges/quality/outline.ts';
import { readDocxOutline } from '../../support/judges/quality/read-docx.ts';

export type Files = Readonly<Record<string, Uint8Array>>;

export function readCorpus(): Record<string, Uint8Array> {
  return Object.fromEntries(
    listFolder('office', ['.docx']).flatMap((name) => {
      const bytes = readFile(`office/${name}`);
      // Encrypted documents are not ZIP files.
      return bytes.subarray(0, 2).toString('latin1') === 'PK' ? [[name.replace(/\.docx$/, ''), new Uint8Array(bytes)]] : [];
    }),
  );
}

export interface RoundTrip {
  readonly truth: Outline;
  readonly pdf: Uint8Array;
}

interface RoundTripOptions {
  /** Of the set `folder`. */
  readonly folder?: string | undefined;
  /** Names of documents; all when absent. */
  readonly only?: readonly string[] | undefined;
}

function readFolder(folder: string): Record<string, Uint8Array> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.docx'));
  return Object.fromEntries(names.map((name) => [name.replace(/\.docx$/, ''), new Uint8Array(readFileSync(join(folder, name)))]));
}

/**
 * @param set `corpus`: real documents whose text is all in the body; `own`: those of structured-docx.ts; `seen`, `unseen`: the two halves of
 * our own kinds; `folder`: the Word documents in a folder
 * @param tagged with the structure tree that the renderer writes
 */
export async function readRoundTrips(
  set: string,
  tagged: boolean,
  { folder, only }: RoundTripOptions = {},
): Promise<Record<string, RoundTrip>> {
  const kinds = set === 'seen' || set === 'unseen' ? await makeKindSamples(set) : undefined;
  const all = kinds?.docx ?? (set === 'own' ? await makeStructured() : set === 'folder' ? readFolder(folder ?? '') : readCorpus());
  const documents = Object.fromEntries(Object.entries(all).filter(([name]) => only?.includes(name) ?? true));
  const pdfs = renderDocuments(documents, tagged ? 'tagged-pdf' : 'pdf');
  const trips: Record<string, RoundTrip> = {};
  for (const [name, docx] of Object.entries(documents)) {
    const pdf = pdfs[name];
    if (!pdf || !showsItsText(docx)) continue;
    const truth = withoutLostLinks(readDocxOutline(docx), pdf);
    if (truth.paragraphs.length > 0) trips[name] = { truth, pdf };
  }
  for (const [name, { html, truth }] of Object.entries(kinds?.html ?? {})) {
    const pdf = await printKind(html, tagged);
    if (pdf) trips[name] = { truth, pdf };
  }
  return trips;
}

/** Charts and diagrams show text that the body does not hold; tracked changes show text that is deleted. */
export function showsItsText(docx: Uint8Array): boolean {
  const files = unzipSync(docx);
  if (Object.keys(files).some((name) => /\/(?:charts|diagrams)\//.test(name))) return false;
  return !/<w:(?:del|moveFrom) /.test(strFromU8(files['word/document.xml'] ?? new Uint8Array()));
}

/** Hash of the parts; the dates of the file and in its properties do not count. */
function hashOf(docx: Uint8Array): string {
  const hash = createHash('sha256');
  for (const [name, part] of Object.entries(unzipSync(docx))) if (!name.startsWith('docProps/')) hash.update(name).update(part);
  return hash.digest('hex').slice(0, 24);
}

/** @param documents by name without extension @returns what LibreOffice could open, by the same names */
export function renderDocuments(documents: Files, to: 'pdf' | 'tagged-pdf'): Record<string, Uint8Array> {
  const folder = join(tmpdir(), 'bench-convert-renderings');
  mkdirSync(folder, { recursive: true });
  const paths = new Map(Object.entries(documents).map(([name, bytes]) => [name, join(folder, `${hashOf(bytes)}.${to}`)]));
  const missing = [...paths].filter(([, path]) => !existsSync(path)).map(([name]) => name);
  const files = Object.fromEntries(missing.map((name) => [`${name}.docx`, documents[name] ?? new Uint8Array()]));
  const made = missing.length === 0 ? {} : convertWithSoffice({ files, to });
  for (const name of missing) writeFileSync(paths.get(name) ?? '', made[name] ?? new Uint8Array());
  return Object.fromEntries(
    [...paths].flatMap(([name, path]) => {
      const bytes = readFileSync(path);
      return bytes.length === 0 ? [] : [[name, new Uint8Array(bytes)]];
    }),
  );
}

/** LibreOffice 7.4 keeps only some links: the PDF shows which, and how often. */
export function withoutLostLinks(truth: Outline, pdf: Uint8Array): Outline {
  if (truth.links.length === 0) return truth;
  const folder = mkdtempSync(join(tmpdir(), 'bench-convert-'));
  const path = join(folder, 'in.pdf');
  writeFileSync(path, pdf);
  const run = spawnSync('qpdf', ['--qdf', '--object-streams=disable', path, '-'], { maxBuffer: 2 ** 30 });
  rmSync(folder, { recursive: true });
  const plain =
    run.status === null || run.stdout.length === 0 ? undefined : collapse(run.stdout.toString('latin1').replaceAll(/\\([()\\])/g, '$1'));
  if (plain === undefined) return truth;
  const left = new Map<string, number>();
  const keeps = (link: string) => {
    const target = collapse(link);
    const count = left.get(target) ?? plain.split(`(${target})`).length - 1;
    left.set(target, count - 1);
    return count > 0;
  };
  return { ...truth, links: truth.links.filter(keeps) };
}
