// The settings of a child process, on its command line.

import { z } from 'zod';
import { Isolation } from '#contract/processor-capabilities.ts';

export const ChildSetting = z.object({
  /** Pid of the processor that started it, in the processor's own namespace. */
  parentPid: z.int(),
  /** Absolute. Where programs that outlive a job keep their files; the processor removes it. */
  residentDir: z.string(),
  /** Absolute. Where such programs have their sockets; the processor removes it. */
  socketDir: z.string(),
  /** How this process is isolated from the machine, and how it isolates converters. */
  isolation: Isolation,
  /** Whether the processor runs as the superuser. */
  superuser: z.boolean(),
  allowUnisolated: z.boolean(),
});
export type ChildSetting = z.infer<typeof ChildSetting>;
