// From the bytes of a text or HTML document to characters: by byte order mark, the document's declaration, else UTF-8, else a guess, which is reported.

export interface DecodedText {
  readonly text: string;
  /** The name as in WHATWG Encoding. */
  readonly encoding: string;
  /** No encoding is declared, and it is not UTF-8. */
  readonly guessed: boolean;
  /** Some bytes mean nothing in this encoding. */
  readonly damaged: boolean;
}

const META_BYTES = 1024;
/** In a damaged UTF-8 text, most sequences are still whole. */
const INVALID_SHARE_MAX = 0.05;

/** A text without any declaration. */
export function decodeText(bytes: Uint8Array): DecodedText {
  const marked = decodeMarked(bytes);
  if (marked) return marked;
  const wide = guessUtf16(bytes);
  if (wide) return { ...decodeAs(bytes, wide), guessed: true };
  return decodeUtf8OrLatin(bytes);
}

/** HTML Living Standard, 13.2.3.2: mark, then a meta element in the first kibibyte, then the same guess. */
export function decodeHtml(bytes: Uint8Array): DecodedText {
  const marked = decodeMarked(bytes);
  if (marked) return marked;
  const head = Buffer.from(bytes.subarray(0, META_BYTES)).toString('latin1');
  const declared = /<meta[^>]*?charset\s*=\s*["']?\s*([\w-]+)/i.exec(head)?.[1]?.toLowerCase();
  if (declared !== undefined && isKnown(declared))
    return { ...decodeAs(bytes, declared.startsWith('utf-16') ? 'utf-8' : declared), guessed: false };
  const wide = guessUtf16(bytes);
  return wide ? { ...decodeAs(bytes, wide), guessed: true } : decodeUtf8OrLatin(bytes);
}

function decodeMarked(bytes: Uint8Array): DecodedText | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return { ...decodeAs(bytes, 'utf-8'), guessed: false };
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { ...decodeAs(bytes, 'utf-16le'), guessed: false };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { ...decodeAs(bytes, 'utf-16be'), guessed: false };
  return undefined;
}

/** Where every second byte is NUL more often than not, it is UTF-16 of a Latin text. */
const MANY_NULS = 0.6;
const FEW_NULS = 0.1;

function guessUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const head = bytes.subarray(0, 4096);
  let [even, odd] = [0, 0];
  for (let at = 0; at < head.length; at++) {
    if (head[at] !== 0) continue;
    if (at % 2 === 0) even++;
    else odd++;
  }
  const half = head.length / 2;
  if (head.length < 4) return undefined;
  if (odd > half * MANY_NULS && even < half * FEW_NULS) return 'utf-16le';
  return even > half * MANY_NULS && odd < half * FEW_NULS ? 'utf-16be' : undefined;
}

function decodeUtf8OrLatin(bytes: Uint8Array): DecodedText {
  const utf8 = decodeAs(bytes, 'utf-8');
  if (!utf8.damaged) return { ...utf8, guessed: false };
  const invalid = utf8.text.match(/\ufffd/g)?.length ?? 0;
  const foreign = utf8.text.match(/[^\0-\x7f]/g)?.length ?? 0;
  // Latin-1 read as UTF-8 gives almost only replacement characters; a damaged UTF-8 text gives few.
  if (invalid <= foreign * INVALID_SHARE_MAX + 1 && foreign > invalid) return { ...utf8, guessed: false };
  return { ...decodeAs(bytes, 'windows-1252'), guessed: true };
}

function decodeAs(bytes: Uint8Array, encoding: string): Omit<DecodedText, 'guessed'> {
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), encoding, damaged: false };
  } catch {
    return { text: new TextDecoder(encoding).decode(bytes), encoding, damaged: true };
  }
}

function isKnown(encoding: string): boolean {
  try {
    return new TextDecoder(encoding) instanceof TextDecoder;
  } catch {
    return false;
  }
}
