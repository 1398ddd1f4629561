// Word documents that were made here, laid out by LibreOffice, to see what their pages look like.

import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { JobFailure } from '../../../failure.ts';
import { requireConverterIsolation } from '../../../sandbox/converter-isolation.ts';
import { convertToPdf, findLibreOffice } from '../../../tools/libreoffice.ts';
import type { OperationContext } from '../../operation.ts';

/** Each time, and as a share of the job's time. */
const TIME_MS_MAX = 60_000;
const TIME_SHARE = 0.25;

/** @returns path of a document → path of its pages as a PDF, undefined where that fails. Undefined where it cannot be laid out here. */
export async function layOutWith({
  account = '',
  workDir,
  limits,
}: Pick<OperationContext, 'account' | 'workDir' | 'limits'>): Promise<((path: string) => Promise<string | undefined>) | undefined> {
  if (!(await findLibreOffice()) || !(await isIsolated())) return undefined;
  const timeMsMax = Math.min(TIME_MS_MAX, limits.processing_ms * TIME_SHARE);
  return async (source) => {
    const resultDir = await mkdtemp(join(workDir, 'layout-'));
    const plain = { tagged: false, outline: false, isOwn: true } as const;
    const outcome = await convertToPdf({ ...plain, account, workDir, source, importFilter: 'MS Word 2007 XML', resultDir, timeMsMax });
    return outcome.kind === 'written' ? outcome.path : undefined;
  };
}

async function isIsolated(): Promise<boolean> {
  try {
    await requireConverterIsolation();
    return true;
  } catch (error) {
    if (error instanceof JobFailure) return false;
    throw error;
  }
}
