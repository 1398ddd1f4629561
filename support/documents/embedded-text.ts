// Pages with text in an embedded composite font, as office programs write it, with or without a map to characters.

import { PDFDict, PDFDocument, PDFName } from 'pdf-lib';
import { embedFace, findFaces } from '../../processor/pdf/draw/fallback-font.ts';

export interface EmbeddedText {
  readonly lines: readonly string[];
  readonly sizePoints?: number;
  readonly widthPoints?: number;
  readonly heightPoints?: number;
  /** Without it nobody knows what the codes mean. */
  readonly hasMap?: boolean;
}

/** One page per text; pages share the font. */
export async function makeEmbeddedText(pages: readonly EmbeddedText[]): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const style = { family: 'serif', isBold: false, isItalic: false } as const;
  const [face] = (await findFaces(pages.flatMap(({ lines }) => lines).join(''), style)) ?? [];
  if (!face) throw new Error('no face shows the text');
  const mapped = embedFace(document.context, face, style);
  const unmapped = document.context.lookup(mapped, PDFDict).clone(document.context);
  unmapped.delete(PDFName.of('ToUnicode'));
  const fonts = { mapped, unmapped: document.context.register(unmapped) };
  for (const { lines, sizePoints = 14, widthPoints = 420, heightPoints = 200, hasMap = true } of pages) {
    const page = document.addPage([widthPoints, heightPoints]);
    const encode = (text: string): string =>
      Array.from(text, (character) => (face.glyphs.get(character)?.gid ?? 0).toString(16).padStart(4, '0')).join('');
    const shown = lines.map((line) => `<${encode(line)}> Tj T*`).join(' ');
    const content = `BT /F1 ${sizePoints} Tf ${sizePoints * 1.5} TL 30 ${heightPoints - 40} Td ${shown} ET 30 ${heightPoints - 48} 200 0.5 re f`;
    page.node.set(PDFName.of('Contents'), document.context.register(document.context.stream(content)));
    page.node.set(PDFName.of('Resources'), document.context.obj({ Font: { F1: hasMap ? fonts.mapped : fonts.unmapped } }));
  }
  return document.save();
}
