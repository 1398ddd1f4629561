// Pictures of the model → drawings in a run (ISO/IEC 29500-1 20.4): in the line, or anchored to a place.

import type { Image } from '../../../../document/model.ts';
import { encodeXmlText } from '../../../../office/xml.ts';
import { emu } from './measures.ts';
import type { PartContext } from './part-context.ts';

/** No picture is smaller: a pixel at 96 dpi. */
const EMU_MIN = 9525;
/** Points between a picture and the text around it. */
const FLOAT_GAP = 6;
const NO_DISTANCE = ' distT="0" distB="0" distL="0" distR="0"';

export function drawingXml(image: Image, context: PartContext): string {
  const [cx, cy] = [sizeOf(image.width), sizeOf(image.height)];
  const id = context.nextId();
  const extent = `<wp:extent cx="${cx}" cy="${cy}"/><wp:effectExtent l="0" t="0" r="0" b="0"/>`;
  const outward = image.link !== undefined && !image.link.startsWith('#') ? image.link : undefined;
  const link = outward === undefined ? '' : `<a:hlinkClick r:id="${context.relationships.link(outward)}"/>`;
  const description = image.alternative === undefined ? '' : ` descr="${encodeXmlText(image.alternative)}"`;
  const picture = [
    `<wp:docPr id="${id}" name="Picture ${id}"${description}>${link}</wp:docPr>`,
    '<wp:cNvGraphicFramePr><a:graphicFrameLocks noChangeAspect="1"/></wp:cNvGraphicFramePr>',
    '<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture">',
    `<pic:pic><pic:nvPicPr><pic:cNvPr id="${id}" name="Picture ${id}"/><pic:cNvPicPr><a:picLocks noChangeAspect="1" noChangeArrowheads="1"/></pic:cNvPicPr></pic:nvPicPr>`,
    `<pic:blipFill><a:blip r:embed="${context.relationships.picture(image)}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>`,
    `<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr>`,
    '</pic:pic></a:graphicData></a:graphic>',
  ].join('');
  const placed = image.float ? anchorXml(image.float, id, { extent, picture }) : `<wp:inline${NO_DISTANCE}>${extent}${picture}</wp:inline>`;
  return `<w:r><w:drawing>${placed}</w:drawing></w:r>`;
}

/** @param order later ones lie above earlier ones */
function anchorXml(
  { from, left, top }: NonNullable<Image['float']>,
  order: number,
  { extent, picture }: { readonly extent: string; readonly picture: string },
): string {
  const isBehind = from === 'page';
  const gap = emu(FLOAT_GAP);
  const distance = isBehind ? NO_DISTANCE : ` distT="0" distB="0" distL="${gap}" distR="${gap}"`;
  return [
    `<wp:anchor${distance} simplePos="0" relativeHeight="${order}" behindDoc="${isBehind ? 1 : 0}" locked="0" layoutInCell="1" allowOverlap="1">`,
    '<wp:simplePos x="0" y="0"/>',
    `<wp:positionH relativeFrom="${isBehind ? 'page' : 'column'}"><wp:posOffset>${emu(left)}</wp:posOffset></wp:positionH>`,
    `<wp:positionV relativeFrom="${isBehind ? 'page' : 'paragraph'}"><wp:posOffset>${emu(top)}</wp:posOffset></wp:positionV>`,
    extent,
    isBehind ? '<wp:wrapNone/>' : '<wp:wrapSquare wrapText="bothSides"/>',
    picture,
    '</wp:anchor>',
  ].join('');
}

function sizeOf(points: number): number {
  return Math.max(EMU_MIN, emu(points));
}
