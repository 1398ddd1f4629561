// Makes the files of /docs: pages, style, script, the index of the search, pictures. Run when the Worker is bundled (scripts/assets.ts).

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { build } from 'esbuild';
import sharp from 'sharp';
import { fillIntroduction } from '#contract/reference/introduction.ts';
import { openApiDocument } from '#contract/reference/openapi.ts';
import { type AssetPaths, printPage, type SitePage } from './layout.ts';
import type { Shown } from './operations.ts';
import { makePages } from './pages.ts';
import type { ApiDocument } from './routes.ts';

/** What stands for the address of the service in the pages, until they are served. */
const PLACE_OF_ORIGIN = 'https://api.example.com';

/** @returns the files by their path from the root of the service. @param root The folder of the project. */
export async function buildSite(root: string): Promise<Map<string, string | Uint8Array>> {
  const files = new Map<string, string | Uint8Array>();
  const text = (name: string) => readFileSync(`${root}docs/${name}.md`, 'utf8');
  const fill = (name: string) => fillIntroduction(text(name), PLACE_OF_ORIGIN);
  const pages = makePages({
    document: openApiDocument(PLACE_OF_ORIGIN, text('introduction')) as unknown as ApiDocument,
    introduction: fill('introduction'),
    welcome: fill('welcome'),
    versions: text('versions'),
    changelog: text('changelog'),
    shown: await addShowcase(`${root}docs/showcase`, files),
  });
  const assets = await addAssets(`${root}reference/browser`, pages, files);
  for (const page of pages) files.set(`${page.path === '/docs' ? '/docs/index' : page.path}.template`, printPage(page, pages, assets));
  return files;
}

async function addAssets(folder: string, pages: readonly SitePage[], files: Map<string, string | Uint8Array>): Promise<AssetPaths> {
  const bundle = async (file: string) =>
    (await build({ entryPoints: [`${folder}/${file}`], bundle: true, minify: true, format: 'esm', target: 'es2023', write: false }))
      .outputFiles[0]?.text ?? '';
  const add = (name: string, content: string): string => {
    const path = `/docs/assets/${nameByContent(name, content)}`;
    files.set(path, content);
    return path;
  };
  return {
    style: add('site.css', await bundle('site.css')),
    script: add('site.js', await bundle('site.ts')),
    search: add('search.json', JSON.stringify(searchIndex(pages))),
  };
}

/** What is kept for ever has its content in its name. */
function nameByContent(name: string, content: string | Uint8Array): string {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 12);
  return name.replace(/(\.\w+)$/, `-${hash}$1`);
}

/** Each page with the words that it begins with, and each heading. */
function searchIndex(pages: readonly SitePage[]): object[] {
  return pages.flatMap((page) => [
    { path: page.path, title: page.title, page: page.group, text: beginningOf(page) },
    ...page.headings.map(({ id, title }) => ({ path: `${page.path}#${id}`, title, page: page.title, text: '' })),
  ]);
}

const SEARCHED_CHARS = 2500;

function beginningOf({ body }: SitePage): string {
  return String(body)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .slice(0, SEARCHED_CHARS);
}

/** Of each operation a folder: what was done (shown.json), the pages before and after (scripts/showcase.ts made them). */
async function addShowcase(folder: string, files: Map<string, string | Uint8Array>): Promise<Record<string, Shown>> {
  const shown: Record<string, Shown> = {};
  for (const name of existsSync(folder) ? readdirSync(folder).toSorted() : []) {
    const entry = JSON.parse(readFileSync(`${folder}/${name}/shown.json`, 'utf8')) as Omit<Shown, 'before' | 'after'> & {
      readonly before: { readonly alt: string };
      readonly after: { readonly alt: string };
    };
    const picture = async (side: 'before' | 'after') => {
      const bytes = readFileSync(`${folder}/${name}/${side}.webp`);
      const { width, height } = await sharp(bytes).metadata();
      const path = `/docs/assets/${nameByContent(`${basename(name)}-${side}.webp`, bytes)}`;
      files.set(path, bytes);
      return { path, alt: entry[side].alt, width, height };
    };
    shown[name] = { ...entry, before: await picture('before'), after: await picture('after') };
  }
  return shown;
}
