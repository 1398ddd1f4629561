// An answer as it is kept for a repeated request.

export interface StoredAnswer {
  readonly status: number;
  /** JSON. */
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}
