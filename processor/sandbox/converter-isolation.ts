// How this process isolates the converters that it starts from everything but the job: the state of one child process. Only the child uses this
// file. Outside of a child, as in a test of one operation, the way is detected once, and a machine without one still converts.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Isolation } from '#contract/processor-capabilities.ts';
import { JobFailure } from '../failure.ts';
import type { ChildSetting } from './child-setting.ts';
import { findIsolation } from './find-isolation.ts';
import { isolate, type Namespaces, type View } from './isolation.ts';

interface State {
  readonly isolation: Isolation;
  readonly allowUnisolated: boolean;
  /** The namespaces that this process is in itself, where it is isolated. */
  readonly around: Namespaces | undefined;
}

let state: State | undefined;

export function setConverterIsolation({ isolation, superuser, allowUnisolated }: ChildSetting): void {
  state = { isolation, allowUnisolated, around: isolation === 'none' ? undefined : { madeBySuperuser: superuser } };
}

/** @throws JobFailure unsupported_feature where nothing would isolate a converter from other customers' documents. */
export async function requireConverterIsolation(): Promise<void> {
  const { isolation, allowUnisolated } = await currentState();
  if (isolation !== 'none' || allowUnisolated) return;
  throw new JobFailure('unsupported_feature', {
    message: 'This service cannot isolate converters from other jobs, so it does not accept office documents, RTF or HTML.',
  });
}

/** @returns a command that runs `command` within `view`. @throws as requireConverterIsolation. */
export async function isolateConverter(view: View, command: readonly string[]): Promise<readonly string[]> {
  await requireConverterIsolation();
  const { isolation, around } = await currentState();
  return isolate(isolation, view, command, around);
}

/** True where a converter has its own /tmp. */
export async function isConverterIsolated(): Promise<boolean> {
  return (await currentState()).isolation !== 'none';
}

async function currentState(): Promise<State> {
  if (state) return state;
  const folder = await mkdtemp(join(tmpdir(), 'isolation-'));
  try {
    return (state = { isolation: await findIsolation('auto', folder), allowUnisolated: true, around: undefined });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
