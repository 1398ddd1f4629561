// Counts finished jobs and their durations and prints them in the Prometheus text format (version 0.0.4).

import type { OperationName } from '#contract/operations.ts';
import type { JobOutcome } from '../run-job.ts';

const BUCKETS_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300] as const;

export interface Gauges {
  readonly slots: number;
  readonly busy: number;
  readonly childRestarts: number;
  readonly rssBytes: number;
  readonly childrenRssBytes: number;
}

interface Durations {
  readonly buckets: number[];
  sum: number;
  count: number;
}

export class FinishedJobs {
  /** By type, outcome and reason, as printed labels. */
  readonly #counts = new Map<string, number>();
  readonly #durations = new Map<OperationName, Durations>();

  add(type: OperationName, outcome: JobOutcome, seconds: number): void {
    const labels = `type="${type}",outcome="${outcome.outcome}",reason="${outcome.reason ?? ''}"`;
    this.#counts.set(labels, (this.#counts.get(labels) ?? 0) + 1);
    const durations = this.#durations.get(type) ?? { buckets: BUCKETS_SECONDS.map(() => 0), sum: 0, count: 0 };
    this.#durations.set(type, durations);
    durations.sum += seconds;
    durations.count++;
    for (const [i, bound] of BUCKETS_SECONDS.entries()) {
      if (seconds <= bound) durations.buckets[i] = (durations.buckets[i] ?? 0) + 1;
    }
  }

  print(gauges: Gauges): string {
    const lines = ['# HELP processor_jobs_total Attempts that ended.', '# TYPE processor_jobs_total counter'];
    for (const [labels, count] of this.#counts) lines.push(`processor_jobs_total{${labels}} ${count}`);
    lines.push(
      '# HELP processor_job_duration_seconds From acceptance to the end of an attempt.',
      '# TYPE processor_job_duration_seconds histogram',
    );
    for (const [type, { buckets, sum, count }] of this.#durations) {
      for (const [i, bound] of BUCKETS_SECONDS.entries()) {
        lines.push(`processor_job_duration_seconds_bucket{type="${type}",le="${bound}"} ${buckets[i]}`);
      }
      lines.push(`processor_job_duration_seconds_bucket{type="${type}",le="+Inf"} ${count}`);
      lines.push(
        `processor_job_duration_seconds_sum{type="${type}"} ${sum}`,
        `processor_job_duration_seconds_count{type="${type}"} ${count}`,
      );
    }
    lines.push(
      ...gauge('processor_slots', 'gauge', 'Jobs that can run at a time.', gauges.slots),
      ...gauge('processor_slots_busy', 'gauge', 'Jobs that run now.', gauges.busy),
      ...gauge('processor_child_restarts_total', 'counter', 'Child processes that were replaced.', gauges.childRestarts),
      ...gauge('processor_resident_memory_bytes', 'gauge', 'Resident memory of the processor itself.', gauges.rssBytes),
      ...gauge('processor_children_resident_memory_bytes', 'gauge', 'Resident memory of the job processes.', gauges.childrenRssBytes),
    );
    return `${lines.join('\n')}\n`;
  }
}

function gauge(name: string, type: 'gauge' | 'counter', help: string, value: number): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, `${name} ${value}`];
}
