// The part of the WebAssembly interface that is used here, with its types: Node's types rely on those of the DOM, which are not loaded.

declare const moduleBrand: unique symbol;
/** Compiled code; can be sent to threads, which then share it. */
export interface WasmModule {
  readonly [moduleBrand]: true;
}
export interface WasmMemory {
  readonly buffer: ArrayBuffer;
}
export interface WasmInstance {
  readonly exports: Readonly<Record<string, unknown>>;
}
export type WasmImports = Record<string, Record<string, unknown>>;

interface WasmInterface {
  readonly compile: (bytes: Uint8Array) => Promise<WasmModule>;
  readonly validate: (bytes: Uint8Array) => boolean;
  readonly Instance: new (module: WasmModule, imports: WasmImports) => WasmInstance;
  readonly Memory: new (limits: { readonly initial: number }) => WasmMemory;
}

export const wasm = (globalThis as unknown as { readonly WebAssembly: WasmInterface }).WebAssembly;

const MEMORY_SECTION = 5;
const PAGE_BYTES = 65_536;

/**
 * The same module with a lower maximum of its first memory (WebAssembly 1.0, 5.5.8): requests for more fail, as in a
 * process under a limit. A module whose memory has no maximum, or a lower one, is not changed.
 */
export function limitMemory(code: Uint8Array, bytesMax: number): Uint8Array {
  const limited = Uint8Array.from(code);
  for (let at = 8; at < limited.length;) {
    const size = readLeb(limited, at + 1);
    if (limited[at] === MEMORY_SECTION) {
      const count = readLeb(limited, size.end);
      const flags = readLeb(limited, count.end);
      const least = readLeb(limited, flags.end);
      const most = readLeb(limited, least.end);
      const pagesMax = Math.floor(bytesMax / PAGE_BYTES);
      if ((flags.value & 1) === 1 && most.value > pagesMax) writeLeb(limited, least.end, most.end, Math.max(least.value, pagesMax));
      break;
    }
    at = size.end + size.value;
  }
  return limited;
}

/** An unsigned LEB128 number. */
function readLeb(bytes: Uint8Array, start: number): { readonly value: number; readonly end: number } {
  let [value, at] = [0, start];
  for (let scale = 1; ; scale *= 128) {
    const byte = bytes[at++] ?? 0;
    value += (byte & 0x7f) * scale;
    if (byte < 0x80) return { value, end: at };
  }
}

/** Overwrites a larger number, in the same number of bytes. */
function writeLeb(bytes: Uint8Array, start: number, end: number, value: number): void {
  for (let at = start, rest = value; at < end; at++, rest = Math.floor(rest / 128)) bytes[at] = (rest % 128) | (at < end - 1 ? 0x80 : 0);
}
