// HTML rewritten from an allow-list of elements and attributes: what reads it reads only what is written here, never the source. For LibreOffice
// where there is no Chromium, and for what is printed above and below pages, which Chromium opens with scripts on. Scripts, style sheets, forms
// and everything with an address are left out, except data: pictures and clickable links.

import { pictureKind } from '../../../../office/picture-kind.ts';

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

/** A whole document. */
export function makeSafeHtml(source: string): SafeHtml {
  const { html, removed } = rewrite(source, keepAttributes);
  return { html: `<!DOCTYPE html>\n<meta charset="utf-8">\n${html}`, removed };
}

/** What is printed above or below every page: with classes and styles of elements, as far as styles name nothing outside. */
export function makeSafeTemplate(source: string): SafeHtml {
  return rewrite(source, (name, attributes) => {
    const kept = keepAttributes(name, attributes);
    let { text, removed } = kept;
    for (const [attribute, value] of readAttributes(attributes)) {
      // The class `url` would be filled with the address of a page that only exists here.
      if (attribute === 'class') text += ` class="${(value.match(/[\w-]+/g) ?? []).filter((one) => one !== 'url').join(' ')}"`;
      else if (attribute !== 'style') continue;
      else if (STYLE.test(value) && !LOADS.test(value)) text += ` style="${value.replaceAll('"', "'")}"`;
      else removed++;
    }
    return { text, removed };
  });
}

/** Neither escapes nor references, so that what is read here is what a browser reads. */
const STYLE = /^[\w\s#%.,:;()'"!+*/-]*$/;
const LOADS = /url|image|src|expression|import|behavior|binding/i;

type Keep = (element: string, attributes: string) => { readonly text: string; readonly removed: number };

function rewrite(source: string, keep: Keep): SafeHtml {
  const out: string[] = [];
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
      const kept = keep(name, match[3] ?? '');
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
  for (const [name, value] of readAttributes(source)) {
    const picture = element === 'img' && name === 'src' ? keepPicture(value) : undefined;
    const isLink = element === 'a' && name === 'href' && SAFE_LINK.test(value);
    if (picture !== undefined) text += ` src="${picture}"`;
    else if (ATTRIBUTES.has(name) || isLink) text += ` ${name}="${value.replaceAll('"', '&quot;').replaceAll('<', '&lt;')}"`;
    else if (['src', 'href', 'background', 'srcset', 'data'].includes(name)) removed++;
  }
  return { text, removed };
}

function readAttributes(source: string): [name: string, value: string][] {
  return [...source.matchAll(ATTRIBUTE)].map(([, name = '', double, single, bare]) => [
    name.toLowerCase(),
    (double ?? single ?? bare ?? '').trim(),
  ]);
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
