// Which external programs this machine has. It only looks for the files: the operations test the programs they need.

import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

const PROGRAMS = ['qpdf', 'tesseract', 'soffice', 'chromium', 'bwrap'] as const;

export type ProgramsFound = Readonly<Record<(typeof PROGRAMS)[number], boolean>>;

/** @param searchPath in the form of PATH. */
export async function findPrograms(searchPath: string): Promise<ProgramsFound> {
  const found = await Promise.all(PROGRAMS.map(async (name) => [name, await isOnPath(name, searchPath)] as const));
  return Object.fromEntries(found) as ProgramsFound;
}

async function isOnPath(name: string, searchPath: string): Promise<boolean> {
  for (const folder of searchPath.split(delimiter)) {
    const executable = await access(join(folder, name), constants.X_OK).then(
      () => true,
      () => false,
    );
    if (executable) return true;
  }
  return false;
}
