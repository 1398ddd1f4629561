// What pdf.js finds in a document beside the look of its pages: a reader that neither writes our files nor counts in them.

import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

export interface ReadParts {
  readonly texts: readonly string[];
  readonly labels: readonly string[] | null;
  /** Titles at all levels, in order, indented by two spaces for each level, with the page (from 1) where they lead to one. */
  readonly outline: readonly string[];
  /** Page (from 1) by name. */
  readonly destinations: Readonly<Record<string, number>>;
  /** Names of all fields, with the pages of their widgets (from 1). */
  readonly fields: Readonly<Record<string, readonly number[]>>;
  readonly calculated: readonly string[];
  /** By page: the pages (from 1) that links lead to, or their addresses. */
  readonly links: readonly (readonly (number | string)[])[];
  /** By page: roles with their nesting, as `Document(P)`. */
  readonly tags: readonly string[];
  readonly attachments: readonly string[];
  /** Names of layers, a `-` before those that are hidden. */
  readonly layers: readonly string[];
}

type Document = Awaited<ReturnType<typeof getDocument>['promise']>;
type Page = Awaited<ReturnType<Document['getPage']>>;

export async function readParts(bytes: Uint8Array): Promise<ReadParts> {
  const loading = getDocument({ data: Uint8Array.from(bytes), verbosity: 0 });
  const document = await loading.promise;
  try {
    const pages = await Promise.all(Array.from({ length: document.numPages }, (_, index) => document.getPage(index + 1)));
    const fields = ((await document.getFieldObjects()) ?? {}) as object;
    const layers = await document.getOptionalContentConfig();
    return {
      texts: await Promise.all(pages.map(textOf)),
      labels: await document.getPageLabels(),
      outline: await outlineOf(document, await document.getOutline(), 0),
      destinations: await destinationsOf(document),
      fields: Object.fromEntries(
        (entriesOf(fields) as [string, { page: number }[]][]).map(([name, widgets]) => [
          name,
          widgets.flatMap(({ page }) => (page >= 0 ? [page + 1] : [])),
        ]),
      ),
      calculated: ((await document.getCalculationOrderIds()) ?? []).map(String),
      links: await Promise.all(pages.map((page) => linksOf(document, page))),
      tags: await Promise.all(pages.map(async (page) => tagsOf((await page.getStructTree()) as Tag | null))),
      attachments: entriesOf(((await document.getAttachments()) as object | null) ?? {}).map(([name]) => name),
      layers: [...layers].map(([, group]) => `${(group as { visible: boolean }).visible ? '' : '-'}${(group as { name: string }).name}`),
    };
  } finally {
    await loading.destroy();
  }
}

async function textOf(page: Page): Promise<string> {
  const { items } = await page.getTextContent();
  return items.map((item) => ('str' in item ? item.str : '')).join('');
}

type Items = Awaited<ReturnType<Document['getOutline']>>;

async function outlineOf(document: Document, items: Items | null, depth: number): Promise<string[]> {
  const lines: string[] = [];
  for (const { title, dest, items: below } of items ?? []) {
    const page = await pageOf(document, dest);
    lines.push(`${'  '.repeat(depth)}${title}${page === undefined ? '' : ` ${page}`}`);
    lines.push(...(await outlineOf(document, below as Items, depth + 1)));
  }
  return lines;
}

async function pageOf(document: Document, destination: string | unknown[] | null): Promise<number | undefined> {
  const found = typeof destination === 'string' ? await document.getDestination(destination) : destination;
  const target = (found as unknown[] | null)?.[0];
  if (target === null || typeof target !== 'object') return undefined;
  return (await document.getPageIndex(target as Parameters<Document['getPageIndex']>[0])) + 1;
}

async function destinationsOf(document: Document): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const [name, destination] of entriesOf(await document.getDestinations())) {
    const page = await pageOf(document, destination as unknown[]);
    if (page !== undefined) found[name] = page;
  }
  return found;
}

function entriesOf(found: object): [string, unknown][] {
  return found instanceof Map ? [...(found as Map<string, unknown>)] : Object.entries(found);
}

async function linksOf(document: Document, page: Page): Promise<(number | string)[]> {
  const annotations = (await page.getAnnotations()) as { subtype: string; url?: string; dest?: string | unknown[] }[];
  const links = annotations.filter(({ subtype }) => subtype === 'Link');
  return Promise.all(links.map(async ({ url, dest }) => url ?? (await pageOf(document, dest ?? null)) ?? 'nowhere'));
}

interface Tag {
  readonly role?: string;
  readonly type?: string;
  readonly children?: readonly Tag[];
}

function tagsOf(tag: Tag | null): string {
  const below = (tag?.children ?? []).map(tagsOf).filter((text) => text !== '');
  const role = tag?.role === 'Root' ? '' : (tag?.role ?? '');
  if (role === '') return below.join(' ');
  return below.length === 0 ? role : `${role}(${below.join(' ')})`;
}
