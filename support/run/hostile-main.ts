// The processor program with the job processes of hostile-child.ts.

import { fileURLToPath } from 'node:url';
import { serveProcessor } from '../../processor/serve-processor.ts';

await serveProcessor(fileURLToPath(new URL('./hostile-child.ts', import.meta.url)));
