// temporary
import type { OpenedPdf } from '../open.ts';
export async function mendFonts(opened: OpenedPdf) { return { warnings: [], substituted: [] }; }
