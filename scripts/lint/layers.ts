// Who may import whom, in one ordered list: a room may import the rooms above its own line, never one below it. Rooms on one line do not see
// each other. The lint judges every import by it (plugin.ts), type-only ones too, and docs/ARCHITECTURE.md shows it.

/** A folder with all that is in it, or a file; the longest name that fits a path is its room. */
type Room = string;

export const LAYERS: readonly (readonly Room[])[] = [
  [
    'contract/edit-policy.ts',
    'contract/errors.ts',
    'contract/files.ts',
    'contract/ids.ts',
    'contract/limits.ts',
    'contract/processor-capabilities.ts',
  ],
  ['contract/params', 'contract/planning'],
  ['contract'],
  ['contract/reference'],
  ['instruction'],

  // The introduction of the reference is a text.
  ['docs'],

  // The pages of /docs, made when the Worker is bundled.
  ['reference', 'console'],

  ['worker/result.ts', 'worker/log.ts', 'worker/seal.ts', 'worker/plan.ts', 'worker/calendar.ts'],
  ['worker/limits', 'worker/gateways', 'worker/settings.ts', 'worker/traces.ts'],
  ['worker/deps.ts'],
  ['worker/cells'],
  ['worker/accounts'],
  ['worker/http', 'worker/batches/batch-table.ts'],
  ['worker/webhooks'],
  ['worker/batches/complete.ts'],
  ['worker/files'],
  ['worker/planning', 'worker/result-deliveries'],
  ['worker/jobs'],
  ['worker/run', 'worker/batches', 'worker/job-events'],
  ['worker/retention'],
  ['worker/administration', 'worker/mcp', 'worker/operator', 'worker/reference'],
  ['worker/app.ts'],
  ['worker/index.ts'],

  ['courier'],

  // A package of its own: nothing of the service, but for what is printed from its contract.
  ['client/generated'],
  ['client/http'],
  ['client/node'],
  ['client/uploads'],
  ['client/resources'],
  ['client/pdf.ts'],
  ['client/index.ts', 'client/cli'],

  ['processor/failure.ts', 'processor/log.ts', 'processor/bounded-fetch.ts', 'processor/function-words.ts'],
  ['processor/traces.ts'],
  ['processor/sandbox'],
  ['processor/office'],
  ['processor/images'],
  ['processor/pdf/bounds.ts', 'processor/pdf/byte-source.ts', 'processor/pdf/geometry'],
  ['processor/pdf/byte-sink.ts', 'processor/pdf/scratch-file.ts'],
  ['processor/archive', 'processor/pdf/syntax'],
  ['processor/pdf/describe.ts', 'processor/pdf/object-writer.ts', 'processor/pdf/streams'],
  ['processor/pdf/objects'],
  ['processor/pdf/opened.ts'],
  ['processor/pdf/fonts/programs'],
  ['processor/pdf/fonts'],
  ['processor/pdf/content'],
  ['processor/pdf/draw'],
  ['processor/pdf/pages'],
  ['processor/pdf/pdfium/pdfium.ts'],
  ['processor/pdf/pdfium/page'],
  ['processor/pdf/pdfium/compare'],
  ['processor/pdf/pdfium'],
  ['processor/pdf/unlock.ts', 'processor/pdf/save.ts', 'processor/pdf/save-packed.ts'],
  ['processor/pdf/open.ts'],
  ['processor/pdf/verify.ts', 'processor/pdf/assembly'],
  ['processor/pdf/imposition', 'processor/pdf/pictures', 'processor/pdf/placing'],
  ['processor/pdf/edit'],
  ['processor/pdf/edit/redact', 'processor/pdf/forms', 'processor/pdf/layers'],
  ['processor/pdf/pdfa/check'],
  ['processor/pdf/pdfa/mend'],
  ['processor/pdf/pdfa'],
  ['processor/text', 'processor/tools'],
  ['processor/open-source.ts'],
  ['processor/metadata', 'processor/recognition', 'processor/prove-pages.ts', 'processor/look-at-pages.ts'],
  ['processor/document/model.ts'],
  ['processor/document/words'],
  ['processor/document/drafts.ts', 'processor/document/page-sequence.ts'],
  ['processor/document/tables'],
  ['processor/document/structure'],
  ['processor/document/pictures', 'processor/document/build'],
  ['processor/document'],
  ['processor/operations/operation.ts'],
  ['processor/operations/convert/writers', 'processor/operations/convert/to-pdf/sources'],
  ['processor/operations/convert/to-pdf'],
  ['processor/operations/ai-edit/facts'],
  ['processor/operations/ai-edit/applied.ts', 'processor/operations/ai-edit/records', 'processor/operations/ai-edit/model'],
  ['processor/operations/ai-edit/plan/places'],
  ['processor/operations/ai-edit/plan/ground'],
  ['processor/operations/ai-edit/plan', 'processor/operations/ai-edit/apply'],
  [
    'processor/operations/ai-edit',
    'processor/operations/compress',
    'processor/operations/convert',
    'processor/operations/flatten',
    'processor/operations/metadata',
    'processor/operations/merge',
    'processor/operations/ocr',
    'processor/operations/pages',
    'processor/operations/protect',
    'processor/operations/split',
    'processor/operations/stamp',
  ],
  ['processor/operations'],
  ['processor/call-worker.ts'],
  [
    'processor/ask-model.ts',
    'processor/fetch-sources.ts',
    'processor/heartbeat.ts',
    'processor/send-report.ts',
    'processor/send-results.ts',
    'processor/work-dir.ts',
  ],
  ['processor/run-steps.ts'],
  ['processor/run-job.ts', 'processor/serve-jobs.ts'],
  ['processor/intake'],
  ['processor'],
];

