// The program of a job's child process. The operations and engines are loaded before it reports ready: a warm child has
// nothing left to load.

import { operations } from './operations/operations.ts';
import { warmUpPdfium } from './pdf/pdfium/pdfium-thread.ts';
import { ChildSetting } from './sandbox/child-setting.ts';
import { serveJobs } from './serve-jobs.ts';

await warmUpPdfium();
serveJobs(operations, ChildSetting.parse(JSON.parse(process.argv[2] ?? '')));
