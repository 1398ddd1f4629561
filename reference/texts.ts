// Texts of docs/ divided and looked into. Pure.

export interface Section {
  readonly title: string;
  readonly text: string;
}

/** @param mark What begins the line of a heading: `# `. */
export function sectionsOf(text: string, mark: string): Section[] {
  const found: { title: string; lines: string[] }[] = [{ title: '', lines: [] }];
  let fenced = false;
  for (const line of text.split('\n')) {
    if (line.startsWith('```')) fenced = !fenced;
    if (!fenced && line.startsWith(mark)) found.push({ title: line.slice(mark.length), lines: [] });
    else found.at(-1)?.lines.push(line);
  }
  return found
    .map(({ title, lines }) => ({ title, text: lines.join('\n').trim() }))
    .filter(({ title, text }) => title !== '' || text !== '');
}

/** What a text says of a section of the introduction leads to its page. */
export function withAddresses(text: string): string {
  return text.replaceAll('](#several-steps)', '](/docs/guides/jobs#several-steps)');
}

export function firstSentence(text: string): string {
  const plain = text
    .replace(/^#.*$/gm, '')
    .replaceAll(/[`*]|\]\([^)]*\)|\[/g, '')
    .trim();
  return (/^[\s\S]*?[.:](?=\s|$)/.exec(plain)?.[0] ?? plain).replaceAll(/\s+/g, ' ').slice(0, 200);
}
