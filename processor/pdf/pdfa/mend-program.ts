// temp
import type { ShownGlyphs } from './shown.ts';
export function mendProgram(shown: ShownGlyphs): void {
  void shown;
}
