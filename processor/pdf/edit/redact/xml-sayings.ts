// The text of an XML packet: its character data and the values of its attributes, entities resolved. Names of elements are not text: a text
// such as "Description" stays in element names.

import { type Sought, takeOut } from './sought.ts';

export function decodeXml(bytes: Uint8Array): string {
  const raw = Buffer.from(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return raw
      .subarray(0, raw.length & ~1)
      .swap16()
      .toString('utf16le');
  return raw.toString(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf16le' : 'utf8');
}

/** All of it as one text: character data split by markup is joined, as it is read. */
export function sayingsOf(source: string): string {
  const said: string[] = [];
  let text = '';
  for (const [part] of source.matchAll(PARTS)) {
    if (!part.startsWith('<')) text += part;
    else if (NO_ELEMENT.test(part)) said.push(part);
    else said.push(...Array.from(part.matchAll(VALUES), ([value]) => value));
  }
  return resolveEntities([text, ...said].join('\n'));
}

/** The packet without the texts; its markup is unchanged. */
export function scrubSayings(source: string, sought: readonly Sought[]): string {
  return source.replaceAll(PARTS, (part) => {
    if (!part.startsWith('<') || NO_ELEMENT.test(part)) return takeOut(part, sought);
    return part.replaceAll(VALUES, (value) => takeOut(value, sought));
  });
}

/** Comments and instructions may hold what looks like markup. */
const PARTS = /<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>|<\?[^]*?\?>|<[^>]*>|[^<]+/g;
const NO_ELEMENT = /^<[!?]/;
const VALUES = /"[^"]*"|'[^']*'/g;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function resolveEntities(text: string): string {
  return text.replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi, (whole, ...groups: (string | undefined)[]) => {
    const [hex, decimal, name] = groups;
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole;
    const code = hex === undefined ? Number(decimal) : parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
