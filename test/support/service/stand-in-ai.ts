// A Worker that stands for Workers AI: its binding has the method `run`, which asks a server on this machine and throws as the platform does.

import type { StandIn } from '../../../scripts/local/edge.ts';

const SOURCE = `import { WorkerEntrypoint } from 'cloudflare:workers';
export class Ai extends WorkerEntrypoint {
  async run(model, input, options) {
    const response = await fetch(this.env.ADDRESS, { method: 'POST', body: JSON.stringify({ model, ...input, options }) });
    if (!response.ok) throw new Error('3040: Capacity temporarily exceeded, please try again.');
    return response.json();
  }
}
export default {};`;

/** @param baseUrl of a chat server */
export function standInAi(baseUrl: string): StandIn {
  return { source: SOURCE, entrypoint: 'Ai', bindings: { ADDRESS: `${baseUrl}/run` } };
}
