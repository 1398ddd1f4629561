// The processor: `node processor/main.ts`. Settings come from the environment (config.ts).

import { fileURLToPath } from 'node:url';
import { serveProcessor } from './serve-processor.ts';

await serveProcessor(fileURLToPath(new URL('./child.ts', import.meta.url)));
