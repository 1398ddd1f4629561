// JPEG 2000 data (ISO/IEC 15444-1, Annex I) as far as ISO 19005-2, 6.2.8.3 restricts them: colour channels, colour specifications, bit depths.

export interface Jpeg2000 {
  readonly channels: number;
  /** Of each `colr` box. */
  readonly colours: readonly { readonly method: number; readonly approximation: number; readonly enumerated: number | undefined }[];
  readonly hasDepthBox: boolean;
  readonly depth: number;
}

/** Undefined for anything but a JP2 file, even a bare codestream, which a PDF does not allow (ISO 32000-1 7.4.9). */
export function readJpeg2000(bytes: Uint8Array): Jpeg2000 | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let header: { channels: number; depth: number } | undefined;
  let hasDepthBox = false;
  let alpha = 0;
  const colours: { method: number; approximation: number; enumerated: number | undefined }[] = [];
  for (const [type, payload] of boxes(file)) {
    if (type !== 'jp2h') continue;
    for (const [inner, data] of boxes(payload)) {
      if (inner === 'ihdr' && data.length >= 12) header = { channels: data.readUInt16BE(8), depth: ((data[10] ?? 0) & 127) + 1 };
      else if (inner === 'bpcc') hasDepthBox = true;
      else if (inner === 'colr' && data.length >= 3) {
        const method = data[0] ?? 0;
        colours.push({
          method,
          approximation: data[2] ?? 0,
          enumerated: method === 1 && data.length >= 7 ? data.readUInt32BE(3) : undefined,
        });
      } else if (inner === 'cdef' && data.length >= 2) {
        // Opacity channels are not colour channels (I.5.3.6).
        for (let at = 2; at + 6 <= data.length; at += 6) if (data.readUInt16BE(at + 2) > 0) alpha++;
      }
    }
  }
  return header && { channels: header.channels - alpha, depth: header.depth, colours, hasDepthBox };
}

function* boxes(bytes: Buffer): Generator<readonly [type: string, payload: Buffer]> {
  for (let at = 0; at + 8 <= bytes.length;) {
    const short = bytes.readUInt32BE(at);
    const head = short === 1 ? 16 : 8;
    const size = short === 0 ? bytes.length - at : short === 1 && at + 16 <= bytes.length ? Number(bytes.readBigUInt64BE(at + 8)) : short;
    if (size < head || at + size > bytes.length) return;
    yield [bytes.toString('latin1', at + 4, at + 8), bytes.subarray(at + head, at + size)];
    at += size;
  }
}
