// Which option of `convert` applies to which conversion. One that does not is refused with those that do, never ignored.

import { isReflowed, type TargetFormat } from './conversions.ts';
import { STRUCTURE_TARGETS } from './structure-params.ts';

interface Pair {
  /** Media type. */
  readonly source: string;
  readonly target: TargetFormat;
}

const isPdf = ({ source }: Pair): boolean => source === 'application/pdf';
const isPicture = ({ source }: Pair): boolean => source.startsWith('image/');
const OFFICE: readonly string[] = [
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.oasis.opendocument.text',
  'application/rtf',
];
const becomesPdf =
  (is: (source: string) => boolean) =>
  ({ source, target }: Pair): boolean =>
    target === 'pdf' && is(source);
const isText = (source: string): boolean => source === 'text/plain';
/** Printed by a browser. */
const isHtml = (source: string): boolean => source === 'text/html' || source === 'application/zip';
const isOffice = (source: string): boolean => OFFICE.includes(source);

/** Options that have a default are not here: whether one was given cannot be seen. */
const APPLIES: Readonly<Record<string, (pair: Pair, params: Readonly<Record<string, unknown>>) => boolean>> = {
  dpi: ({ target }) => target === 'jpg' || target === 'png',
  quality: ({ target }) => target === 'jpg',
  pages: (pair) => pair.target !== 'pdf' && (isPdf(pair) || isPicture(pair)),
  page_size: becomesPdf((source) => isHtml(source) || isText(source) || source.startsWith('image/')),
  landscape: becomesPdf((source) => isHtml(source) || isText(source)),
  margins: becomesPdf((source) => isHtml(source) || isText(source)),
  scale: becomesPdf(isHtml),
  print_background: becomesPdf(isHtml),
  page_ranges: becomesPdf((source) => isHtml(source) || isOffice(source)),
  header_html: becomesPdf(isHtml),
  footer_html: becomesPdf(isHtml),
  prefer_css_page_size: becomesPdf(isHtml),
  // A browser finds headings by their tags.
  outline: ({ source, target }, { tagged, outline }) =>
    target === 'pdf' && (isOffice(source) || (isHtml(source) && !(tagged === false && outline === true))),
  tagged: becomesPdf((source) => isHtml(source) || isOffice(source)),
  pdfa: ({ target }) => target === 'pdf',
  layout: ({ target }) => target === 'docx' || target === 'txt',
  ocr: ({ target }) => isReflowed(target),
  languages: ({ target }) => isReflowed(target),
  ...Object.fromEntries(Object.entries(STRUCTURE_TARGETS).map(([name, targets]) => [name, ({ target }: Pair) => targets.includes(target)])),
  password: isPdf,
};

export interface RefusedOptions {
  readonly options: readonly string[];
  readonly message: string;
}

/** The options among `params` that do not apply to this pair, which is possible; undefined when all do. */
export function refuseOptions(source: string, target: string, params: Readonly<Record<string, unknown>>): RefusedOptions | undefined {
  const pair = { source, target: target as TargetFormat };
  const options = Object.keys(APPLIES).filter((name) => params[name] !== undefined && APPLIES[name]?.(pair, params) === false);
  if (options.length === 0) return undefined;
  const named = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');
  const others = Object.keys(APPLIES).filter((name) => APPLIES[name]?.(pair, params) === true);
  const verb = options.length === 1 ? 'does' : 'do';
  const remaining = others.length === 0 ? 'no option does' : `these do: ${named(others)}`;
  return { options, message: `${named(options)} ${verb} not apply when ${source} becomes ${target}; ${remaining}.` };
}
