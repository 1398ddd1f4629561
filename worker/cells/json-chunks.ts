// Rows as lists of JSON, each short enough for one bound value (D1: 2 MB).

/** A character has at most three bytes. */
const CHUNK_CHARS_MAX = 500_000;

export function inChunks(rows: readonly object[]): string[] {
  const chunks: string[][] = [];
  let length = Infinity;
  for (const row of rows) {
    const text = JSON.stringify(row);
    if (length + text.length > CHUNK_CHARS_MAX) {
      chunks.push([]);
      length = 0;
    }
    chunks.at(-1)?.push(text);
    length += text.length;
  }
  return chunks.map((texts) => `[${texts.join()}]`);
}
