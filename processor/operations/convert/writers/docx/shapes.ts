// Filled boxes of the model → shapes behind the text (ISO/IEC 29500-1 20.4, [MS-DOCX] wps), turned texts → text boxes, at places of the page.

import { boxAround, overlaps, type ShownBox } from '../../../../pdf/geometry/shown-box.ts';
import type { FilledBox, PagePlace, TextBox } from '../../../../document/model.ts';
import type { Pen } from '../../../../pdf/pdfium/page/page-content.ts';
import { emu, hex } from './measures.ts';
import type { PackageContext } from './part-context.ts';

const WHOLE = 100_000;
/** Each of so many boxes of a page is a shape of its own. Word processors take some 10 ms for a shape, whatever its paths. */
const SHAPES_MAX = 40;
/** Paths of one shape: more are slow to draw. */
const PATHS_MAX = 400;

/** @param boxes later ones lie above earlier ones */
export function shapesXml(boxes: readonly FilledBox[], context: PackageContext): string {
  const groups = boxes.length <= SHAPES_MAX ? boxes.map((box) => [box]) : groupAlike(boxes);
  return groups.map((group) => shapeXml(group, context)).join('');
}

interface Group {
  readonly boxes: FilledBox[];
  around: ShownBox;
}

/** Boxes of one look are one shape, where nothing of another look lies between them. */
function groupAlike(boxes: readonly FilledBox[]): FilledBox[][] {
  const groups: Group[] = [];
  const open = new Map<string, number>();
  for (const box of boxes) {
    const look = `${box.colour} ${box.opacity} ${penKey(box)}`;
    const own = sidesOf(box);
    const at = open.get(look);
    const group = at === undefined ? undefined : groups[at];
    const isFree =
      group &&
      group.boxes.length < PATHS_MAX &&
      !groups.slice(at! + 1).some((other) => other.boxes.some((one) => overlaps(sidesOf(one), own)));
    if (isFree) {
      group.boxes.push(box);
      group.around = boxAround([group.around, own]);
    } else {
      open.set(look, groups.length);
      groups.push({ boxes: [box], around: own });
    }
  }
  return groups.map((group) => group.boxes);
}

function sidesOf({ left, top, width, height }: FilledBox): ShownBox {
  return { left, top, right: left + width, bottom: top + height };
}

function shapeXml(boxes: readonly FilledBox[], { nextId }: PackageContext): string {
  const [first] = boxes;
  if (!first) return '';
  const { colour, opacity } = first;
  const { left, top, right, bottom } = boxAround(boxes.map(sidesOf));
  const [cx, cy] = [emu(right - left), emu(bottom - top)];
  const alpha = opacity < 1 ? `<a:alpha val="${Math.round(opacity * WHOLE)}"/>` : '';
  const fill = `<a:solidFill><a:srgbClr val="${hex(colour)}">${alpha}</a:srgbClr></a:solidFill>`;
  if (first.pen) return linesXml(boxes, { pen: first.pen, fill, around: { left, top, right, bottom } }, nextId());
  const geometry = boxes.length === 1 ? boxGeometry(first) : pathsXml(boxes, { left, top }, [cx, cy]);
  const content = `<wps:cNvSpPr/>${shapePropertiesXml([cx, cy], geometry + fill)}<wps:bodyPr/>`;
  return anchoredXml({ left, top, size: [cx, cy], isBehind: true }, content, nextId());
}

/** Lines of one pen are alike when they are as thick and as dashed. */
function penKey(box: FilledBox): string {
  const { pen, width, height } = box;
  return pen ? `${emu(Math.min(width, height))} ${pen.dash?.join(' ') ?? ''}` : '';
}

interface Lines {
  readonly pen: Pen;
  readonly fill: string;
  readonly around: ShownBox;
}

