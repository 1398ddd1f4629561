// `npm run test:all`: also the tests that are too long for every day, and all real files instead of a sample of them.

export const EVERYTHING = process.env['TEST_ALL'] !== undefined;

/** CORPUS_ALL=1 alone takes all real files, and leaves out the long tests of other kinds. */
export const ALL_FILES = EVERYTHING || process.env['CORPUS_ALL'] !== undefined;
