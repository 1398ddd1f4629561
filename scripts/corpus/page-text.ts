// The text of a page in PAGE XML, in which libraries keep transcriptions: its lines, region by region, in the reading order.

import { childOf, childrenOf, descendants, parseXml, textOf } from '../../support/judges/quality/xml-tree.ts';

export function textOfPageXml(xml: string): string {
  const page = parseXml(xml);
  const regions = new Map(descendants(page, 'TextRegion').map((region) => [region.attributes['id'] ?? '', region]));
  const ordered = descendants(page, 'RegionRefIndexed').map(({ attributes }) => attributes['regionRef'] ?? '');
  const ids = new Set([...ordered.filter((id) => regions.has(id)), ...regions.keys()]);
  const lines = [...ids].flatMap((id) => childrenOf(regions.get(id), 'TextLine')).map((line) => childOf(line, 'TextEquiv', 'Unicode'));
  return lines.map((line) => `${line ? textOf(line) : ''}\n`).join('');
}
