// A hostile or broken file, and what it must lead to.

export interface HostileFile {
  readonly name: string;
  /** What kind of harm it is, `;` between several. */
  readonly tags: string;
  /** `reject`, `limit`, `repair`, `ok`, `must-not-read`, … */
  readonly outcome: string;
  readonly make: () => Promise<Uint8Array | string> | Uint8Array | string;
}
