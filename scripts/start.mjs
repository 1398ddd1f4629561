// `npm start`: makes the clone ready, then runs the whole service here (scripts/local/start.ts) under the pinned Node.

import { spawn } from 'node:child_process';
import { ROOT, setUp } from './set-up.mjs';

const node = setUp({ programs: 'run' });
const service = spawn(node, ['scripts/local/start.ts', ...process.argv.slice(2)], { cwd: ROOT, stdio: 'inherit' });
// Ctrl-C reaches the whole terminal group by itself; a signal sent to this process alone is passed on.
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => service.kill('SIGTERM'));
process.on('SIGINT', () => {});
service.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
