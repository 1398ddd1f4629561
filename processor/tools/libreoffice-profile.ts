// The private profile of one LibreOffice: created for each instance, never written to by the program's settings, and compared after each
// document, so that nothing of a document remains for the next one. An instance ends when a document leaves something (such as embedded fonts).

import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { LIBREOFFICE_SETTINGS } from './libreoffice-settings.ts';

export interface OfficeProfile {
  /** Absolute. */
  readonly dir: string;
  /** An extra document: while it is open, the program does not end after its last job. */
  readonly blank: string;
  readonly tmp: string;
}

/** @param program absolute path of soffice.bin */
export async function makeProfile(dir: string, program: string): Promise<OfficeProfile> {
  const [blank, tmp] = [join(dir, 'blank.fodt'), join(dir, 'tmp')];
  await rm(dir, { recursive: true, force: true });
  await mkdir(join(dir, 'user'), { recursive: true, mode: 0o700 });
  await mkdir(tmp, { mode: 0o700 });
  await writeFile(join(dir, 'user', 'registrymodifications.xcu'), LIBREOFFICE_SETTINGS);
  await writeFile(blank, BLANK_DOCUMENT);
  await noteExtensions(join(dir, 'user', 'extensions'), program);
  return { dir, blank, tmp };
}

/** As a first start leaves it for its build, which ends and asks for another: there are no extensions to register. */
async function noteExtensions(dir: string, program: string): Promise<void> {
  const rc = await readFile(join(dirname(program), 'versionrc'), 'utf8').catch(() => '');
  const build = /^buildid=(.+)$/m.exec(rc)?.[1];
  if (build === undefined) return;
  for (const kind of ['bundled', 'shared']) {
    await mkdir(join(dir, kind), { recursive: true });
    await writeFile(join(dir, kind, 'lastsynchronized'), '1');
  }
  await writeFile(join(dir, 'buildid'), build);
}

/** Of each file of the profile, by its path: what is in it. */
export type ProfileState = ReadonlyMap<string, string>;

export async function readProfile({ dir }: OfficeProfile): Promise<ProfileState> {
  const state = new Map<string, string>();
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    const path = pathOf(entry);
    // A file that disappears between listing and reading is no longer there.
    const content = entry.isSymbolicLink() ? readlink(path) : entry.isFile() ? readFile(path) : undefined;
    const found = await content?.catch(() => undefined);
    if (found !== undefined) state.set(path, createHash('sha256').update(found).digest('hex'));
  }
  return state;
}

/** No file was added or changed. What the start itself left for a while (temporary files) may be gone. */
export function hasNothingNew(before: ProfileState, now: ProfileState): boolean {
  return [...now].every(([path, digest]) => before.get(path) === digest);
}

function pathOf({ parentPath, name }: { readonly parentPath: string; readonly name: string }): string {
  return join(parentPath, name);
}

/**
 * The program's own list of sources of settings, with the profile's file only read (`user:*`) instead of written (`user:!`): the list of
 * recent documents and everything else that it would remember is not stored. Empty where the list has another form.
 * @param program absolute path of soffice.bin
 */
export async function readOnlySettings(program: string): Promise<string[]> {
  const rc = await readFile(join(dirname(program), 'fundamentalrc'), 'utf8').catch(() => '');
  const layers = /^CONFIGURATION_LAYERS=.*$/m.exec(rc)?.[0];
  return layers?.includes(' user:!') ? [`-env:${layers.replace(' user:!', ' user:*')}`] : [];
}

const BLANK_DOCUMENT =
  '<?xml version="1.0" encoding="UTF-8"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" ' +
  'office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.text"><office:body><office:text/></office:body></office:document>';
