// A bounded list: one row more than asked for says whether there is more.

export interface Listed<T> {
  readonly data: T[];
  readonly has_more: boolean;
}

/** @param rows Up to `limit` + 1. */
export function listed<T>(rows: readonly T[], limit: number): Listed<T> {
  return { data: rows.slice(0, limit), has_more: rows.length > limit };
}
