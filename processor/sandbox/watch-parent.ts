// A child process never outlives its processor, even while its main thread is in an endless loop: a separate thread sees the
// parent's pid change and kills the whole process group, this process included. Run as a worker thread by serve-jobs; the parent's pid is the thread's data.

import { parentPort, workerData } from 'node:worker_threads';
import { killGroup } from './process-group.ts';

const POLL_MS = 250;
const parentPid: unknown = workerData;

function check(): void {
  if (process.ppid !== parentPid) killGroup(process.pid);
}

check();
setInterval(check, POLL_MS);
parentPort?.postMessage('watching');
