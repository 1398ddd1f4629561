// What a suite needs beside the packages: the programs that `npm test` installs.

/**
 * Whether the suite can run. Where such a program is missing on a developer's machine (macOS has no apt-get) its suites are skipped; in continuous
 * integration on Linux that is a failure, or a run without judges would look like a run that passed.
 * @throws Error there, naming it.
 */
export function isPresent(program: string, isThere: boolean): boolean {
  if (!isThere && process.env['CI'] !== undefined && process.platform === 'linux') {
    throw new Error(`${program} is missing: in continuous integration its suites are not skipped (scripts/install-programs.sh --test)`);
  }
  return isThere;
}
