// Fonts in a document: TrueType and OpenType by their own bytes, nothing else.

/** Tables that every such font has (ISO/IEC 14496-22, 5.2 and 5.3). */
const NEEDED = ['cmap', 'head', 'name'];
const TABLES_MAX = 200;

export function isFont(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.length < 12 || ![0x00010000, 0x4f54544f, 0x74727565].includes(file.readUInt32BE(0))) return false;
  const count = file.readUInt16BE(4);
  if (count < NEEDED.length || count > TABLES_MAX || 12 + count * 16 > file.length) return false;
  const tags = new Set<string>();
  for (let at = 12; at < 12 + count * 16; at += 16) {
    if (file.readUInt32BE(at + 8) + file.readUInt32BE(at + 12) > file.length) return false;
    tags.add(file.toString('latin1', at, at + 4));
  }
  return NEEDED.every((tag) => tags.has(tag));
}

/** ECMA-376 part 4, 8.1: the first 32 bytes are XORed with a key, which is its own name, backwards. */
export function isObfuscatedFont(bytes: Uint8Array, keys: readonly string[]): boolean {
  if (isFont(bytes)) return true;
  return keys.some((key) => {
    const mask = Buffer.from(key.replaceAll(/[^0-9a-f]/gi, ''), 'hex').toReversed();
    return mask.length === 16 && isFont(bytes.map((byte, at) => (at < 32 ? byte ^ (mask[at % 16] ?? 0) : byte)));
  });
}
