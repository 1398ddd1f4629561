// The part of the WebAssembly interface that the processor uses: Node's types leave it to the DOM's, which are not loaded here.

declare namespace WebAssembly {
  interface Module {
    readonly moduleBrand: unique symbol;
  }
  class Memory {
    readonly buffer: ArrayBuffer;
  }
  class Instance {
    constructor(module: Module, imports: Imports);
    readonly exports: Readonly<Record<string, unknown>>;
  }
  type Imports = Record<string, Record<string, unknown>>;
  function compile(bytes: Uint8Array): Promise<Module>;
  function validate(bytes: Uint8Array): boolean;
}
