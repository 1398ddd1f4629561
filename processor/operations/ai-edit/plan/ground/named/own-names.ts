// Blocks that open with their own name (`Index Terms—…`, `*Publication note: …`), and those that are told by a frame around them.

import { trimmed } from '#instruction/reading/folded.ts';
import { word } from '#instruction/reading/lexicon.ts';
import type { Span } from '#instruction/tokens.ts';
import type { PlacedBlock } from '../../places/blocks.ts';
import { plainName } from '../../places/ground-document.ts';
import { type Place, placesOf } from '../../places/page-lines.ts';
import { isIn, missing, type Resolution, type Scene } from '../../places/scene.ts';
import { placeRegion } from '../regions.ts';

/** Where it is, or how it looks: not needed to find what is called by its name. */
const BESIDES = new RegExp(
  `,? (?:${word(
    '(?:in|with) (?:the )?(?:small|fine|grey|gray|italic|bold) (?:print|letters|type|text)|above|below|under|over|beside|next to|at the (?:very )?(?:top|bottom|end|foot)|on top of|uber|unter|oben|unten|neben|im kleingedruckten|au-dessus|en dessous|en bas|en haut|encima|debajo|arriba|abajo|sopra|sotto|acima|abaixo|boven|onder',
  )})(?: .*)?$`,
  'u',
);

/** What it is called: all before a colon or a long dash. */
function nameOfBlock({ kind, text }: PlacedBlock): string | undefined {
  if (kind === 'table' || kind === 'picture' || kind === 'heading') return undefined;
  const opening = /^[*†‡§\s]*(?<name>\p{L}[\p{L}\p{N} '’/-]{2,40}?)\s?(?:[:：]|[—–]|\.[—–])\s?\S/u.exec(text)?.groups?.['name'];
  return opening === undefined ? undefined : plainName(opening);
}

/** @param own without its article. @returns undefined where no block of that name is there */
export function resolveOwnName(scene: Scene, own: Span): Resolution | undefined {
  const said = scene.folded.text.slice(own.start, own.end);
  const names = [said, said.replace(BESIDES, '')].map(plainName);
  for (const name of new Set(names)) {
    const found = name.length < 4 ? [] : blocksOf(scene, (block) => nameOfBlock(block) === name);
    const [only] = found;
    if (only && found.length === 1) return { ok: true, kind: 'block', targets: goingOn(scene, name, only) };
    if (found.length > 1) return missing(said, found.flatMap(({ places }) => places)); // prettier-ignore
  }
  return undefined;
}

/** What runs on over several paragraphs ends where another one opens with its name, or something else begins. */
const OF_PARAGRAPHS =
  /^(?:abstract|summary|zusammenfassung|kurzfassung|resume|resumen|riassunto|sommario|resumo|samenvatting|foreword|preface)$/u;

function goingOn(scene: Scene, name: string, { block, places }: ReturnType<typeof blocksOf>[number]): readonly (readonly Place[])[] {
  if (!OF_PARAGRAPHS.test(name)) return [places];
  const rest = blocksOf({ ...scene, pages: [block.page] });
  const after = rest.slice(rest.findIndex((one) => one.block === block) + 1);
  const end = after.findIndex((one) => one.block.kind !== 'paragraph' || nameOfBlock(one.block) !== undefined);
  return [places, ...after.slice(0, end < 0 ? after.length : end).map((one) => one.places)];
}

function blocksOf(
  { ground, pages, region }: Scene,
  isMeant: (block: PlacedBlock) => boolean = () => true,
): { readonly block: PlacedBlock; readonly places: readonly Place[] }[] {
  return pages.flatMap((page) =>
    ground
      .blocks(page)
      .filter(isMeant)
      .map((block) => ({ block, places: placesOf(ground.lines(page), block.words) }))
      .filter(({ places }) => places.length > 0 && places.every((place) => isIn(place, region))),
  );
}

const FRAMED = new RegExp(
  `^(?:${word('framed|boxed|bordered|eingerahmte[nrsm]?|umrahmte[nrsm]?|encadree?|enmarcad[oa]|incorniciat[oa]|emoldurad[oa]|omkaderde?')} ${word(
    'notes?|texts?|box|paragraph|remark|hinweis|text|absatz|kasten|texte|note|paragraphe|nota|texto|parrafo|testo|riquadro|tekst|opmerking',
  )}|${word('(?:text ?|info ?)?box(?:ed text)?|text in (?:the|a) (?:box|frame)|textkasten|infokasten|kasten|encadre|recuadro|riquadro|quadro de texto|tekstkader|kader')})(?<where> .+)?$`,
  'u',
);

/** `the framed note at the bottom of page 2`: the only text in a frame there. */
export function resolveFramed(scene: Scene, own: Span): Resolution | undefined {
  const said = scene.folded.text.slice(own.start, own.end);
  const found = FRAMED.exec(said);
  if (!found) return undefined;
  const where = found.groups?.['where'] ?? '';
  const tail = trimmed(scene.folded, { start: own.end - where.length, end: own.end });
  const joint = /^(?:at|in|on|am|im|unten|en|a|au|in|no|na|aan) (?:the |der |dem |le |la |el |il |de |het )?/u.exec(
    scene.folded.text.slice(tail.start, tail.end),
  );
  const region =
    where === '' ? { region: scene.region } : placeRegion(scene, { start: tail.start + (joint?.[0].length ?? 0), end: tail.end });
  if (!region) return undefined;
  const framed = blocksOf({ ...scene, region: region.region }, ({ kind, cells }) => kind === 'table' && cells.length === 1);
  const [only] = framed;
  return only && framed.length === 1 ? { ok: true, kind: 'block', targets: [only.places] } : undefined;
}
