// The program of a job's child process. The operations are imported before it says it is ready: a warm child has nothing left to load.

import { operations } from './operations/operations.ts';
import { serveJobs } from './serve-jobs.ts';

serveJobs(operations, Number(process.argv[2]));
