// Judges a file against PDF/A-2, level B (ISO 19005-2): reads it as written and lists the rules it breaks. Deliberately narrow: what is not
// known to be allowed is blamed. It changes nothing and knows nothing of the code that makes such files.

import { JobFailure } from '../../../failure.ts';
import { pageResources } from '../../content/resources.ts';
import { dictOf, lookup, nameOf, numberOf } from '../../syntax/dictionary.ts';
import type { OpenedPdf } from '../../opened.ts';
import { openPdf } from '../../open.ts';
import { walkLive } from '../../syntax/walk.ts';
import { checkAnnotations } from './check-annotations.ts';
import { ColourJudge } from './check-colour.ts';
import { checkContent } from './check-content.ts';
import { checkCatalog, checkEntries } from './check-document.ts';
import { checkDrawn, checkGroup } from './check-drawn.ts';
import { checkFont } from './check-fonts.ts';
import { checkGraphics, isGraphicsState } from './check-graphics.ts';
import { checkMetadata, checkOtherMetadata } from './check-metadata.ts';
import { checkSyntax, placeOf } from './check-syntax.ts';
import { type Blame, type PdfaViolation, Verdict } from './rules.ts';
import { collectShown } from './shown.ts';
import { paintsInitialBlack } from './initial-black.ts';
import { usesTransparency } from './transparency.ts';

/** The rules that the file breaks; empty for a conforming file. @throws JobFailure decompression_limit */
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
      if (paintsInitialBlack(dict)) colours.judgeDevice('DeviceGray', pageResources(dict), `page ${index + 1}`);
      if (usesTransparency(dict) && !lookup(dictOf(lookup(dict, 'Group')), 'CS')) blame('transparency', `page ${index + 1}`);
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