/** Along the middle of each box, drawn as viewers draw strokes: never thinner than a pixel. */
function linesXml(boxes: readonly FilledBox[], { pen, fill, around }: Lines, id: number): string {
  const middles = boxes.map(({ left, top, width, height }): ShownBox => {
    const [x, y] = [onGrid(left + width / 2), onGrid(top + height / 2)];
    return width >= height ? { left, right: left + width, top: y, bottom: y } : { left: x, right: x, top, bottom: top + height };
  });
  const [only, ...others] = middles;
  // LibreOffice lays some upright lines down, which have no width: such a line is a path within its box.
  const isLevel = only !== undefined && others.length === 0 && only.top === only.bottom;
  const { left, top, right, bottom } = isLevel ? only : around;
  const size = [emu(right - left), emu(bottom - top)] as const;
  const thickness = Math.min(...boxes.map(({ width, height }) => Math.min(width, height)));
  const line = `<a:ln w="${Math.max(1, emu(thickness))}" cap="flat">${fill}${dashXml(pen, thickness)}</a:ln>`;
  const geometry = isLevel ? LINE : pathsOfLines(middles, { left, top }, size);
  const content = `<wps:cNvSpPr/><wps:spPr>${frameXml(size)}${geometry}<a:noFill/>${line}</wps:spPr><wps:bodyPr/>`;
  return anchoredXml({ left, top, size, isBehind: true }, content, id);
}

/** Points: hundredths of a millimetre, in which LibreOffice places shapes. */
const GRID = 72 / 2540;
const TWIP = 1 / 20;
/** LibreOffice makes a line one hundredth of a millimetre thick, and slants it where both sides are not the same twip. */
const LEVEL = { from: 0.55, to: 0.9 } as const;

/** The nearest place at which a line stays level. */
function onGrid(points: number): number {
  const middle = Math.round(points / GRID);
  const isLevel = (at: number) => {
    const twips = (at * GRID) / TWIP;
    const part = twips - Math.floor(twips);
    return part > LEVEL.from && part < LEVEL.to;
  };
  const near = [0, -1, 1, -2, 2, -3, 3].map((step) => middle + step);
  return (near.find(isLevel) ?? middle) * GRID;
}

const LINE = '<a:prstGeom prst="line"><a:avLst/></a:prstGeom>';

/** Shares of the thickness (20.1.8.21). */
function dashXml({ dash = [] }: Pen, thickness: number): string {
  const share = (points: number) => Math.round((points / thickness) * WHOLE);
  const stops = dash.flatMap((on, at) => (at % 2 === 0 ? `<a:ds d="${Math.max(1, share(on))}" sp="${share(dash[at + 1] ?? on)}"/>` : []));
  return stops.length === 0 ? '' : `<a:custDash>${stops.join('')}</a:custDash>`;
}

function pathsOfLines(lines: readonly ShownBox[], from: Pick<ShownBox, 'left' | 'top'>, [cx, cy]: readonly [number, number]): string {
  const point = (x: number, y: number) => `<a:pt x="${emu(x - from.left)}" y="${emu(y - from.top)}"/>`;
  const paths = lines.map(
    ({ left, top, right, bottom }) =>
      `<a:path w="${cx}" h="${cy}" fill="none"><a:moveTo>${point(left, top)}</a:moveTo><a:lnTo>${point(right, bottom)}</a:lnTo></a:path>`,
  );
  return customXml(paths);
}

/** 20.1.10.56: the radius as a share of the shorter side. */
function boxGeometry({ radius, width, height }: FilledBox): string {
  if (radius === undefined) return RECTANGLE;
  const share = Math.min(WHOLE / 2, Math.round((radius / Math.min(width, height)) * WHOLE));
  return `<a:prstGeom prst="roundRect"><a:avLst><a:gd name="adj" fmla="val ${share}"/></a:avLst></a:prstGeom>`;
}

const RECTANGLE = '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom>';
const NO_INSETS = 'lIns="0" tIns="0" rIns="0" bIns="0"';

/** 20.1.10.83. */
const DIRECTIONS: Readonly<Record<TextBox['angle'], string>> = { 0: 'horz', 90: 'vert270', 270: 'vert' };

/** @param content its paragraphs */
export function textBoxXml(
  content: string,
  { left, top, width, height }: PagePlace,
  { angle }: TextBox,
  { nextId }: PackageContext,
): string {
  const size = [emu(width), emu(height)] as const;
  const box = [
    `<wps:cNvSpPr txBox="1"/>${shapePropertiesXml(size, `${RECTANGLE}<a:noFill/>`)}`,
    `<wps:txbx><w:txbxContent>${content}</w:txbxContent></wps:txbx>`,
    `<wps:bodyPr vert="${DIRECTIONS[angle]}" wrap="square" ${NO_INSETS} anchor="t">${angle === 0 ? '<a:spAutoFit/>' : '<a:noAutofit/>'}</wps:bodyPr>`,
  ].join('');
  return anchoredXml({ left, top, size, isBehind: false }, box, nextId());
}

