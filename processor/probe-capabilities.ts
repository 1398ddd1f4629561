// What is installed beside this processor, found once at its start: its answer to `GET /capabilities`.

import type { Isolation, ProcessorCapabilities } from '#contract/processor-capabilities.ts';
import type { ProgramsFound } from './intake/find-programs.ts';
import { probeConvertCapabilities } from './operations/convert/probe.ts';
import { listOcrLanguages } from './recognition/engine.ts';
import type { ProcessorConfig } from './config.ts';

/** A configured engine that is not installed leaves its field out. */
export async function probeCapabilities(
  { ocrEngine, searchPath, planner }: Pick<ProcessorConfig, 'ocrEngine' | 'searchPath' | 'planner'>,
  programs: ProgramsFound,
  { isolation, allowUnisolated }: { readonly isolation: Isolation; readonly allowUnisolated: boolean },
): Promise<ProcessorCapabilities> {
  const ocr = await listOcrLanguages(ocrEngine).catch(() => undefined);
  const convert = await probeConvertCapabilities(searchPath, ocr !== undefined, isolation !== 'none' || allowUnisolated);
  const conversions = Object.fromEntries(Object.entries(convert.conversions).map(([type, targets]) => [type, [...targets]]));
  return {
    programs,
    isolation,
    ...(ocr ? { ocr: { engine: ocr.engine, version: ocr.version, languages: [...ocr.languages] } } : {}),
    convert: { ...convert, conversions, network_isolated: isolation !== 'none' },
    ai_edit: { planners: planner ? ['grammar', 'llm'] : ['grammar'] },
  };
}
