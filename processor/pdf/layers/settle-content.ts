// Content without layers (ISO 32000-1 8.11.3.2): what a hidden layer paints is taken out, what it leaves in the graphics state stays; the marks of layers
// that are shown become marks without meaning.

import { CONTENT_BOUNDS } from '../syntax/content-bounds.ts';
import { nameAt } from '../syntax/operand.ts';
import { type ContentEdit, type Operation, OperationReader, writeContent } from '../syntax/operations.ts';

export interface LayersOfContent {
  /** Whether marked content with this property list is shown; undefined: it is none of a layer. */
  readonly isMarkShown: (name: string) => boolean | undefined;
  /** Whether the XObject of this name is shown. */
  readonly isObjectShown: (name: string) => boolean;
}

export interface SettledContent {
  /** Undefined where nothing changed. */
  readonly bytes: Uint8Array | undefined;
  /** XObjects that are not drawn any more, at least there. */
  readonly objectsHidden: ReadonlySet<string>;
  /** Something was taken out. */
  readonly isCut: boolean;
  /** Why it cannot be settled: hidden letters in the middle of a line, or more operations than are read. */
  readonly isTangled: boolean;
}

const BUILDS = new Set(['m', 'l', 'c', 'v', 'y', 'h', 're']);
const PAINTS = new Set(['S', 's', 'f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'n']);
const CLIPS = new Set(['W', 'W*']);
const PLACES_TEXT = new Set(['BT', 'Td', 'TD', 'Tm', 'T*', "'", '"']);
const SHOWS_TEXT = new Set(['Tj', 'TJ', "'", '"']);

export function settleContent(bytes: Uint8Array, layers: LayersOfContent): SettledContent {
  const reader = new OperationReader(bytes);
  const settling = new Settling(layers);
  let count = 0;
  for (let next = reader.next(); next; next = reader.next()) {
    if (++count > CONTENT_BOUNDS.programOperationsMax) settling.isTangled = true;
    if (settling.isTangled) break;
    settling.take(next, bytes);
  }
  const { edits, objectsHidden, isCut, isTangled } = settling;
  return { bytes: edits.length === 0 ? undefined : writeContent(bytes, edits), objectsHidden, isCut, isTangled };
}

class Settling {
  readonly edits: ContentEdit[] = [];
  readonly objectsHidden = new Set<string>();
  isTangled = false;
  isCut = false;
  readonly #layers: LayersOfContent;
  /** Of each open mark: whether it hides what is in it. */
  readonly #marks: boolean[] = [];
  #hiding = 0;
  /** Hidden operations that build the present path. */
  #path: Operation[] = [];
  #clips = false;
  /** Hidden letters before this place of the line would have moved what follows. */
  #isLineMoved = false;

  constructor(layers: LayersOfContent) {
    this.#layers = layers;
  }

  take(operation: Operation, bytes: Uint8Array): void {
    const { operator, operands } = operation;
    if (operator === 'BDC' || operator === 'BMC') this.#openMark(operation);
    else if (operator === 'EMC') {
      if (this.#marks.pop() === true) this.#hiding--;
    } else if (PLACES_TEXT.has(operator)) this.#isLineMoved = false;
    const isHiddenObject = operator === 'Do' && !this.#layers.isObjectShown(nameAt(operands, 0) ?? '');
    if (this.#hiding > 0 || isHiddenObject) this.#hide(operation, bytes);
    else if (SHOWS_TEXT.has(operator) && this.#isLineMoved) this.isTangled = true;
  }

  #openMark(operation: Operation): void {
    const [tag, list] = [nameAt(operation.operands, 0), nameAt(operation.operands, 1)];
    const isShown = operation.operator === 'BDC' && tag === 'OC' && list !== undefined ? this.#layers.isMarkShown(list) : undefined;
    this.#marks.push(isShown === false);
    if (isShown === false) this.#hiding++;
    if (isShown !== undefined) this.#replace(operation, '/Layer BMC');
  }

  #hide(operation: Operation, bytes: Uint8Array): void {
    const { operator, operands } = operation;
    this.isCut ||= PAINTS.has(operator) || SHOWS_TEXT.has(operator) || ['Do', 'sh', 'BI'].includes(operator);
    if (BUILDS.has(operator)) this.#path.push(operation);
    else if (CLIPS.has(operator)) this.#clips = true;
    else if (PAINTS.has(operator)) this.#endPath(operation);
    else if (operator === 'Do') {
      this.objectsHidden.add(nameAt(operands, 0) ?? '');
      this.#replace(operation, '');
    } else if (operator === 'sh' || operator === 'BI') this.#replace(operation, '');
    else if (SHOWS_TEXT.has(operator)) {
      this.#isLineMoved = true;
      const [word, letter] = operands.slice(-3).map(({ start, end }) => Buffer.from(bytes.subarray(start, end)).toString('latin1'));
      this.#replace(operation, operator === '"' ? `${word} Tw ${letter} Tc T*` : operator === "'" ? 'T*' : '');
    }
  }

  /** A path that clips is still needed. */
  #endPath(operation: Operation): void {
    if (this.#clips) this.#replace(operation, 'n');
    else for (const one of [...this.#path, operation]) this.#replace(one, '');
    this.#path = [];
    this.#clips = false;
  }

  #replace({ start, end }: Operation, replacement: string): void {
    this.edits.push({ start, end, replacement });
  }
}
