// `npm run bench:api`: the edge against its floor, then whole jobs through the running service. Writes bench/results/.

import { benchEdge } from './api/edge.ts';
import { benchJobs } from './api/jobs.ts';
import { writeResult } from './measure.ts';

const edge = await benchEdge();
const jobs = await benchJobs();
writeResult('api', { edge, jobs });
process.exit(0);
