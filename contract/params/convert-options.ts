// Which option of `convert` applies to which conversion. One that does not is refused with those that do, never ignored.

import {
  HTML_TYPES,
  isOneOf,
  isReflowed,
  PICTURE_TYPES,
  SHEET_TYPES,
  SLIDE_TYPES,
  type TargetFormat,
  WRITER_TYPES,
} from './conversions.ts';
import { STRUCTURE_TARGETS } from './structure-params.ts';

interface Pair {
  /** Media type. */
  readonly source: string;
  readonly target: TargetFormat;
}

type Is = (source: string) => boolean;
const isPdf = ({ source }: Pair): boolean => source === 'application/pdf';
const isText: Is = (source) => source === 'text/plain';
const isHtml: Is = (source) => isOneOf(HTML_TYPES, source);
const isSheet: Is = (source) => isOneOf(SHEET_TYPES, source);
const isDrawing: Is = (source) => source === 'image/svg+xml';
const isPicture: Is = (source) => isOneOf(PICTURE_TYPES, source);
const isOffice: Is = (source) => isSheet(source) || isOneOf(SLIDE_TYPES, source) || isOneOf(WRITER_TYPES, source);
/** Their text is written by a program that lays them out, not read from pages. */
const isWritten: Is = (source) => isOneOf(WRITER_TYPES, source);

/** True when the target is pdf and any of these holds for the source. */
function becomesPdf(...kinds: readonly Is[]) {
  return ({ source, target }: Pair): boolean => target === 'pdf' && kinds.some((is) => is(source));
}

/** Options that have a default are not here: whether one was given cannot be seen. */
const APPLIES: Readonly<Record<string, (pair: Pair, params: Readonly<Record<string, unknown>>) => boolean>> = {
  dpi: ({ target }) => target === 'jpg' || target === 'png',
  quality: ({ target }) => target === 'jpg',
  pages: (pair) => pair.target !== 'pdf' && (isPdf(pair) || isPicture(pair.source)),
  page_size: becomesPdf(isHtml, isText, isSheet, isDrawing, isPicture),
  landscape: becomesPdf(isHtml, isText, isSheet, isDrawing),
  margins: becomesPdf(isHtml, isText, isSheet, isDrawing),
  scale: becomesPdf(isHtml, isSheet),
  print_background: becomesPdf(isHtml),
  page_ranges: becomesPdf(isHtml, isOffice),
  header_html: becomesPdf(isHtml),
  footer_html: becomesPdf(isHtml),
  prefer_css_page_size: becomesPdf(isHtml),
  // A browser finds headings by their tags.
  outline: (pair, { tagged, outline }) =>
    becomesPdf(isOffice)(pair) || (becomesPdf(isHtml)(pair) && !(tagged === false && outline === true)),
  tagged: becomesPdf(isHtml, isOffice),
  pdfa: ({ target }) => target === 'pdf',
  layout: ({ source, target }) => !isWritten(source) && (target === 'docx' || target === 'txt'),
  ocr: ({ source, target }) => !isWritten(source) && isReflowed(target),
  languages: ({ source, target }) => !isWritten(source) && isReflowed(target),
  ...Object.fromEntries(
    Object.entries(STRUCTURE_TARGETS).map(([name, targets]) => [
      name,
      ({ source, target }: Pair) => !isWritten(source) && targets.includes(target),
    ]),
  ),
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
