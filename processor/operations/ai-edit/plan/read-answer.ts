// Reads what a language model meant by its answer: models wrap JSON in fences and thoughts, write null for omitted fields, and number things
// in their own way. Only the wrapping is removed here; the schema decides whether it is a plan.

const DEPTH_MAX = 20;

/** @returns the JSON object in a text: all of it, the part in a fence, or from the first brace to the last; undefined where there is none */
export function findJson(text: string): unknown {
  const plain = text.replaceAll(/<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/gi, '').trim();
  const fenced = /```(?:json)?\s*\n([\s\S]*?)\n\s*```/i.exec(plain)?.[1];
  for (const candidate of [plain, fenced, plain.slice(plain.indexOf('{'), plain.lastIndexOf('}') + 1)]) {
    if (candidate === undefined || !candidate.trimStart().startsWith('{')) continue;
    try {
      return JSON.parse(candidate);
    } catch {
      continue;
    }
  }
  return undefined;
}

/** Without nulls, and with identifiers in the order of the operations: neither carries meaning. */
export function tidyAnswer(answer: unknown): unknown {
  const tidy = withoutNulls(answer, 0);
  if (typeof tidy !== 'object' || tidy === null || !('operations' in tidy) || !Array.isArray(tidy.operations)) return tidy;
  const operations = (tidy.operations as unknown[]).map((operation, index) =>
    typeof operation === 'object' && operation !== null && !Array.isArray(operation) ? { ...operation, id: `op${index + 1}` } : operation,
  );
  return { unresolved: [], ...tidy, operations };
}

function withoutNulls(value: unknown, depth: number): unknown {
  if (depth > DEPTH_MAX || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => withoutNulls(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== null)
      .map(([key, item]) => [key, withoutNulls(item, depth + 1)]),
  );
}
