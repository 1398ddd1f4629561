// Beside what something is put: a picture, the letterhead, a text of the document.

import type { Intent } from '#instruction/reading/intents.ts';
import { PICTURE_NOUN } from '#instruction/reading/thing-words.ts';
import { DETERMINER } from '#instruction/reading/things.ts';
import type { Grounded } from './outcome.ts';
import { matchesOf } from './matches.ts';
import { type Place, placesOf } from '../places/page-lines.ts';
import { findPicture } from './ground-pictures.ts';
import type { Scene, Unresolved } from '../places/scene.ts';
import { resolveTarget } from './resolve.ts';

type Beside = NonNullable<Extract<Intent, { kind: 'mark' }>['beside']>;

export interface PlannedAnchor {
  readonly pages: string;
  readonly anchor: Readonly<Record<string, unknown>>;
}

const LETTERHEAD = /^(?:letter ?head|briefkopf|en-tete(?: de lettre)?|membrete|carta intestata|intestazione|timbre|cabecalho|briefhoofd)$/u;
const LOGO = new RegExp(`^(?:${DETERMINER.source.slice(1)})?(?:company )?${PICTURE_NOUN}$`, 'u');

export async function anchorOf(scene: Scene, { side, anchor }: Beside): Promise<PlannedAnchor | Unresolved> {
  const said = scene.folded.text.slice(anchor.start, anchor.end);
  if (LOGO.test(said)) {
    const found = findPicture(scene, anchor);
    if (!found.ok) return found;
    const { page, index } = found.picture;
    const nth = scene.ground.facts.images([page]).findIndex((one) => one.index === index) + 1;
    return { pages: String(page), anchor: { place: side, image: nth } };
  }
  const places = LETTERHEAD.test(said.replace(DETERMINER, '').trim()) ? lastOfHead(scene) : undefined;
  const resolved = places ? ({ ok: true, kind: 'block', targets: [places] } as const) : resolveTarget(scene, anchor);
  if (!resolved.ok) return resolved;
  const all = resolved.targets.flat();
  const unclear: Unresolved = { ok: false, why: all.length > 1 ? 'ambiguous' : 'unclear', said, candidates: all };
  if (resolved.targets.length !== 1) return unclear;
  const matches = await matchesOf(scene.ground.facts, all.slice(-1));
  const [match] = matches ?? [];
  return match && matches?.length === 1 ? { pages: match.pages, anchor: { place: side, match: match.match } } : unclear;
}

/** The last line of what stands together at the top of the first page. */
function lastOfHead({ ground }: Scene): readonly Place[] | undefined {
  const lines = ground.lines(1);
  let last = lines.rows[0];
  for (const row of lines.rows.slice(1)) {
    const [above, below] = [last?.[0], row[0]];
    if (!above || !below) break;
    const height = above.box[3] - above.box[1];
    if (above.box[1] - below.box[3] > height * 0.75) break;
    last = row;
  }
  const [piece] = last ?? [];
  return piece && piece.box[1] > lines.height * 0.6 ? placesOf(lines, piece.words).slice(0, 1) : undefined;
}

export function isRefused(found: PlannedAnchor | Unresolved): found is Unresolved {
  return 'ok' in found;
}

export async function groundAddPicture(scene: Scene, intent: Extract<Intent, { kind: 'add_picture' }>): Promise<Grounded> {
  const edit = { op: 'insert_image' as const, ...(intent.where?.pages === undefined ? {} : { pages: intent.where.pages }) };
  if (!intent.beside) return { ok: true, edits: [{ ...edit, ...(intent.position === undefined ? {} : { position: intent.position }) }] };
  const anchor = await anchorOf(scene, intent.beside);
  return isRefused(anchor) ? anchor : { ok: true, edits: [{ ...edit, ...anchor }] };
}
