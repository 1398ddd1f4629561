// Filled boxes of the model → shapes behind the text (ISO/IEC 29500-1 20.4, [MS-DOCX] wps), at places of the page.

import type { FilledBox } from '../../../../document/model.ts';
import { emu, hex } from './measures.ts';
import type { PackageContext } from './part-context.ts';

const WHOLE = 100_000;

/** @param order later ones lie above earlier ones */
export function shapeXml({ left, top, width, height, colour, opacity }: FilledBox, { nextId }: PackageContext): string {
  const [cx, cy] = [emu(width), emu(height)];
  const id = nextId();
  const alpha = opacity < 1 ? `<a:alpha val="${Math.round(opacity * WHOLE)}"/>` : '';
  return [
    '<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing>',
    `<wp:anchor distT="0" distB="0" distL="0" distR="0" simplePos="0" relativeHeight="${id}" behindDoc="1" locked="0" layoutInCell="1" allowOverlap="1">`,
    '<wp:simplePos x="0" y="0"/>',
    `<wp:positionH relativeFrom="page"><wp:posOffset>${emu(left)}</wp:posOffset></wp:positionH>`,
    `<wp:positionV relativeFrom="page"><wp:posOffset>${emu(top)}</wp:posOffset></wp:positionV>`,
    `<wp:extent cx="${cx}" cy="${cy}"/><wp:effectExtent l="0" t="0" r="0" b="0"/><wp:wrapNone/>`,
    `<wp:docPr id="${id}" name="Shape ${id}"/><wp:cNvGraphicFramePr/>`,
    '<a:graphic><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:wsp><wps:cNvSpPr/><wps:spPr>',
    `<a:xfrm><a:off x="0" y="0"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom>`,
    `<a:solidFill><a:srgbClr val="${hex(colour)}">${alpha}</a:srgbClr></a:solidFill><a:ln><a:noFill/></a:ln>`,
    '</wps:spPr><wps:bodyPr/></wps:wsp></a:graphicData></a:graphic></wp:anchor>',
    '</w:drawing></mc:Choice></mc:AlternateContent></w:r>',
  ].join('');
}
