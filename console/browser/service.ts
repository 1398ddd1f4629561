// The operator's routes of this origin, with the key. The key is in this closure and nowhere else.

import type { Activity } from '#contract/activity.ts';
import type { DeadLetter, Overview } from '#contract/operator.ts';

export interface Figures {
  readonly overview: Overview;
  readonly activity: Activity;
  readonly letters: readonly DeadLetter[];
}

export class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export interface Service {
  readonly read: (hours: number) => Promise<Figures>;
  readonly replay: (letterId: string) => Promise<{ readonly job_id: string; readonly status: string; readonly sent: boolean }>;
}

export function openService(key: string): Service {
  const call = async <T>(method: string, path: string): Promise<T> => {
    const response = await fetch(`/v1/operator${path}`, { method, headers: { authorization: `Bearer ${key}` }, cache: 'no-store' });
    const answer = (await response.json()) as T & { error?: { message: string } };
    if (!response.ok) throw new Refused(response.status, answer.error?.message ?? `The service answered ${response.status}.`);
    return answer;
  };
  return {
    read: async (hours) => {
      const [overview, activity, { data }] = await Promise.all([
        call<Overview>('GET', '/overview'),
        call<Activity>('GET', `/activity?hours=${hours}`),
        call<{ data: DeadLetter[] }>('GET', '/dead-letters?limit=20'),
      ]);
      return { overview, activity, letters: data };
    },
    replay: async (letterId) => call('POST', `/dead-letters/${encodeURIComponent(letterId)}/replay`),
  };
}
