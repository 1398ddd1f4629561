// The operators of a default appearance string (ISO 32000-2 12.7.4.3): a few words between spaces, without strings or arrays.

export interface SetOperation {
  readonly operator: string;
  readonly operands: readonly string[];
  /** As written there. */
  readonly source: string;
}

const WORDS_MAX = 200;

export function parseOperations(text: string): SetOperation[] {
  const operations: SetOperation[] = [];
  let operands: string[] = [];
  for (const word of text.trim().split(/\s+/).slice(0, WORDS_MAX)) {
    if (/^(?:\/\S*|[-+]?(?:\d+\.?\d*|\.\d+))$/.test(word)) operands.push(word);
    else {
      operations.push({ operator: word, operands, source: [...operands, word].join(' ') });
      operands = [];
    }
  }
  return operations;
}
