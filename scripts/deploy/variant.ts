// Variants of wrangler.toml: a staging environment, which shares nothing with production, and further regions. They are made from the file itself,
// so that they cannot differ in anything else; wrangler's own environments would repeat every binding.

/** What is created by name; bindings, in capitals, are the Worker's own. In front: a queue of dead letters is known by its end. */
const NAMED = /^(bucket_name|queue|dead_letter_queue|database_name|service) = "([a-z].+)"$/;
const WORKER = /^name = "(.+)"$/;
const DATABASE_ID = /^database_id = ".*"$/;

/** @param databaseId that of the staging database */
export function stagingOf(toml: string, databaseId: string): string {
  let isNamed = false;
  return toml
    .split('\n')
    .map((line) => {
      // The first name is the Worker's, later ones are of bindings.
      if (!isNamed && WORKER.test(line)) {
        isNamed = true;
        return line.replace(WORKER, 'name = "staging-$1"');
      }
      return DATABASE_ID.test(line) ? `database_id = "${databaseId}"` : line.replace(NAMED, '$1 = "staging-$2"');
    })
    .join('\n');
}

/** @param regions deploy/regions.toml. What its regions are nearest to is taken from the others. */
export function withRegions(toml: string, regions: string): string {
  const taken = new Set([...regions.matchAll(/^continents = \[(.+)\]$/gm)].flatMap(([, list]) => (list ?? '').split(', ')));
  const own = toml.replaceAll(/^continents = \[(.+)\]$/gm, (_, list: string) => {
    const left = list.split(', ').filter((continent) => !taken.has(continent));
    return `continents = [${left.join(', ')}]`;
  });
  // Tables of an array may stand anywhere; those of `vars` too, since each has its full name.
  return `${own.trimEnd()}\n\n${regions}`;
}
