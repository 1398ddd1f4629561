// `npm run bench:convert`: conversions compared with other programs, by quality and speed. Writes bench/results/.

import { benchFromPdf } from './convert/from-pdf.ts';
import { writeResult } from './measure.ts';

writeResult('convert', { from_pdf: await benchFromPdf() });
process.exit(0);
