// Parses JSON the way RFC 8259 leaves to the receiver, strictly: no duplicate names, none called `__proto__`, bounded depth, no lone surrogates, valid UTF-8.

const DEPTH_MAX = 32;

type StrictJson = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly issue: string };

export function parseStrictJson(bytes: Uint8Array): StrictJson {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    return { ok: false, issue: 'The body is not valid UTF-8.' };
  }
  const structure = checkStructure(text);
  if (structure) return { ok: false, issue: structure };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    // The engine's own words name the place.
    const place = /at position \d+(?: \(line \d+ column \d+\))?/.exec(cause instanceof Error ? cause.message : '')?.[0];
    return {
      ok: false,
      issue: `The body is not valid JSON${place === undefined ? (text.trim() === '' ? ': it is empty' : ': it ends too early') : ` ${place}`}.`,
    };
  }
  return isWellFormed(value) ? { ok: true, value } : { ok: false, issue: 'A string has a lone surrogate.' };
}

/**
 * One linear pass over the text before it is parsed: depth, and names that an object repeats (JSON.parse would keep the last).
 * Text that is not JSON passes here and fails in JSON.parse.
 */
function checkStructure(text: string): string | undefined {
  const names: (Set<string> | undefined)[] = [];
  // Every string matches, an unterminated one to the end (also after a lone backslash): after a failed start the next quote would read
  // the same text again, and the pass would be quadratic.
  const token = /"(?:[^"\\]|\\.)*(?:"|\\?$)|[{}[\]]/gs;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const found = match[0];
    if (found === '{' || found === '[') {
      if (names.length >= DEPTH_MAX) return `The body is nested more than ${DEPTH_MAX} levels deep.`;
      names.push(found === '{' ? new Set() : undefined);
    } else if (found === '}' || found === ']') {
      names.pop();
    } else if (isName(text, token.lastIndex)) {
      const seen = names.at(-1);
      if (!seen) continue;
      const name = unescape(found);
      if (name === '__proto__') return 'A field must not be called __proto__.';
      if (seen.has(name)) return `The name ${JSON.stringify(name.slice(0, 40))} occurs twice in one object.`;
      seen.add(name);
    }
  }
  return undefined;
}

function isName(text: string, end: number): boolean {
  const colon = /\s*:/y;
  colon.lastIndex = end;
  return colon.test(text);
}

function unescape(literal: string): string {
  try {
    return JSON.parse(literal) as string;
  } catch {
    return literal;
  }
}

function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (Array.isArray(value)) return value.every(isWellFormed);
  if (value !== null && typeof value === 'object') {
    return Object.entries(value).every(([name, inner]) => name.isWellFormed() && isWellFormed(inner));
  }
  return true;
}
