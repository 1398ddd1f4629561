// What an operation takes at most, where that is less than a plan may allow: what a job is held to, and what the documents say of it. Pure.

import { type OperationName, type OperationRow, OPERATIONS, type SourceLimits } from './operations.ts';

const MIB = 1024 * 1024;

/** @param params of the job. Those of its row, or what stands instead for the value of its parameter. */
export function limitsOf(row: OperationRow, params: Readonly<Record<string, unknown>>): SourceLimits {
  const { pagesMax, bytesMax, limitsBy } = row;
  const value = limitsBy && params[limitsBy.param];
  const instead = typeof value === 'string' && limitsBy && Object.hasOwn(limitsBy.values, value) ? limitsBy.values[value] : {};
  return { ...(pagesMax === undefined ? {} : { pagesMax }), ...(bytesMax === undefined ? {} : { bytesMax }), ...instead };
}

/** Whether a file can be too large for the operation whatever the plan. */
export function boundsBytes({ bytesMax, limitsBy }: OperationRow): boolean {
  return [{ bytesMax }, ...Object.values(limitsBy?.values ?? {})].some(({ bytesMax }) => bytesMax !== undefined);
}

/** Sentences for the reference; empty where the plan alone bounds a source. */
export function describeLimits(name: OperationName): string {
  const row: OperationRow = OPERATIONS[name];
  const { param, values = {} } = row.limitsBy ?? {};
  const sentences = [
    describe('A source may have', limitsOf(row, {})),
    ...Object.keys(values).map((value) => describe(`With \`${param}: "${value}"\` it may have`, limitsOf(row, { [param ?? '']: value }))),
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

function describe(subject: string, { pagesMax, bytesMax }: SourceLimits): string {
  const figures = [
    ...(pagesMax === undefined ? [] : [`${pagesMax} pages`]),
    ...(bytesMax === undefined ? [] : [`${Math.floor(bytesMax / MIB)} MiB`]),
  ];
  return figures.length === 0 ? '' : `${subject} up to ${figures.join(' and ')}, or what the plan allows where that is less.`;
}
