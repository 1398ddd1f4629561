// `npm run bench:render`: pages as pictures, compared with pdftoppm, and Word documents to PDF. Writes bench/results/.

import { benchRender } from './convert/render.ts';
import { writeResult } from './measure.ts';

writeResult('render', await benchRender());
process.exit(0);
