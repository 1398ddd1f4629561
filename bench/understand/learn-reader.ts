// Learns the two models of the reader by gradients with steps of their own (AdaGrad), each pass in an order that a seed gives: tags of tokens as a
// conditional random field, acts by a softmax over their features.

import { seeded } from '../../support/documents/random.ts';
import { actFeatures } from '../../processor/operations/ai-edit/plan/learned/act-features.ts';
import { rolesOf, type SaidAct, TAGS } from '../../processor/operations/ai-edit/plan/learned/roles.ts';
import { emissionsOf, likeliest, logSumExp, type SequenceModel } from '../../processor/operations/ai-edit/plan/learned/sequence-model.ts';
import { classify, type LinearModel } from '../../processor/operations/ai-edit/plan/learned/weights.ts';
import type { Example } from './reader-examples.ts';

export interface Learned {
  readonly roles: SequenceModel;
  readonly acts: LinearModel;
}

const PASSES = 8;
const RATE = 0.1;
/** Under the first steps, so that they are no leaps. */
const SQUARE_FIRST = 1;
const DECAY = 5e-4;
const SEEN_MIN = 2;

function shuffled<T>(all: readonly T[], random: () => number): T[] {
  const mixed = [...all];
  for (let at = mixed.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    const [one, two] = [mixed[at], mixed[other]];
    if (one !== undefined && two !== undefined) [mixed[at], mixed[other]] = [two, one];
  }
  return mixed;
}

function idsOf(all: Iterable<readonly string[]>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const features of all) for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  const kept = [...counts].filter(([, count]) => count >= SEEN_MIN).map(([feature]) => feature);
  return new Map(kept.map((feature, id) => [feature, id]));
}

class Table {
  readonly weights: Float64Array;
  readonly squares: Float64Array;
  constructor(size: number) {
    this.weights = new Float64Array(size);
    this.squares = new Float64Array(size).fill(SQUARE_FIRST);
  }
  step(at: number, gradient: number): void {
    const whole = gradient + DECAY * (this.weights[at] ?? 0);
    const square = (this.squares[at] ?? 0) + whole * whole;
    this.squares[at] = square;
    this.weights[at] = (this.weights[at] ?? 0) - (RATE * whole) / Math.sqrt(square);
  }
}

interface Sentence {
  readonly ids: readonly Int32Array[];
  readonly gold: Int32Array;
}

export function learn(examples: readonly Example[]): Learned {
  return { roles: learnRoles(examples), acts: learnActs(examples) };
}

function learnRoles(examples: readonly Example[]): SequenceModel {
  const count = TAGS.length;
  const ids = idsOf(examples.flatMap(({ features }) => features));
  const sentences: readonly Sentence[] = examples
    .filter(({ tokens }) => tokens.length > 0)
    .map(({ features, tags }) => ({
      ids: features.map((own) => Int32Array.from(own.flatMap((one) => ids.get(one) ?? []))),
      gold: Int32Array.from(tags.map((tag) => TAGS.indexOf(tag))),
    }));
  const table = new Table(ids.size * count);
  const steps = new Table((count + 1) * count);
  const random = seeded(7);
  for (let pass = 0; pass < PASSES; pass++)
    for (const sentence of shuffled(sentences, random)) learnSentence(dropped(sentence, random), table, steps, count);
  const weights = new Map<string, number[]>();
  for (const [feature, id] of ids) {
    const own: number[] = [];
    for (let tag = 0; tag < count; tag++) {
      const weight = table.weights[id * count + tag] ?? 0;
      if (Math.abs(weight) >= WEIGHT_MIN) own.push(tag, weight);
    }
    if (own.length > 0) weights.set(feature, own);
  }
  return { tags: TAGS, weights, transitions: steps.weights.slice() };
}

/** What is seen of a token is hidden in part, so that no single feature is learned by heart. */
const dropped = ({ ids, gold }: Sentence, random: () => number): Sentence => ({
  ids: ids.map((own) => own.filter(() => random() >= HIDDEN_SHARE)),
  gold,
});

const HIDDEN_SHARE = 0.3;
const WEIGHT_MIN = 0.06;

