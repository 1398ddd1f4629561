// Runs of the model → inline HTML. Everything that comes from the document is escaped here and nowhere else; no addresses except web and mail
// and places in the document itself.

import { type DocumentLook, type Look, luminanceOf, type Run } from '../../../document/model.ts';

/** Share of the size of most text: smaller differences are not written. */
const USUAL_SIZE = { least: 0.85, most: 1.2 } as const;
/** Out of 255: brighter text is not visible on white. */
const PALE_MIN = 200;

const SAFE_LINK = /^(?:https?:\/\/|mailto:|tel:|ftp:\/\/|#target_\d+$)/i;

export interface Around {
  /** The look of the surrounding heading. */
  readonly base?: Look | undefined;
  /** The fill behind it. */
  readonly ground?: number | undefined;
}

export function isSafeLink(link: string | undefined): link is string {
  return link !== undefined && SAFE_LINK.test(link);
}

function isWebLink(link: string | undefined): boolean {
  return link !== undefined && !link.startsWith('#');
}

export function runsHtml(runs: readonly Run[], look: DocumentLook, { base, ground }: Around = {}): string {
  let html = '';
  for (let index = 0; index < runs.length;) {
    const { link } = runs[index] ?? {};
    let end = index + 1;
    while (end < runs.length && runs[end]?.link === link) end++;
    const inner = runs
      .slice(index, end)
      .map((run) => runHtml(run, look, { base, ground }))
      .join('');
    html += isSafeLink(link) ? `<a href="${escape(link)}">${inner}</a>` : inner;
    index = end;
  }
  return html.trim();
}

function runHtml(run: Run, look: DocumentLook, { base, ground }: Around): string {
  if (run.footnote !== undefined) return `<sup id="ref-${run.footnote}"><a href="#note-${run.footnote}">${run.footnote}</a></sup>`;
  let html = escape(run.text.replaceAll('\t', ' \u2003'));
  if (run.script) html = run.script === 'super' ? `<sup>${html}</sup>` : `<sub>${html}</sub>`;
  if (run.strike) html = `<s>${html}</s>`;
  if (run.underline && !isWebLink(run.link)) html = `<u>${html}</u>`;
  if (run.italic && !base?.italic) html = `<em>${html}</em>`;
  if (run.bold && base === undefined) html = `<strong>${html}</strong>`;
  if (run.highlight !== undefined) html = `<mark style="background-color:${cssColour(run.highlight)}">${html}</mark>`;
  const colour =
    run.colour !== (base?.colour ?? 0) && !isWebLink(run.link) && (ground !== undefined || !isPale(run.colour))
      ? `color:${cssColour(run.colour)}`
      : '';
  const ratio = run.size / look.size;
  const size =
    base === undefined && run.script === undefined && (ratio < USUAL_SIZE.least || ratio > USUAL_SIZE.most)
      ? `font-size:${Math.round(ratio * 100)}%`
      : '';
  const style = [colour, size].filter((part) => part !== '').join(';');
  return style === '' ? html : `<span style="${style}">${html}</span>`;
}

/** Light text is on a dark background in the source; here the background is white. */
function isPale(colour: number): boolean {
  return luminanceOf(colour) > PALE_MIN;
}

export function cssColour(colour: number): string {
  return `#${colour.toString(16).padStart(6, '0')}`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export function escape(text: string): string {
  // Characters that HTML forbids are left out (control characters, lone surrogates).
  const allowed = text.toWellFormed().replaceAll(/[\p{Cc}\ufffe\uffff]/gu, (character) => (/[\t\n\r]/.test(character) ? character : ''));
  return allowed.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
