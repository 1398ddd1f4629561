// Reads the outline of Markdown by another program's eyes: micromark with GitHub's extensions makes HTML of it. Notes are left out, as they are
// of Word's outline.

import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import type { Outline } from './outline.ts';
import { readHtmlOutline } from './read-html.ts';

/** As GitHub shows it; tags of the source are kept, as tables with spans need them. */
export function markdownToHtml(markdown: string): string {
  return micromark(markdown, { allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] });
}

export function readMarkdownOutline(markdown: string): Outline {
  const html = markdownToHtml(markdown);
  const outline = readHtmlOutline(
    html.replace(/<section data-footnotes[\s\S]*$/, '').replaceAll(/<sup><a href="#user-content-fn-.*?<\/sup>/g, ''),
  );
  // Markdown counts in figures: other labels stand in the text of their items.
  const paragraphs = outline.paragraphs.map((one) => (one.listLevel === undefined ? one : { ...one, text: one.text.replace(LABEL, '') }));
  return { ...outline, paragraphs };
}

const LABEL = /^\(?(?:[a-z]|[ivx]{1,5})[.)] /;
