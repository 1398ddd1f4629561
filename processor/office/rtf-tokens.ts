// The tokens of a Rich Text document (RTF 1.9.1, "Syntax"): groups, control words with their numbers, symbols, text, and the raw bytes after \bin.

export type RtfToken =
  | { readonly kind: 'open' }
  | { readonly kind: 'close' }
  | { readonly kind: 'word'; readonly name: string; readonly parameter: number | undefined }
  | { readonly kind: 'symbol'; readonly name: string }
  /** A byte written as \'hh. */
  | { readonly kind: 'byte'; readonly value: number }
  /** Bytes as characters of the same number. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'binary'; readonly bytes: Buffer };

const [OPEN, CLOSE, BACKSLASH] = [0x7b, 0x7d, 0x5c];
/** "Control Word": readers treat a longer one as an error. */
const NAME_CHARS_MAX = 32;
const PARAMETER_MAX = 0x7fffffff;

export function* readRtf(file: Buffer): Generator<RtfToken, void, undefined> {
  let at = 0;
  while (at < file.length) {
    const byte = file[at];
    if (byte === OPEN || byte === CLOSE) {
      yield { kind: byte === OPEN ? 'open' : 'close' };
      at++;
    } else if (byte === BACKSLASH) {
      const { token, end } = readControl(file, at);
      at = end;
      if (token) yield token;
      if (token?.kind === 'word' && token.name === 'bin' && (token.parameter ?? 0) > 0) {
        const bytes = file.subarray(at, at + (token.parameter ?? 0));
        at += bytes.length;
        yield { kind: 'binary', bytes };
      }
    } else {
      const start = at;
      while (at < file.length && file[at] !== OPEN && file[at] !== CLOSE && file[at] !== BACKSLASH) at++;
      // Line ends and other control characters mean nothing.
      // oxlint-disable-next-line no-control-regex
      const text = file.toString('latin1', start, at).replaceAll(/[\0-\u0008\n-\u001f\u007f]/g, '');
      if (text !== '') yield { kind: 'text', text };
    }
  }
}

function readControl(file: Buffer, start: number): { token: RtfToken | undefined; end: number } {
  const first = file[start + 1];
  if (first === undefined) return { token: undefined, end: start + 1 };
  if (!isLetter(first)) {
    if (first !== 0x27) return { token: { kind: 'symbol', name: String.fromCharCode(first) }, end: start + 2 };
    const digits = file.toString('latin1', start + 2, start + 4);
    // Without two digits it means nothing, and what follows is read as usual.
    if (!/^[0-9a-f]{2}$/i.test(digits)) return { token: undefined, end: start + 2 };
    return { token: { kind: 'byte', value: Number.parseInt(digits, 16) }, end: start + 4 };
  }
  let at = start + 1;
  while (isLetter(file[at] ?? 0)) at++;
  const name = file.toString('latin1', start + 1, at);
  const isNegative = file[at] === 0x2d;
  const digitsAt = isNegative ? at + 1 : at;
  let digitsEnd = digitsAt;
  while ((file[digitsEnd] ?? 0) >= 0x30 && (file[digitsEnd] ?? 0) <= 0x39) digitsEnd++;
  let parameter: number | undefined;
  if (digitsEnd > digitsAt) {
    const value = Math.min(Number(file.toString('latin1', digitsAt, Math.min(digitsEnd, digitsAt + 15))), PARAMETER_MAX);
    parameter = isNegative ? -value : value;
    at = digitsEnd;
  }
  if (file[at] === 0x20) at++;
  return { token: name.length > NAME_CHARS_MAX ? undefined : { kind: 'word', name, parameter }, end: at };
}

function isLetter(byte: number): boolean {
  return (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a);
}
