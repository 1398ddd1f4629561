// The few globals that every runtime has and the contract may use. There is no fetch and no clock here: the contract does no I/O.

declare interface CryptoKey {
  readonly type: string;
}
declare const crypto: {
  readonly subtle: {
    importKey(
      format: 'raw',
      key: Uint8Array,
      algorithm: { name: string; hash: string },
      extractable: boolean,
      usages: string[],
    ): Promise<CryptoKey>;
    sign(algorithm: string, key: CryptoKey, data: Uint8Array): Promise<ArrayBuffer>;
    verify(algorithm: string, key: CryptoKey, signature: Uint8Array, data: Uint8Array): Promise<boolean>;
    digest(algorithm: string, data: Uint8Array): Promise<ArrayBuffer>;
  };
};
declare class URL {
  constructor(url: string);
  readonly protocol: string;
  readonly username: string;
  readonly password: string;
  readonly host: string;
  readonly hostname: string;
  readonly port: string;
}
declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
}
