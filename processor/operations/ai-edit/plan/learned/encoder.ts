// The encoder of the reader: what is seen of each token as one vector, a long short-term memory over the sentence in both directions (Hochreiter,
// Schmidhuber 1997; Graves 2005), scores of the tags of each token, and of the acts. `bench/understand/train_reader.py` learns the weights.

/** By rows; a weight is a whole number times the scale. */
export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  readonly numbers: Int8Array | Int16Array;
  readonly scale: number;
}

export interface Encoder {
  /** The row of a feature. */
  readonly features: ReadonlyMap<string, number>;
  readonly tensors: ReadonlyMap<string, Matrix>;
}

export interface Encoded {
  /** By token: what the sentence makes of it. */
  readonly states: readonly Float32Array[];
  /** By token and tag. */
  readonly scores: readonly Float64Array[];
}

export function tensorOf({ tensors }: Encoder, name: string): Matrix {
  const tensor = tensors.get(name);
  if (!tensor) throw new Error(`the weights have no ${name}`);
  return tensor;
}

const FLOATS = new WeakMap<Matrix, Float32Array>();

/** Of what is multiplied in every sentence. */
export function floatsOf(matrix: Matrix): Float32Array {
  const known = FLOATS.get(matrix);
  if (known) return known;
  const floats = Float32Array.from(matrix.numbers, (number) => number * matrix.scale);
  FLOATS.set(matrix, floats);
  return floats;
}

const DOUBLES = new WeakMap<Matrix, Float64Array>();

/** The same numbers as the floats, as a processor multiplies them. */
function doublesOf(matrix: Matrix): Float64Array {
  const known = DOUBLES.get(matrix);
  if (known) return known;
  const doubles = Float64Array.from(floatsOf(matrix));
  DOUBLES.set(matrix, doubles);
  return doubles;
}

/** `into += matrix · vector`, from the column `from` of the matrix. */
export function addProduct(into: Float32Array | Float64Array, matrix: Matrix, values: Float32Array, from = 0): void {
  const weights = doublesOf(matrix);
  const vector = Float64Array.from(values);
  const { rows, columns } = matrix;
  const length = vector.length - (vector.length % 4);
  for (let row = 0; row < rows; row += 2) {
    // Four sums of two rows side by side: a processor adds them at once, and reads the vector once for both.
    let one = 0;
    let two = 0;
    let three = 0;
    let four = 0;
    let under1 = 0;
    let under2 = 0;
    let under3 = 0;
    let under4 = 0;
    const start = row * columns + from;
    const under = row + 1 < rows ? start + columns : start;
    for (let at = 0; at < length; at += 4) {
      const v1 = vector[at] as number;
      const v2 = vector[at + 1] as number;
      const v3 = vector[at + 2] as number;
      const v4 = vector[at + 3] as number;
      one += (weights[start + at] as number) * v1;
      two += (weights[start + at + 1] as number) * v2;
      three += (weights[start + at + 2] as number) * v3;
      four += (weights[start + at + 3] as number) * v4;
      under1 += (weights[under + at] as number) * v1;
      under2 += (weights[under + at + 1] as number) * v2;
      under3 += (weights[under + at + 2] as number) * v3;
      under4 += (weights[under + at + 3] as number) * v4;
    }
    for (let at = length; at < vector.length; at++) {
      one += (weights[start + at] as number) * (vector[at] as number);
      under1 += (weights[under + at] as number) * (vector[at] as number);
    }
    into[row] = (into[row] as number) + one + two + three + four;
    if (row + 1 < rows) into[row + 1] = (into[row + 1] as number) + under1 + under2 + under3 + under4;
  }
}

export function addVector(into: Float32Array | Float64Array, matrix: Matrix): void {
  const weights = floatsOf(matrix);
  for (let at = 0; at < into.length; at++) into[at] = (into[at] as number) + (weights[at] as number);
}

function addRow(into: Float32Array, { columns, numbers, scale }: Matrix, row: number, times: number): void {
  const start = row * columns;
  for (let at = 0; at < columns; at++) into[at] = (into[at] as number) + (numbers[start + at] as number) * scale * times;
}

/** Of all features of a token half is taken, as when it was learned. */
const FEATURES_TIMES = 0.5;

function vectorOf(encoder: Encoder, features: readonly string[]): Float32Array {
  const embedded = tensorOf(encoder, 'features');
  const vector = new Float32Array(embedded.columns);
  for (const feature of features) {
    const row = encoder.features.get(feature);
    if (row !== undefined) addRow(vector, embedded, row, FEATURES_TIMES);
  }
  return vector.map((value) => Math.tanh(value));
}

const sigmoid = (value: number) => 1 / (1 + Math.exp(-value));

/** Gates in the order input, forget, cell, output. */
function runDirection(encoder: Encoder, name: string, inputs: readonly Float32Array[], isReversed: boolean): readonly Float32Array[] {
  const [own, before, bias] = [tensorOf(encoder, `${name}.in`), tensorOf(encoder, `${name}.state`), tensorOf(encoder, `${name}.bias`)];
  const size = before.columns;
  const states = inputs.map(() => new Float32Array(0));
  let state = new Float32Array(size);
  const cell = new Float32Array(size);
  for (let nth = 0; nth < inputs.length; nth++) {
    const at = isReversed ? inputs.length - 1 - nth : nth;
    const gates = new Float32Array(4 * size);
    addVector(gates, bias);
    addProduct(gates, own, inputs[at] ?? new Float32Array(own.columns));
    addProduct(gates, before, state);
    const next = new Float32Array(size);
    for (let unit = 0; unit < size; unit++) {
      const kept = sigmoid(gates[size + unit] as number) * (cell[unit] as number);
      const added = sigmoid(gates[unit] as number) * Math.tanh(gates[2 * size + unit] as number);
      cell[unit] = kept + added;
      next[unit] = sigmoid(gates[3 * size + unit] as number) * Math.tanh(kept + added);
    }
    state = next;
    states[at] = next;
  }
  return states;
}

/** @param features of each token */
export function encode(encoder: Encoder, features: readonly (readonly string[])[]): Encoded {
  const vectors = features.map((own) => vectorOf(encoder, own));
  const [forward, backward] = [runDirection(encoder, 'forward', vectors, false), runDirection(encoder, 'backward', vectors, true)];
  const [out, bias] = [tensorOf(encoder, 'tags'), tensorOf(encoder, 'tags.bias')];
  const states = forward.map((own, at) => joinedVectors(own, backward[at] ?? new Float32Array(own.length)));
  const scores = states.map((state, at) => {
    const own = new Float64Array(out.rows);
    addVector(own, bias);
    addProduct(own, out, state);
    addProduct(own, out, vectors[at] ?? new Float32Array(0), state.length);
    return own;
  });
  return { states, scores };
}

export function joinedVectors(one: Float32Array, two: Float32Array): Float32Array {
  const both = new Float32Array(one.length + two.length);
  both.set(one);
  both.set(two, one.length);
  return both;
}
