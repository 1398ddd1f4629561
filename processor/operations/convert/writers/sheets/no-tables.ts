// A document without tables has nothing to put into sheets: that is said, not returned as an empty file.

import { JobFailure } from '../../../../failure.ts';

export function noTables(): JobFailure {
  return new JobFailure('conversion_failed', { message: 'No table was found in the pages and areas that were asked for.' });
}
