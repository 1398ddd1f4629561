// A drawing (SVG 2) → an HTML document that shows it as a picture: in that mode browsers run no scripts and load nothing, wherever it is
// (SVG Integration, secure static mode). The page is as large as the drawing, unless the job says otherwise.

import { JobFailure } from '../../../../failure.ts';
import { plainXml } from '../../../../office/plain-xml.ts';
import {
  applyEdits,
  attributeValue,
  elementNamespace,
  localName,
  scanXml,
  type XmlAttribute,
  type XmlEdit,
  type XmlToken,
} from '../../../../office/xml.ts';
import { isSafeLink } from '../../../../office/neutralise.ts';

export interface Drawing {
  readonly html: string;
  /** Points. */
  readonly width: number;
  readonly height: number;
  readonly scripts: number;
  /** Elements and styles that refer to something outside of it. */
  readonly external: number;
}

const NAMESPACE = 'http://www.w3.org/2000/svg';
/** CSS Values 4, 5.2: pixels of each unit. */
const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
  em: 16,
  rem: 16,
};
/** What CSS 2.1, 10.3.2 gives what has no size. */
const USUAL = { width: 300, height: 150 };
const SIDE_POINTS_MAX = 14_400;
const EXTERNAL_STYLE = /@import|url\(\s*["']?(?!#|data:)[^)\s]/i;

/** @param room points of a page within its margins; undefined: the page is as large as the drawing @throws JobFailure type_mismatch, corrupt_file */
export function pageOfSvg(bytes: Uint8Array, room: { readonly width: number; readonly height: number } | undefined): Drawing {
  const text = plainXml(withoutSubset(bytes), true);
  let root: XmlToken | undefined;
  let [scripts, external] = [0, 0];
  const edits: XmlEdit[] = [];
  for (const token of scanXml(text)) {
    if (token.kind === 'text' && EXTERNAL_STYLE.test(text.slice(token.start, token.end))) external++;
    if (token.kind !== 'open' && token.kind !== 'empty') continue;
    root ??= token;
    if (localName(token.name) === 'script') scripts++;
    else if (token.attributes.some(({ name }) => /^on[a-z]+$/i.test(name))) scripts++;
    const outside = outsideReferences(token);
    if (outside.length > 0) external++;
    // A picture that is not there would be shown as a broken one.
    edits.push(...outside.map(({ start, end }) => ({ start, end, text: '' })));
  }
  if (!root || localName(root.name) !== 'svg' || elementNamespace(root) !== NAMESPACE) throw new JobFailure('type_mismatch');
  const size = sizeOf(root);
  const fit = room
    ? Math.min(1, room.width / size.width, room.height / size.height)
    : Math.min(1, SIDE_POINTS_MAX / Math.max(size.width, size.height));
  const [width, height] = [size.width * fit, size.height * fit];
  const source = `data:image/svg+xml;base64,${Buffer.from(applyEdits(text, edits)).toString('base64')}`;
  const html =
    '<!DOCTYPE html><html><head><meta charset="utf-8"><style>html,body{margin:0}img{display:block;margin:0 auto}</style></head>' +
    `<body><img alt="" style="width:${width}pt;height:${height}pt" src="${source}"></body></html>`;
  return { html, width, height, scripts, external };
}

/** Drawing programs declare names of namespaces there; a drawing that uses other entities is refused when it is read. */
function withoutSubset(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1');
  const match = /<!DOCTYPE\s+svg\b[^[>]*\[([^\]]*)\]\s*>/i.exec(text);
  if (!match) return bytes;
  const entities = [...(match[1] ?? '').matchAll(/<!ENTITY\s+([\w.-]+)\s+(?:"([^"&%<]{0,300})"|'([^'&%<]{0,300})')\s*>/g)];
  let plain = text.replace(match[0], '');
  for (const [, name = '', double, single] of entities) plain = plain.replaceAll(`&${name};`, double ?? single ?? '');
  return Buffer.from(plain, 'latin1');
}

function outsideReferences(token: XmlToken): readonly XmlAttribute[] {
  const local = localName(token.name);
  return token.attributes.filter(({ name, raw }) => {
    const attribute = localName(name);
    if (attribute === 'style' || /^(?:fill|stroke|filter|mask|clip-path|marker.*|cursor)$/.test(attribute)) return EXTERNAL_STYLE.test(raw);
    if (attribute !== 'href' && attribute !== 'src') return false;
    return local !== 'a' ? !/^\s*(?:#|data:|$)/i.test(raw) : !isSafeLink(raw);
  });
}

/** Points. */
function sizeOf(root: XmlToken): { width: number; height: number } {
  const [, , boxWidth, boxHeight] = (attributeValue(root, 'viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const hasBox = boxWidth !== undefined && boxHeight !== undefined && boxWidth > 0 && boxHeight > 0;
  const box = hasBox ? { width: boxWidth, height: boxHeight } : undefined;
  const own = { width: pixelsOf(attributeValue(root, 'width')), height: pixelsOf(attributeValue(root, 'height')) };
  const ratio = box ? box.width / box.height : undefined;
  const width = own.width ?? (own.height !== undefined && ratio !== undefined ? own.height * ratio : (box?.width ?? USUAL.width));
  const height = own.height ?? (ratio === undefined ? USUAL.height : width / ratio);
  return { width: Math.max(1, width * 0.75), height: Math.max(1, height * 0.75) };
}

/** Undefined for a share of what is around it. */
function pixelsOf(length: string | undefined): number | undefined {
  const [, number, unit = ''] = /^\s*\+?(\d*\.?\d+(?:e[-+]?\d+)?)\s*([a-z]*)\s*$/i.exec(length ?? '') ?? [];
  const factor = UNITS[unit.toLowerCase()];
  const pixels = number === undefined || factor === undefined ? undefined : Number(number) * factor;
  return pixels !== undefined && pixels > 0 ? pixels : undefined;
}