const PLACES: ReadonlyMap<Room, number> = new Map(LAYERS.flatMap((rooms, line) => rooms.map((room) => [room, line] as const)));
const PARTS = new Set(LAYERS.flat().map((room) => room.split('/')[0] ?? ''));

/** What is not shipped has no order, but what benchmarks and tests share lies in support, and none of them needs the others. */
const APART: Readonly<Record<string, ReadonlySet<string>>> = {
  support: new Set(['bench', 'scripts', 'test']),
  bench: new Set(['test']),
  scripts: new Set(['bench', 'test']),
  test: new Set(['bench']),
};

const SHARED = new Set(['contract', 'instruction', 'docs']);
/** What is shipped alone. */
const ALONE = new Set(['client']);

/** @param path from the root of the project @returns undefined for a path in no room, such as a test */
export function roomOf(path: string): Room | undefined {
  for (let name = path; name !== ''; name = name.includes('/') ? name.slice(0, name.lastIndexOf('/')) : '') {
    if (PLACES.has(name)) return name;
  }
  return undefined;
}

/** @returns why `from` may not import `to`, both paths from the root of the project; undefined when it may */
export function refuseImport(from: string, to: string): string | undefined {
  const [own, other] = [roomOf(from), roomOf(to)];
  const [fromPart, toPart] = [from.split('/')[0] ?? '', to.split('/')[0] ?? ''];
  if (APART[fromPart]?.has(toPart)) return `${fromPart} does not import ${toPart}; what they share is in support.`;
  if (own === undefined || own === other) return undefined;
  if (other === undefined)
    return PARTS.has(to.split('/')[0] ?? '') ? `${to} has no place in scripts/lint/layers.ts.` : `nobody imports ${to.split('/')[0]}.`;
  const [ownPart, otherPart] = [own.split('/')[0], other.split('/')[0]];
  if (ownPart !== otherPart && ALONE.has(ownPart ?? '')) return `${ownPart} is a package of its own and imports nothing of the others.`;
  if (ownPart !== otherPart && !SHARED.has(otherPart ?? ''))
    return `${ownPart} and ${otherPart} do not import each other; what they share is in contract.`;
  const [line, otherLine] = [PLACES.get(own) ?? 0, PLACES.get(other) ?? 0];
  if (otherLine === line)
    return `${own} and ${other} do not see each other; what they share belongs in a room above both in scripts/lint/layers.ts.`;
  return otherLine > line ? `${own} is above ${other} in scripts/lint/layers.ts and may not import it.` : undefined;
}

/** The list as docs/ARCHITECTURE.md shows it: a line for each line of the list, `|` between rooms that do not see each other. */
export function printLayers(): string {
  const shown = LAYERS.map((rooms) => {
    const [first = ''] = rooms;
    const home = first.includes('/') ? first.slice(0, first.lastIndexOf('/') + 1) : '';
    const isOneHome = home !== '' && rooms.every((room) => room.startsWith(home) && !room.slice(home.length).includes('/'));
    return isOneHome && rooms.length > 1 ? `${home}{ ${rooms.map((room) => room.slice(home.length)).join(' | ')} }` : rooms.join(' | ');
  });
  return shown.join('\n');
}
