// HTML rewritten for LibreOffice from an allow-list of elements and attributes: it reads only what is written here, never the source. Used
// only where there is no Chromium. Scripts, styles, forms and everything with an address are left out, except data: pictures and clickable links.

import { pictureKind } from '../../office/picture-kind.ts';

const KEPT =
  'html head title body h1 h2 h3 h4 h5 h6 p br hr div span b strong i em u s del ins sub sup small big code pre tt kbd samp var blockquote q cite abbr ' +
  'ul ol li dl dt dd table caption thead tbody tfoot tr td th colgroup col a img center font address article section header footer main nav aside figure figcaption';
const ELEMENTS = new Set(KEPT.split(' '));
/** Their content is not text of the document. */
const SKIPPED = new Set(
  'script style iframe object embed applet noscript template svg math video audio canvas noframes frameset select textarea'.split(' '),
);
const ATTRIBUTES = new Set(
  'align valign colspan rowspan border width height dir lang color bgcolor size start type id name title alt cellpadding cellspacing'.split(
    ' ',
  ),
);
const DATA_PICTURE = /^data:image\/[a-z0-9.+-]+;base64,([a-z0-9+/=\s]+)$/i;
const PICTURES = new Set(['png', 'jpeg', 'gif']);
const SAFE_LINK = /^(?:#|https?:\/\/|mailto:)/i;
const TAG = /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-z][a-z0-9-]*)((?:"[^"]*"|'[^']*'|[^'">])*)>|<[!?][^>]*>/gi;
const ATTRIBUTE = /([^\s"'<>/=]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))/g;

export interface SafeHtml {
  readonly html: string;
  /** How many addresses were left out. */
  readonly removed: number;
}

export function makeSafeHtml(source: string): SafeHtml {
  const out: string[] = ['<!DOCTYPE html>\n<meta charset="utf-8">\n'];
  let removed = 0;
  let at = 0;
  let skipping: string | undefined;
  for (const match of source.matchAll(TAG)) {
    if (skipping === undefined) out.push(escapeText(source.slice(at, match.index)));
    at = match.index + match[0].length;
    const name = match[2]?.toLowerCase();
    if (name === undefined) continue;
    const isClosing = match[1] === '/';
    if (skipping !== undefined) {
      if (isClosing && name === skipping) skipping = undefined;
      continue;
    }
    if (SKIPPED.has(name)) {
      if (!isClosing) {
        if (/\b(?:src|data)\s*=/i.test(match[3] ?? '')) removed++;
        skipping = name === 'embed' ? undefined : name;
      }
      continue;
    }
    if (!ELEMENTS.has(name)) {
      if (!isClosing && /\b(?:src|href|background)\s*=/i.test(match[3] ?? '')) removed++;
      continue;
    }
    if (isClosing) out.push(`</${name}>`);
    else {
      const kept = keepAttributes(name, match[3] ?? '');
      removed += kept.removed;
      out.push(`<${name}${kept.text}>`);
    }
  }
  if (skipping === undefined) out.push(escapeText(source.slice(at)));
  return { html: out.join(''), removed };
}

function keepAttributes(element: string, source: string): { text: string; removed: number } {
  let text = '';
  let removed = 0;
  for (const [, rawName = '', double, single, bare] of source.matchAll(ATTRIBUTE)) {
    const name = rawName.toLowerCase();
    const value = (double ?? single ?? bare ?? '').trim();
    const picture = element === 'img' && name === 'src' ? keepPicture(value) : undefined;
    const isLink = element === 'a' && name === 'href' && SAFE_LINK.test(value);
    if (picture !== undefined) text += ` src="${picture}"`;
    else if (ATTRIBUTES.has(name) || isLink) text += ` ${name}="${value.replaceAll('"', '&quot;').replaceAll('<', '&lt;')}"`;
    else if (['src', 'href', 'background', 'srcset', 'data'].includes(name)) removed++;
  }
  return { text, removed };
}

/** A picture's type is taken from its bytes and declared so. */
function keepPicture(address: string): string | undefined {
  const bytes = Buffer.from(DATA_PICTURE.exec(address)?.[1] ?? '', 'base64');
  const kind = pictureKind(bytes);
  return kind !== undefined && PICTURES.has(kind) ? `data:image/${kind};base64,${bytes.toString('base64')}` : undefined;
}

/** Character references stay: they mean the same in the copy. */
function escapeText(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
