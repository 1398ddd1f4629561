// The part of the WebAssembly interface that is used here, with its types: Node's leave them to the DOM's, which are not loaded.

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
