// Acts of annotated instructions beside the things of their documents: which of them are meant is known from what stands there.

import { choosePages } from '#contract/params/edit-pages.ts';
import { fold } from '#instruction/reading/folded.ts';
import { findPages } from '#instruction/reading/scope-words.ts';
import type { Folded } from '#instruction/reading/folded.ts';
import type { Span } from '#instruction/tokens.ts';
import { seenThings } from '../../processor/operations/ai-edit/plan/learned/locate.ts';
import type { ActRole } from '../../processor/operations/ai-edit/plan/learned/roles.ts';
import { saidThing } from '../../processor/operations/ai-edit/plan/learned/said-thing.ts';
import type { ThingThere } from '../../processor/operations/ai-edit/plan/learned/things.ts';
import { type GroundDocument, plainName } from '../../processor/operations/ai-edit/plan/places/ground-document.ts';
import type { Scene } from '../../processor/operations/ai-edit/plan/places/scene.ts';
import type { Annotated, AnnotatedAct } from './annotations.ts';
import { withDocuments } from './reader-examples.ts';

/** Features by number, to be kept in memory by the thousands. */
export interface ThingExample {
  readonly file: string;
  readonly told: string;
  readonly act: string;
  readonly kind: string;
  /** For each thing; the last one is none of them. */
  readonly ids: readonly Int32Array[];
  readonly values: readonly Float32Array[];
  readonly texts: readonly string[];
  /** By their place among the things. */
  readonly right: readonly number[];
}

const NO_TEXT = new Set(['picture', 'field', 'checkbox', 'link', 'page', 'area', 'annotation', 'document']);
/** Acts that touch a text, or are put beside one. */
const OF_TEXTS: ReadonlySet<string> = new Set([
  'replace', 'delete', 'insert', 'style', 'highlight', 'underline', 'strike', 'redact', 'note-add', 'link-add', 'correct-spelling', 'translate', 'shorten',
]); // prettier-ignore

function pagesSaid(folded: Folded, parts: readonly (readonly [ActRole, Span])[], pageCount: number): readonly number[] | undefined {
  for (const [role, span] of parts) {
    if (role !== 'pages') continue;
    const found = findPages(folded, span);
    if (found) return choosePages(found.pages, pageCount) ?? undefined;
  }
  return undefined;
}

/** Of all acts on texts, with the number of each feature's name. */
export async function thingExamples(
  rows: readonly Annotated[],
): Promise<{ readonly examples: readonly ThingExample[]; readonly names: ReadonlyMap<string, number> }> {
  const names = new Map<string, number>();
  const number = (name: string) => {
    const known = names.get(name) ?? names.size;
    names.set(name, known);
    return known;
  };
  const examples: ThingExample[] = [];
  await withDocuments(rows, true, (own, ground) => {
    for (const row of own)
      for (const act of row.acts) {
        const also = row.acts.filter((one) => one !== act && targetsOf(one) === targetsOf(act));
        const made = thingExample(row, act, also, ground, number);
        if (made) examples.push(made);
      }
  });
  return { examples, names };
}

const targetsOf = ({ parts }: AnnotatedAct) => JSON.stringify(parts.filter(([role]) => role === 'target'));

/** @param also acts with the same target, whose things are right too */
function thingExample(
  row: Annotated,
  act: AnnotatedAct,
  also: readonly AnnotatedAct[],
  ground: GroundDocument,
  number: (name: string) => number,
): ThingExample | undefined {
  if (!OF_TEXTS.has(act.act) || NO_TEXT.has(act.truth.kind ?? '')) return undefined;
  const truths = [act, ...also].flatMap(({ truth }) => (truth.text !== undefined && truth.text !== '' ? [truth] : []));
  if (row.outcome === 'do' && truths.length === 0) return undefined;
  const folded = fold(row.text);
  const byRole = Map.groupBy(act.parts, ([role]) => role);
  const parts = Object.fromEntries([...byRole].map(([role, all]) => [role, all.map(([, span]) => span)]));
  const said = saidThing(folded, act.act, parts);
  if (!said.target && !said.where && said.old === undefined) return undefined;
  const pages = pagesSaid(folded, act.parts, ground.pageCount) ?? Array.from({ length: ground.pageCount }, (_, at) => at + 1);
  const scene: Scene = { ground, folded, pages };
  const seen = seenThings(scene, said);
  const right =
    row.outcome === 'do' ? seen.flatMap(({ thing }, at) => (thing && truths.some((truth) => isMeant(thing, truth)) ? [at] : [])) : [];
  return {
    file: row.file,
    told: `${row.text} | ${act.act} ${JSON.stringify(act.truth)} ${row.outcome}`,
    act: act.act,
    kind: act.truth.kind ?? '',
    ids: seen.map(({ features }) => Int32Array.from(features.map(([name]) => number(name)))),
    values: seen.map(({ features }) => Float32Array.from(features.map(([, value]) => value))),
    texts: seen.map(({ thing }) => (thing ? `${thing.page} ${thing.text.trim()}` : '')),
    right: right.length > 0 ? right : [seen.length - 1],
  };
}

function isMeant({ page, text }: ThingThere, truth: AnnotatedAct['truth']): boolean {
  const wanted = truth.text ?? '';
  const name = plainName(wanted.replace(/(?:…|\.\.\.)\s*$/u, ''));
  const isOpen = /(?:…|\.\.\.)\s*$/u.test(wanted);
  const own = text.trim();
  return (truth.page === undefined || truth.page === page) && (own === name || (isOpen && name.length > 8 && own.startsWith(name)));
}
