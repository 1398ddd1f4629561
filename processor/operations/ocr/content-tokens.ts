// The operators of a content stream with their operands (ISO 32000-1 7.8.2), as ranges of bytes: enough to count, keep or drop them without
// rewriting anything. Continues over damage; data of inline images are stepped over.

export interface Operation {
  readonly operator: string;
  /** Where the first operand starts, and where the operator ends. */
  readonly start: number;
  readonly end: number;
  /** Where the operator itself starts. */
  readonly at: number;
}

const SPACE = new Set([0, 9, 10, 12, 13, 32]);
const DELIMITERS = new Set(Buffer.from('()<>[]{}/%'));

export function* readOperations(content: Buffer): Generator<Operation> {
  let at = 0;
  let start = -1;
  while (at < content.length) {
    const byte = content[at] ?? 0;
    if (SPACE.has(byte)) {
      at++;
      continue;
    }
    if (byte === 0x25) {
      at = skipComment(content, at);
      continue;
    }
    if (start < 0) start = at;
    const isRegular = !DELIMITERS.has(byte);
    const end = isRegular ? endOfWord(content, at) : endOfObject(content, at);
    if (isRegular && !isNumber(byte) && !isConstant(content, at, end)) {
      const operator = content.toString('latin1', at, end);
      const after = operator === 'ID' ? endOfInlineImage(content, end) : end;
      yield { operator, start, at, end: after };
      start = -1;
      at = after;
    } else {
      at = end;
    }
  }
  if (start >= 0) yield { operator: DANGLING, start, at, end: at };
}

/** Marks operands without an operator at the end: content that breaks off. */
const DANGLING = '';

export interface Nesting {
  /** 0, or negative where Q comes too often. */
  readonly lowest: number;
  /** How many q are left open above that. */
  readonly end: number;
  /** Breaks off inside a string, an inline image or a text object: what follows would become part of it. */
  readonly breaksOff: boolean;
}

export function measureNesting(content: Buffer): Nesting {
  let [depth, lowest, breaksOff] = [0, 0, false];
  for (const { operator, end } of readOperations(content)) {
    if (operator === 'q') depth++;
    else if (operator === 'Q') lowest = Math.min(lowest, --depth);
    else if (operator === 'BT' || operator === DANGLING) breaksOff = true;
    else if (operator === 'ET') breaksOff = false;
    else if (operator === 'ID') breaksOff = content.toString('latin1', end - 2, end) !== 'EI';
  }
  return { lowest, end: depth, breaksOff };
}

function skipComment(content: Buffer, at: number): number {
  while (at < content.length && content[at] !== 10 && content[at] !== 13) at++;
  return at;
}

function isNumber(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || byte === 0x2b || byte === 0x2d || byte === 0x2e;
}

function isConstant(content: Buffer, at: number, end: number): boolean {
  const length = end - at;
  if (length !== 4 && length !== 5) return false;
  const word = content.toString('latin1', at, end);
  return word === 'true' || word === 'null' || word === 'false';
}

function endOfWord(content: Buffer, at: number): number {
  let end = at + 1;
  while (end < content.length && !SPACE.has(content[end] ?? 0) && !DELIMITERS.has(content[end] ?? 0)) end++;
  return end;
}

/** A name, string, or one delimiter: arrays and dictionaries are operands, whatever they hold. */
function endOfObject(content: Buffer, at: number): number {
  const byte = content[at];
  if (byte === 0x2f) return endOfWord(content, at);
  if (byte === 0x28) return endOfString(content, at);
  if (byte === 0x3c && content[at + 1] === 0x3c) return at + 2;
  if (byte === 0x3c) {
    const end = content.indexOf(0x3e, at);
    return end < 0 ? content.length : end + 1;
  }
  return at + 1;
}

function endOfString(content: Buffer, at: number): number {
  let depth = 0;
  for (let end = at; end < content.length; end++) {
    const byte = content[end];
    if (byte === 0x5c) end++;
    else if (byte === 0x28) depth++;
    else if (byte === 0x29 && --depth === 0) return end + 1;
  }
  return content.length;
}

/** After EI between white space (8.9.7); what follows must look like content, because the data may hold the same two letters. */
function endOfInlineImage(content: Buffer, at: number): number {
  for (let end = content.indexOf('EI', at + 1); end >= 0; end = content.indexOf('EI', end + 1)) {
    const after = content[end + 2];
    if (!SPACE.has(content[end - 1] ?? 0) || !(after === undefined || SPACE.has(after))) continue;
    const following = content.subarray(end + 2, end + 18);
    if (following.every((byte) => SPACE.has(byte) || (byte >= 0x20 && byte < 0x7f))) return end + 2;
  }
  return content.length;
}
