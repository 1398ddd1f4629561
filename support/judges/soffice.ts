// LibreOffice as a judge and as a renderer of known documents: without network, each call with a profile of its own.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isPresent } from './present.ts';

export const hasSoffice =
  isPresent('soffice', spawnSync('soffice', ['--version'], { timeout: 30_000 }).status === 0) &&
  isPresent('unshare with user namespaces', spawnSync('unshare', ['-rn', 'true']).status === 0);

const TAGGED = 'pdf:writer_pdf_Export:{"UseTaggedPDF":{"type":"boolean","value":"true"}}';

/** A profile of an older version would have each start draw LibreOffice's graphics tests, for .65 s. */
const NOT_NEW =
  '<?xml version="1.0" encoding="UTF-8"?><oor:items xmlns:oor="http://openoffice.org/2001/registry">' +
  '<item oor:path="/org.openoffice.Setup/Product"><prop oor:name="ooSetupLastVersion" oor:op="fuse"><value>99.9</value></prop></item></oor:items>';

export interface Conversion {
  /** With the extension of its type. */
  readonly files: Readonly<Record<string, Uint8Array>>;
  /** `fods`: a workbook as one XML file (read-workbook.ts). */
  readonly to: 'pdf' | 'tagged-pdf' | 'docx' | 'fods' | 'xlsx' | 'ods' | 'pptx' | 'odp' | 'rtf';
  readonly infilter?: string;
  readonly timeMsMax?: number;
}

/** Converts several files in one run; what LibreOffice does not open has no entry. Keys are names without extension. */
export function convertWithSoffice({ files, to, infilter, timeMsMax = 240_000 }: Conversion): Record<string, Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'soffice-'));
  try {
    const names = Object.keys(files);
    for (const name of names) writeFileSync(join(folder, name), files[name] ?? new Uint8Array());
    const out = join(folder, 'out');
    mkdirSync(join(folder, 'profile', 'user'), { recursive: true });
    writeFileSync(join(folder, 'profile', 'user', 'registrymodifications.xcu'), NOT_NEW);
    const args = [
      `-env:UserInstallation=file://${folder}/profile`,
      '--headless',
      ...(infilter === undefined ? [] : [`--infilter=${infilter}`]),
    ];
    const target = to === 'tagged-pdf' ? TAGGED : to;
    spawnSync('unshare', ['-rn', 'soffice', ...args, '--convert-to', target, '--outdir', out, ...names.map((name) => join(folder, name))], {
      timeout: timeMsMax,
      stdio: 'ignore',
    });
    const made = readdirSync(folder).includes('out') ? readdirSync(out) : [];
    return Object.fromEntries(made.map((name) => [name.replace(/\.[^.]*$/, ''), readFileSync(join(out, name))]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
