// Judges a file against PDF/A-2, level B (ISO 19005-2): reads it as it was written and lists the rules it breaks. Deliberately narrow: what is not
// known to be allowed is blamed. It changes nothing and knows nothing of the code that makes such files.

import { PDFDict } from 'pdf-lib';
import { JobFailure } from '../../failure.ts';
import { arrayOf, dictOf, lookup, nameOf, numberOf } from '../dictionary.ts';
import { openPdf, type OpenedPdf } from '../open.ts';
import { type Visit, walkLive } from '../walk.ts';
import { checkAnnotations } from './check-annotations.ts';
import { ColourJudge } from './check-colour.ts';
import { checkContent } from './check-content.ts';
import { checkCatalog, checkEntries } from './check-document.ts';
import { checkFont } from './check-fonts.ts';
import { checkGraphics, isGraphicsState } from './check-graphics.ts';
import { checkMetadata, checkOtherMetadata } from './check-metadata.ts';
import { checkSyntax, placeOf } from './check-syntax.ts';
import { type Blame, type PdfaViolation, Verdict } from './rules.ts';
import { collectShown, entriesOf, type ShownContent } from './shown.ts';
import { usesTransparency } from './transparency.ts';

/** What the file breaks; empty for a conforming file. @throws JobFailure decompression_limit */
export async function checkPdfa(file: Uint8Array): Promise<PdfaViolation[]> {
  const verdict = new Verdict();
  try {
    const opened = await openPdf(file, { needs: 'read', pagesMax: Number.MAX_SAFE_INTEGER, strict: true });
    checkSyntax(file, opened, verdict.blame);
    checkObjects(opened, verdict.blame);
  } catch (error) {
    if (!(error instanceof JobFailure) || error.reason === 'decompression_limit' || error.reason === 'out_of_memory') throw error;
    verdict.blame('file_structure', error.reason);
  }
  return verdict.violations();
}

function checkObjects(opened: OpenedPdf, blame: Blame): void {
  const { catalog, context } = opened;
  const colours = new ColourJudge(catalog, blame);
  checkCatalog(opened, blame);
  checkMetadata(catalog, blame);
  checkAnnotations(opened, blame);
  let overprint: string | undefined;
  walkLive(context, (visit) => {
    checkGraphics(visit, blame);
    checkEntries(visit, blame);
    checkOtherMetadata(visit, catalog, blame);
    checkGroup(visit, colours);
    if (isGraphicsState(visit) && numberOf(visit.dict, 'OPM') === 1) overprint = placeOf(visit.ref, 'graphics state');
  });
  const shown = collectShown(opened);
  for (const content of shown.contents) checkContent(content, colours, blame);
  checkDrawn(shown, colours);
  for (const font of shown.fonts.values()) checkFont(font, blame);
  for (const gap of shown.gaps) if (gap !== 'missing_object' && gap !== 'missing_font') blame('content', gap);
  if (overprint !== undefined && mentionsCmykProfile(opened)) blame('overprint', overprint);
  if (colours.intent === undefined) {
    for (const [index, { dict }] of opened.pages.entries()) {
      if (usesTransparency(dict) && !lookup(dictOf(lookup(dict, 'Group')), 'CS')) blame('transparency', `page ${index + 1}`);
    }
  }
}

/** Blending spaces stand on their own: no resources are theirs. */
function checkGroup({ dict, key, ref }: Visit, colours: ColourJudge): void {
  if (key !== 'Group' || nameOf(dict, 'S') !== 'Transparency') return;
  const space = lookup(dict, 'CS');
  if (space) colours.judge(space, undefined, placeOf(ref, 'group'));
}

/** Pictures and shadings in the resources that draw them. */
function checkDrawn({ images, resources }: ShownContent, colours: ColourJudge): void {
  for (const { stream, resources: own, place } of images) {
    const space = lookup(stream.dict, 'ColorSpace');
    if (space && lookup(stream.dict, 'ImageMask')?.toString() !== 'true') colours.judge(space, own, `${place}, image`);
    const mask = dictOf(lookup(stream.dict, 'SMask'));
    const maskSpace = lookup(mask, 'ColorSpace');
    if (maskSpace) colours.judge(maskSpace, own, `${place}, mask`);
  }
  for (const [own, place] of resources) {
    const shadings = entriesOf(own, 'Shading').map(([, shading]) => shading);
    for (const [, pattern] of entriesOf(own, 'Pattern')) {
      const shading = dictOf(lookup(pattern, 'Shading'));
      if (shading) shadings.push(shading);
    }
    for (const shading of shadings) {
      const space = lookup(shading, 'ColorSpace');
      if (space) colours.judge(space, own, `${place}, shading`);
    }
  }
}

function mentionsCmykProfile({ context }: OpenedPdf): boolean {
  let found = false;
  walkLive(context, ({ dict, stream }) => {
    if (stream && numberOf(dict, 'N') === 4 && nameOf(dict, 'Type') !== 'ObjStm') found = true;
  });
  return found;
}

/** Annotations of a page, for those that ask. */
export function annotationsOf(page: PDFDict): PDFDict[] {
  return (arrayOf(page, 'Annots')?.asArray() ?? []).flatMap((item) => {
    const found = page.context.lookup(item);
    return found instanceof PDFDict ? [found] : [];
  });
}