function learnSentence({ ids, gold }: Sentence, table: Table, steps: Table, count: number): void {
  const length = ids.length;
  const emissions = ids.map((own) => {
    const scores = new Float64Array(count);
    for (const id of own) for (let tag = 0; tag < count; tag++) scores[tag] = (scores[tag] ?? 0) + (table.weights[id * count + tag] ?? 0);
    return scores;
  });
  const step = (from: number, to: number) => steps.weights[from * count + to] ?? 0;
  const forward: Float64Array[] = [];
  const sums = new Float64Array(count);
  for (let at = 0; at < length; at++) {
    const now = new Float64Array(count);
    for (let tag = 0; tag < count; tag++) {
      if (at === 0) now[tag] = step(count, tag) + (emissions[0]?.[tag] ?? 0);
      else {
        for (let from = 0; from < count; from++) sums[from] = (forward[at - 1]?.[from] ?? 0) + step(from, tag);
        now[tag] = logSumExp(sums) + (emissions[at]?.[tag] ?? 0);
      }
    }
    forward.push(now);
  }
  const backward: Float64Array[] = Array.from({ length }, () => new Float64Array(count));
  for (let at = length - 2; at >= 0; at--) {
    const here = backward[at] ?? new Float64Array(count);
    for (let tag = 0; tag < count; tag++) {
      for (let to = 0; to < count; to++) sums[to] = step(tag, to) + (emissions[at + 1]?.[to] ?? 0) + (backward[at + 1]?.[to] ?? 0);
      here[tag] = logSumExp(sums);
    }
  }
  const total = logSumExp(forward[length - 1] ?? []);
  const moves = new Float64Array((count + 1) * count);
  for (let at = 0; at < length; at++) {
    const errors = new Float64Array(count);
    for (let tag = 0; tag < count; tag++) errors[tag] = Math.exp((forward[at]?.[tag] ?? 0) + (backward[at]?.[tag] ?? 0) - total);
    if (at === 0) for (let tag = 0; tag < count; tag++) moves[count * count + tag] = (moves[count * count + tag] ?? 0) + (errors[tag] ?? 0);
    else {
      for (let from = 0; from < count; from++) {
        const before = forward[at - 1]?.[from] ?? 0;
        for (let to = 0; to < count; to++) {
          const share = Math.exp(before + step(from, to) + (emissions[at]?.[to] ?? 0) + (backward[at]?.[to] ?? 0) - total);
          moves[from * count + to] = (moves[from * count + to] ?? 0) + share;
        }
      }
    }
    const own = gold[at] ?? 0;
    errors[own] = (errors[own] ?? 0) - 1;
    const from = at === 0 ? count : (gold[at - 1] ?? 0);
    moves[from * count + own] = (moves[from * count + own] ?? 0) - 1;
    for (const id of ids[at] ?? [])
      for (let tag = 0; tag < count; tag++) {
        const error = errors[tag] ?? 0;
        if (Math.abs(error) > 2e-3) table.step(id * count + tag, error);
      }
  }
  for (let at = 0; at < moves.length; at++) if (Math.abs(moves[at] ?? 0) > 1e-6) steps.step(at, moves[at] ?? 0);
}

function actRows(examples: readonly Example[]): readonly { readonly features: readonly string[]; readonly act: string }[] {
  return examples.flatMap(({ folded, tokens, acts }) => {
    let before: string | undefined;
    return acts.map((act) => {
      const features = actFeatures(folded, tokens, { acts, keep: [], talk: [] }, act, before);
      before = act.act;
      return { features, act: act.act };
    });
  });
}

function learnActs(examples: readonly Example[]): LinearModel {
  const rows = actRows(examples);
  const classes = [...new Set(rows.map(({ act }) => act))].toSorted();
  const ids = idsOf(rows.map(({ features }) => features));
  const numbered = rows.map(({ features, act }) => ({
    own: Int32Array.from(features.flatMap((one) => ids.get(one) ?? [])),
    gold: classes.indexOf(act),
  }));
  const count = classes.length;
  const table = new Table(ids.size * count);
  const random = seeded(11);
  for (let pass = 0; pass < PASSES; pass++) {
    for (const { own, gold } of shuffled(numbered, random)) {
      const scores = new Float64Array(count);
      for (const id of own) for (let at = 0; at < count; at++) scores[at] = (scores[at] ?? 0) + (table.weights[id * count + at] ?? 0);
      const total = logSumExp(scores);
      for (let at = 0; at < count; at++) {
        const error = Math.exp((scores[at] ?? 0) - total) - (at === gold ? 1 : 0);
        if (Math.abs(error) > 1e-4) for (const id of own) table.step(id * count + at, error);
      }
    }
  }
  const weights = new Map<string, number[]>();
  for (const [feature, id] of ids) {
    const own: number[] = [];
    for (let at = 0; at < count; at++) {
      const weight = table.weights[id * count + at] ?? 0;
      if (Math.abs(weight) >= WEIGHT_MIN) own.push(at, weight);
    }
    if (own.length > 0) weights.set(feature, own);
  }
  return { classes, weights };
}

