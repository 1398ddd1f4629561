// JPEG 2000 (ISO/IEC 15444-1 Annex I and A): drops the boxes and comments that no decoder needs. Coded data passes through byte for byte.

interface RemovedBox {
  readonly kind: 'jpx_box' | 'comment';
  /** The box type or marker: `uuid`, `xml `, `COM`. */
  readonly location: string;
  readonly payload: Uint8Array;
}

export interface StrippedJpx {
  readonly bytes: Uint8Array;
  readonly removed: readonly RemovedBox[];
}

const DROPPED = new Set(['uuid', 'uinf', 'xml ', 'jp2i']);
const SOC = 0xff4f;
const SOT = 0xff90;
const COM = 0xff64;

/** A file that is not as expected, or that refers to itself by offsets (fragment tables), is returned unchanged. */
export function stripJpxMetadata(bytes: Uint8Array): StrippedJpx {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const removed: RemovedBox[] = [];
  if (file.length > 2 && file.readUInt16BE(0) === SOC) return { bytes: stripCodestream(file, removed), removed };
  const parts: Uint8Array[] = [];
  for (let at = 0; at + 8 <= file.length;) {
    const type = file.toString('latin1', at + 4, at + 8);
    const short = file.readUInt32BE(at);
    const head = short === 1 ? 16 : 8;
    const size = short === 0 ? file.length - at : short === 1 && at + 16 <= file.length ? Number(file.readBigUInt64BE(at + 8)) : short;
    if (size < head || at + size > file.length || type === 'ftbl' || type === 'mdat') return { bytes, removed: [] };
    const payload = file.subarray(at + head, at + size);
    if (DROPPED.has(type)) removed.push({ kind: 'jpx_box', location: type, payload });
    else if (type === 'jp2c') {
      const coded = stripCodestream(payload, removed);
      // Its new length; a length of 0 (to the end of the file) stays.
      if (coded.length === payload.length || short === 0) parts.push(file.subarray(at, at + head), coded);
      else parts.push(boxHead('jp2c', coded.length), coded);
    } else parts.push(file.subarray(at, at + size));
    at += size;
  }
  return { bytes: removed.length === 0 ? bytes : Buffer.concat(parts), removed };
}

function boxHead(type: string, payloadBytes: number): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(payloadBytes + 8, 0);
  head.write(type, 4, 'latin1');
  return head;
}

/** Comments of the main header; nothing there refers to offsets (A.9.2). */
function stripCodestream(code: Buffer, removed: RemovedBox[]): Buffer {
  const parts: Buffer[] = [code.subarray(0, 2)];
  let at = 2;
  while (at + 4 <= code.length && code.readUInt16BE(at) !== SOT) {
    const end = at + 2 + code.readUInt16BE(at + 2);
    // Damaged from here on: the rest stays unchanged.
    if (code[at] !== 0xff || end > code.length || end < at + 4) break;
    if (code.readUInt16BE(at) === COM) removed.push({ kind: 'comment', location: 'COM', payload: code.subarray(at + 6, end) });
    else parts.push(code.subarray(at, end));
    at = end;
  }
  return Buffer.concat([...parts, code.subarray(at)]);
}
