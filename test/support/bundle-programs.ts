// Once in a run, before all tests: the programs that they start, bundled and built as they are shipped.

import { join } from 'node:path';
import { buildClient } from '../../scripts/client-build.ts';
import { bundleProcessor } from '../../scripts/bundle-processor.ts';
import { ROOT } from '../../scripts/local/edge.ts';

const OF_TESTS = ['support/run/hostile-main.ts', 'test/support/children/unguarded-child.ts'];

export default async function setup(): Promise<void> {
  buildClient();
  await bundleProcessor(OF_TESTS.map((path) => join(ROOT, path)));
}