/** Parts of the documents, each read with what was learned from the others. */
export function measure(examples: readonly Example[], folds: number, count = folds): Readonly<Record<string, unknown>> {
  const files = shuffled([...new Set(examples.map(({ row }) => row.file))].toSorted(), seeded(3));
  let coarse = 0;
  let [tokens, rightTokens, whole, wholeInFive, acts, rightActs, sure, sureRight] = [0, 0, 0, 0, 0, 0, 0, 0];
  const confused: Record<string, number> = {};
  for (let fold = 0; fold < count; fold++) {
    const out = new Set(files.filter((_, at) => at % folds === fold));
    const learned = learn(examples.filter(({ row }) => !out.has(row.file)));
    for (const one of examples.filter(({ row }) => out.has(row.file))) {
      const sequences = likeliest(learned.roles, emissionsOf(learned.roles, one.features), 5);
      const named = sequences.map(({ tags }) => tags.map((tag) => TAGS[tag] ?? 'O'));
      const best = named[0] ?? [];
      tokens += one.tags.length;
      for (const [at, tag] of one.tags.entries()) {
        if (tag === best[at]) rightTokens++;
        else {
          const key = `${tag.replace(/^[AB]-/u, '*-')} as ${(best[at] ?? '').replace(/^[AB]-/u, '*-')}`;
          confused[key] = (confused[key] ?? 0) + 1;
        }
      }
      const same = (tags: readonly string[]) => sameRoles(one, tags);
      const isRight = same(best);
      if (isRight) whole++;
      if (named.some(same)) wholeInFive++;
      if (sameRoles(one, best, true)) coarse++;
      if (Math.exp(sequences[0]?.logProbability ?? -99) > 0.5) {
        sure++;
        if (isRight) sureRight++;
      }
      for (const { features, act } of actRows([one])) {
        acts++;
        if (classify(learned.acts, features)[0]?.name === act) rightActs++;
      }
    }
  }
  const tried = files.filter((_, at) => at % folds < count);
  const read = examples.filter(({ row }) => tried.includes(row.file)).length;
  const top = Object.entries(confused).toSorted(([, one], [, two]) => two - one).slice(0, 25); // prettier-ignore
  return {
    instructions: read,
    tokens: rightTokens / tokens,
    whole: whole / read,
    coarse: coarse / read,
    whole_in_five: wholeInFive / read,
    sure: sure / read,
    sure_right: sureRight / Math.max(1, sure),
    acts: rightActs / acts,
    confused: Object.fromEntries(top),
  };
}

/** The same parts, but for small words at their edges. */
function sameRoles({ tokens, tags }: Example, other: readonly string[], isCoarse = false): boolean {
  const told = (all: readonly string[]) => {
    const said = rolesOf(tokens, all);
    const places = (parts: SaidAct['parts']) => [
      ...(parts.target ?? []),
      ...(parts.where ?? []),
      ...(parts.pages ?? []),
      ...(parts.count ?? []),
    ];
    const edge = (start: number, end: number) =>
      tokens
        .filter((token) => token.start >= start && token.end <= end && /[\p{L}\p{N}"]/u.test(token.text))
        .map(({ start: at }) => at)
        .join();
    return JSON.stringify(
      said.acts.map(({ parts }) =>
        isCoarse
          ? [
              places(parts)
                .map(({ start, end }) => edge(start, end))
                .toSorted()
                .join(),
              ...(['old', 'new', 'look'] as const).map((role) => parts[role]?.map(({ start, end }) => edge(start, end)) ?? []),
            ]
          : (['target', 'old', 'new', 'where', 'pages', 'look'] as const).map(
              (role) => parts[role]?.map(({ start, end }) => edge(start, end)) ?? [],
            ),
      ),
    );
  };
  return told(tags) === told(other);
}