function shapePropertiesXml([cx, cy]: readonly [number, number], look: string): string {
  return `<wps:spPr>${frameXml([cx, cy])}${look}<a:ln><a:noFill/></a:ln></wps:spPr>`;
}

function frameXml([cx, cy]: readonly [number, number]): string {
  return `<a:xfrm><a:off x="0" y="0"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm>`;
}

interface Anchor {
  readonly left: number;
  readonly top: number;
  /** In EMU. */
  readonly size: readonly [number, number];
  readonly isBehind: boolean;
}

function anchoredXml({ left, top, size: [cx, cy], isBehind }: Anchor, shape: string, id: number): string {
  return [
    '<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing>',
    `<wp:anchor distT="0" distB="0" distL="0" distR="0" simplePos="0" relativeHeight="${id}" behindDoc="${isBehind ? 1 : 0}" locked="0" layoutInCell="1" allowOverlap="1">`,
    '<wp:simplePos x="0" y="0"/>',
    `<wp:positionH relativeFrom="page"><wp:posOffset>${emu(left)}</wp:posOffset></wp:positionH>`,
    `<wp:positionV relativeFrom="page"><wp:posOffset>${emu(top)}</wp:posOffset></wp:positionV>`,
    `<wp:extent cx="${cx}" cy="${cy}"/><wp:effectExtent l="0" t="0" r="0" b="0"/><wp:wrapNone/>`,
    `<wp:docPr id="${id}" name="Shape ${id}"/><wp:cNvGraphicFramePr/>`,
    `<a:graphic><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:wsp>${shape}</wps:wsp></a:graphicData></a:graphic>`,
    '</wp:anchor></w:drawing></mc:Choice></mc:AlternateContent></w:r>',
  ].join('');
}

/** A path for each box (20.1.9.8): those that overlap do not cancel each other. */
function pathsXml(boxes: readonly FilledBox[], from: Pick<ShownBox, 'left' | 'top'>, [cx, cy]: readonly [number, number]): string {
  const point = (x: number, y: number) => `<a:pt x="${emu(x - from.left)}" y="${emu(y - from.top)}"/>`;
  const paths = boxes.map((box) => {
    const { left, top, right, bottom } = sidesOf(box);
    if (box.radius !== undefined) return roundPath(box, point, [cx, cy]);
    const lines = [point(right, top), point(right, bottom), point(left, bottom)].map((to) => `<a:lnTo>${to}</a:lnTo>`).join('');
    return `<a:path w="${cx}" h="${cy}"><a:moveTo>${point(left, top)}</a:moveTo>${lines}<a:close/></a:path>`;
  });
  return customXml(paths);
}

/** Clockwise from its upper left corner; angles are in 60,000ths of a degree (20.1.10.3). */
function roundPath(box: FilledBox, point: (x: number, y: number) => string, [cx, cy]: readonly [number, number]): string {
  const { left, top, right, bottom } = sidesOf(box);
  const { radius = 0 } = box;
  const corner = (start: number) => `<a:arcTo wR="${emu(radius)}" hR="${emu(radius)}" stAng="${start * 5_400_000}" swAng="5400000"/>`;
  const line = (x: number, y: number) => `<a:lnTo>${point(x, y)}</a:lnTo>`;
  const sides = [
    `<a:moveTo>${point(left, top + radius)}</a:moveTo>${corner(2)}`,
    line(right - radius, top) + corner(3),
    line(right, bottom - radius) + corner(0),
    line(left + radius, bottom) + corner(1),
  ];
  return `<a:path w="${cx}" h="${cy}">${sides.join('')}<a:close/></a:path>`;
}

function customXml(paths: readonly string[]): string {
  return `<a:custGeom><a:avLst/><a:gdLst/><a:ahLst/><a:cxnLst/><a:rect l="0" t="0" r="r" b="b"/><a:pathLst>${paths.join('')}</a:pathLst></a:custGeom>`;
}
