// The courier: `node courier/main.ts`. Settings come from the environment (config.ts). It calls customers' receivers for the Worker,
// and is the only part of the service that opens connections to addresses that customers chose.

import { serveCourier } from './serve-courier.ts';

await serveCourier();
