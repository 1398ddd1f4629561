// A database with read replicas (D1 sessions). Whoever writes, or must know what is, asks the primary; whoever only shows may ask the replica that
// is nearest, if it has all that its caller has written: a bookmark says how far that is. Bookmarks of one database are in the order of their letters.

/** What the Worker uses of a database. */
type Asked = Pick<D1Database, 'prepare' | 'batch'>;

export interface ReplicatedDatabase {
  /** Every statement of it asks the primary. */
  readonly primary: D1Database;
  /** The newest bookmark that this isolate has seen; undefined before the first statement. It holds all that was written by it. */
  readonly newest: () => string | undefined;
  /** @param from what the replica must hold; undefined: as much as the primary. Only for statements that read. */
  readonly near: (from: string | undefined) => NearDatabase;
}

export interface NearDatabase {
  readonly db: D1Database;
  /** What its statements have seen; undefined before the first one. */
  readonly bookmark: () => string | undefined;
}

export function replicated(database: D1Database): ReplicatedDatabase {
  let newest: string | undefined;
  const withPrimary = async <T>(ask: (session: D1DatabaseSession) => Promise<T>): Promise<T> => {
    // The first statement of such a session asks the primary, a later one need not: so each has its own.
    const session = database.withSession('first-primary');
    const answer = await ask(session);
    newest = newerOf(newest, session.getBookmark() ?? undefined);
    return answer;
  };
  const primary: Asked = {
    prepare: (sql) => new PrimaryStatement(withPrimary, sql, []) as unknown as D1PreparedStatement,
    batch: async (statements) =>
      withPrimary(async (session) => session.batch(statements.map((each) => (each as unknown as PrimaryStatement).on(session)))),
  };
  return {
    primary: primary as D1Database,
    newest: () => newest,
    near: (from) => {
      const session = database.withSession(from ?? 'first-primary');
      return { db: session as unknown as D1Database, bookmark: () => session.getBookmark() ?? undefined };
    },
  };
}

function newerOf(one: string | undefined, other: string | undefined): string | undefined {
  return one === undefined || (other !== undefined && other > one) ? other : one;
}

type WithPrimary = <T>(ask: (session: D1DatabaseSession) => Promise<T>) => Promise<T>;

/** As much of D1PreparedStatement as is used here and by the query builder. */
class PrimaryStatement {
  private readonly withPrimary: WithPrimary;
  private readonly sql: string;
  private readonly values: readonly unknown[];

  constructor(withPrimary: WithPrimary, sql: string, values: readonly unknown[]) {
    this.withPrimary = withPrimary;
    this.sql = sql;
    this.values = values;
  }

  on(session: D1DatabaseSession): D1PreparedStatement {
    return session.prepare(this.sql).bind(...this.values);
  }

  bind(...values: unknown[]): PrimaryStatement {
    return new PrimaryStatement(this.withPrimary, this.sql, values);
  }

  async all<T>(): Promise<D1Result<T>> {
    return this.withPrimary(async (session) => this.on(session).all<T>());
  }

  async run<T>(): Promise<D1Result<T>> {
    return this.withPrimary(async (session) => this.on(session).run<T>());
  }

  async first<T>(column?: string): Promise<T | null> {
    return this.withPrimary(async (session) => (column === undefined ? this.on(session).first<T>() : this.on(session).first<T>(column)));
  }

  async raw<T extends unknown[]>(): Promise<T[]> {
    return this.withPrimary(async (session) => this.on(session).raw<T>());
  }
}
