// The first job, through the public API, as a customer's program runs it: upload, job, wait, download. Each step is printed.

import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';

interface Job {
  readonly job_id: string;
  readonly status: string;
  readonly result_file_id?: string;
  readonly progress: { readonly percent: number; readonly stage: string };
  readonly error?: { readonly reason: string; readonly message: string };
  readonly metrics?: Record<string, number>;
  readonly report?: { readonly found?: { readonly total?: number }; readonly verification?: Record<string, unknown> };
}

/** @throws Error when any step fails. */
export async function runDemo(
  baseUrl: string,
  key: string,
  samplePath: string,
  resultPath: string,
  say: (line: string) => void,
): Promise<void> {
  const bytes = await readFile(samplePath);
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: { Authorization: `Bearer ${key}`, ...(body ? { 'Content-Type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  };

  const file = await call<{ file_id: string; upload_url: string; upload_headers: Record<string, string> }>('POST', '/files', {
    filename: basename(samplePath),
    content_type: 'application/pdf',
    size_bytes: bytes.length,
  });
  say(`  POST /files                 → ${file.file_id}`);
  const put = await fetch(file.upload_url, { method: 'PUT', headers: file.upload_headers, body: bytes });
  if (!put.ok) throw new Error(`PUT of the bytes answered ${put.status}: ${await put.text()}`);
  say(`  PUT  upload_url             → ${bytes.length} bytes stored`);
  const created = await call<Job>('POST', '/jobs/metadata', { file_id: file.file_id, action: 'remove' });
  say(`  POST /jobs/metadata         → ${created.job_id} ${created.status}`);
  const job = await waitForEnd(created.job_id, async (path) => call<Job>('GET', path), say);
  if (job.status !== 'succeeded') throw new Error(`the job ${job.status}: ${job.error?.reason ?? ''} ${job.error?.message ?? ''}`);
  const found = job.report?.found?.total ?? 0;
  say(`       removed ${found} entries of metadata in ${Math.round(job.metrics?.['processing_ms'] ?? 0)} ms; proof is in job.report`);
  const { download_url } = await call<{ download_url: string }>('GET', `/files/${job.result_file_id}/download`);
  const result = await fetch(download_url);
  if (!result.ok) throw new Error(`the download answered ${result.status}`);
  const resultBytes = new Uint8Array(await result.arrayBuffer());
  await writeFile(resultPath, resultBytes);
  say(`  GET  download_url           → ${resultBytes.length} bytes`);
  await call('DELETE', `/files/${file.file_id}`);
  say(`  DELETE /files/{file_id}     → deleted`);
}

async function waitForEnd(jobId: string, get: (path: string) => Promise<Job>, say: (line: string) => void): Promise<Job> {
  for (let last = ''; ;) {
    const job = await get(`/jobs/${jobId}?wait=20`);
    const line = `  GET  /jobs/{job_id}?wait=20 → ${job.status} ${job.progress.percent} % ${job.progress.stage}`;
    if (line !== last) say(line);
    last = line;
    if (job.status !== 'queued' && job.status !== 'running') return job;
  }
}
