// Prints the way in which a processor would keep jobs apart where this program runs. Argument: a folder for the trial.

import { findIsolation } from '../../../processor/sandbox/find-isolation.ts';

process.stdout.write(await findIsolation('auto', process.argv[2] ?? '/tmp'));
