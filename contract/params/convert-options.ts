// Which option of `convert` applies to which conversion. One that does not is refused with those that do, never ignored.

import { isReflowed, type TargetFormat } from './conversions.ts';

interface Pair {
  /** Media type. */
  readonly source: string;
  readonly target: TargetFormat;
}

const isPdf = ({ source }: Pair): boolean => source === 'application/pdf';
const isPicture = ({ source }: Pair): boolean => source.startsWith('image/');
const isPrinted = ({ source, target }: Pair): boolean => target === 'pdf' && (source === 'text/html' || source === 'text/plain');

/** Options that have a default are not here: whether one was given cannot be seen. */
const APPLIES: Readonly<Record<string, (pair: Pair) => boolean>> = {
  dpi: ({ target }) => target === 'jpg' || target === 'png',
  quality: ({ target }) => target === 'jpg',
  pages: (pair) => pair.target !== 'pdf' && (isPdf(pair) || isPicture(pair)),
  page_size: (pair) => isPrinted(pair) || (isPicture(pair) && pair.target === 'pdf'),
  pdfa: ({ target }) => target === 'pdf',
  layout: ({ target }) => target === 'docx' || target === 'txt',
  ocr: ({ target }) => isReflowed(target),
  languages: ({ target }) => isReflowed(target),
  password: isPdf,
};

export interface RefusedOptions {
  readonly options: readonly string[];
  readonly message: string;
}

/** The options among `params` that do not apply to this pair, which is possible; undefined when all do. */
export function refuseOptions(source: string, target: string, params: Readonly<Record<string, unknown>>): RefusedOptions | undefined {
  const pair = { source, target: target as TargetFormat };
  const options = Object.keys(APPLIES).filter((name) => params[name] !== undefined && APPLIES[name]?.(pair) === false);
  if (options.length === 0) return undefined;
  const named = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');
  const others = Object.keys(APPLIES).filter((name) => APPLIES[name]?.(pair) === true);
  const verb = options.length === 1 ? 'does' : 'do';
  const remaining = others.length === 0 ? 'no option does' : `these do: ${named(others)}`;
  return { options, message: `${named(options)} ${verb} not apply when ${source} becomes ${target}; ${remaining}.` };
}
