// Which cell of a region becomes an account's home, pure.

/** What is asked of a cell. */
interface Choosable {
  readonly cell: {
    readonly name: string;
    readonly isClosed: boolean;
    readonly bytesMax: number;
  };
}

/**
 * The present one while it has room, else the one with the smallest database.
 * @param ofRegion at least one
 * @param bytesOf names of cells → sizes of their databases; one that is not known counts as empty
 */
export function chooseHome<C extends Choosable>(
  present: C | undefined,
  ofRegion: readonly [C, ...C[]],
  bytesOf: ReadonlyMap<string, number>,
): C {
  const bytes = ({ cell }: C) => bytesOf.get(cell.name) ?? 0;
  const open = ofRegion.filter(({ cell }) => !cell.isClosed);
  const roomy = open.filter((each) => bytes(each) < each.cell.bytesMax);
  if (present && (roomy.includes(present) || open.length === 0)) return present;
  const among = roomy.length > 0 ? roomy : open.length > 0 ? open : ofRegion;
  return among.toSorted((a, b) => bytes(a) - bytes(b))[0] ?? ofRegion[0];
}
