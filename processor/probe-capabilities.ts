// What is installed beside this processor, found once at its start: its answer to `GET /capabilities`.

import type { Isolation, ProcessorCapabilities } from '#contract/processor-capabilities.ts';
import type { ProgramsFound } from './intake/find-programs.ts';
import { probeConvertCapabilities } from './operations/convert/probe.ts';
import { listOcrLanguages } from './recognition/engine.ts';
import type { OperationSettings } from './sandbox/child-messages.ts';

/** A configured engine that is not installed leaves its field out. */
export async function probeCapabilities(
  settings: OperationSettings,
  programs: ProgramsFound,
  searchPath: string,
  { isolation, allowUnisolated }: { readonly isolation: Isolation; readonly allowUnisolated: boolean },
): Promise<ProcessorCapabilities> {
  const ocr = await listOcrLanguages(settings.ocrEngine).catch(() => undefined);
  const convert = await probeConvertCapabilities(searchPath, ocr !== undefined, isolation !== 'none' || allowUnisolated);
  const conversions = Object.fromEntries(Object.entries(convert.conversions).map(([type, targets]) => [type, [...targets]]));
  return {
    programs,
    isolation,
    ...(ocr ? { ocr: { engine: ocr.engine, version: ocr.version, languages: [...ocr.languages] } } : {}),
    convert: { ...convert, conversions, network_isolated: isolation !== 'none' },
    ai_edit: { planners: settings.planner ? ['grammar', 'llm'] : ['grammar'] },
  };
}
