// `npm run test:all`: also the tests that are too long for every day, and all real files instead of a sample of them.

export const EVERYTHING = process.env['TEST_ALL'] !== undefined;

/** Every day each `nth` case, from the first on; all of them in the long run. A whole test that is too long has the tag `long` instead. */
export const thinned = <T>(cases: readonly T[], nth: number): readonly T[] =>
  EVERYTHING ? cases : cases.filter((_, index) => index % nth === 0);

/** CORPUS_ALL=1 alone takes all real files, and leaves out the long tests of other kinds. */
export const ALL_FILES = EVERYTHING || process.env['CORPUS_ALL'] !== undefined;
