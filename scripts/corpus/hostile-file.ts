// A hostile or broken file, and its expected outcome.

export interface HostileFile {
  readonly name: string;
  /** The kind of harm; several are separated by `;`. */
  readonly tags: string;
  /** `reject`, `limit`, `repair`, `ok`, `must-not-read`, … */
  readonly outcome: string;
  readonly make: () => Promise<Uint8Array | string> | Uint8Array | string;
}
