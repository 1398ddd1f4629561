// `npm run bench:api`: the edge against its floor, lists and repeated requests, then whole jobs through the running service. Writes bench/results/.

import { benchEdge } from './api/edge.ts';
import { benchJobs } from './api/jobs.ts';
import { benchLists } from './api/lists.ts';
import { writeResult } from './measure.ts';

const edge = await benchEdge();
const lists = await benchLists();
const jobs = await benchJobs();
writeResult('api', { edge, lists, jobs });
process.exit(0);
