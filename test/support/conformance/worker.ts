// The Worker with another offer to agents: what the protocol's conformance suite calls. Everything before it, from the address to the SDK's set-up,
// is the Worker's own.

import { makeApp } from '../../../worker/app.ts';
import worker from '../../../worker/index.ts';
import { SUITE_OFFER } from './offer.ts';

export { CourierContainer, Gate, ProcessorEu, ProcessorUs, Sweeper } from '../../../worker/index.ts';

export default { ...worker, fetch: makeApp(SUITE_OFFER).fetch };
