// What a misspelt word was probably meant to be. Pure.

/** Names that callers know from elsewhere, and what they are called here; the first that is possible counts. */
const HABITS: Readonly<Record<string, readonly string[]>> = {
  format: ['target_format', 'output_format'],
  to: ['target_format'],
  output: ['target_format', 'output_format'],
  target: ['target_format'],
  lang: ['languages'],
  language: ['languages'],
  file: ['file_id', 'files'],
  attachment: ['file'],
  data: ['file'],
  pdf: ['searchable_pdf'],
  id: ['file_id'],
  document: ['file_id', 'file'],
  documentid: ['file_id'],
  input: ['file_id'],
  url: ['source_url'],
  mime: ['content_type'],
  mimetype: ['content_type'],
  type: ['content_type', 'operation'],
  name: ['filename'],
  size: ['size_bytes'],
  length: ['size_bytes'],
  prompt: ['instruction'],
  text: ['instruction', 'marks'],
  watermark: ['text', 'marks'],
  bookmark: ['outline', 'by_outline'],
  bookmarks: ['outline', 'by_outline'],
  tableofcontents: ['toc'],
  contents: ['toc'],
  interleave: ['collate'],
  shuffle: ['collate'],
  title: ['file_names'],
  titles: ['file_names'],
  rotate: ['steps'],
  remove: ['delete'],
  extract: ['keep'],
  operations: ['steps'],
  qr: ['qr_code'],
  middle: ['center'],
  modify: ['change'],
  shrink: ['compress'],
  fields: ['forms'],
  comments: ['annotations'],
  forms: ['what'],
  annotations: ['what'],
  layers: ['what'],
  range: ['pages', 'page_ranges'],
  state: ['status'],
  pagesize: ['limit'],
  perpage: ['limit'],
  page: ['pages', 'cursor'],
  offset: ['cursor'],
  after: ['cursor'],
  timeout: ['wait'],
  expires: ['expires_at', 'expires_in'],
  ttl: ['expires_in'],
  pwd: ['password', 'user_password'],
  password: ['user_password'],
  userpwd: ['user_password'],
  level: ['quality'],
  profile: ['quality'],
};

/** Words longer than any name are none of ours. */
const CHARS_MAX = 60;

/** @returns the candidate that `word` was meant to be, if one is near enough */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  if (word.length === 0 || word.length > CHARS_MAX) return undefined;
  const bare = bareOf(word);
  const same = candidates.find((candidate) => bareOf(candidate) === bare);
  if (same !== undefined) return same;
  const habit = Object.hasOwn(HABITS, bare) ? HABITS[bare]?.find((name) => candidates.includes(name)) : undefined;
  if (habit !== undefined) return habit;
  const [first] = candidates
    .map((candidate) => ({ candidate, distance: distanceOf(bare, bareOf(candidate)) }))
    .toSorted((a, b) => a.distance - b.distance);
  if (first && first.distance <= Math.max(1, Math.floor(bare.length / 3))) return first.candidate;
  return candidates.find((candidate) => isPartOf(bare, bareOf(candidate)));
}

function isPartOf(a: string, b: string): boolean {
  return Math.min(a.length, b.length) >= 4 && (a.includes(b) || b.includes(a));
}

function bareOf(word: string): string {
  return word.toLowerCase().replaceAll(/[-_\s.]/g, '');
}

/** Damerau-Levenshtein, of adjacent letters. */
function distanceOf(a: string, b: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const edit = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1));
      row.push(isSwap ? Math.min(edit, (before[j - 2] ?? 0) + 1) : edit);
    }
    [before, last] = [last, row];
  }
  return last[b.length] ?? 0;
}
