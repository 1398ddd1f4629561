// Bundles the processor's programs into `dist/processor/`: `node scripts/bundle-processor.ts`. A job's process then reads a few files instead of
// eight hundred: it starts with half the CPU time and about 40 MB less memory (docs/decisions/0020-bundled-programs.md). The sources stay beside
// it: tables, fonts and the like are read from where they lie.

import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const OUT = join(ROOT, 'dist/processor');

/** What `npm start`, the tests and the image run. */
export const BUNDLED_MAIN = bundled('main');
/** The program of a job's process. */
export const BUNDLED_CHILD = bundled('child');

/** Packages that find files of their own beside their code. */
const LEFT_OUT = ['sharp', '@embedpdf/pdfium', 'harfbuzzjs', 'subset-font', 'tesseract.js', 'zxing-wasm'];

/** `new URL('./x.ts', import.meta.url)`: a program that the code starts, as a thread or a process. */
const PROGRAM = /new URL\('(\.[^']+)\.ts', import\.meta\.url\)/g;

/** @param name of the source, without its folder and ending */
export function bundled(name: string): string {
  return join(OUT, `${name}.mjs`);
}

/**
 * @param others further programs that are built of the processor's parts
 * @throws what esbuild throws: a source that cannot be bundled. Error where two programs have the same name.
 */
export async function bundleProcessor(others: readonly string[] = []): Promise<void> {
  const mains = await Promise.all([join(ROOT, 'processor/main.ts'), ...others].map(findPrograms));
  const entries = [...new Set(mains.flat())];
  const names = entries.map(nameOf);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw new Error(`Two programs are named ${twice}; each becomes ${bundled(twice)}.`);
  const { outputFiles } = await build({
    entryPoints: Object.fromEntries(entries.map((path) => [nameOf(path), path])),
    outdir: OUT,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    mainFields: ['module', 'main'],
    external: LEFT_OUT,
    plugins: [placesOfSources],
    logLevel: 'warning',
  });
  await mkdir(OUT, { recursive: true });
  for (const { path, contents } of outputFiles) await replaceFile(path, contents);
}

/** At once: a processor that runs may start a program at this moment. */
async function replaceFile(path: string, contents: Uint8Array): Promise<void> {
  const before = await readFile(path).catch(() => undefined);
  if (before?.equals(contents) === true) return;
  const part = `${path}.${process.pid}`;
  await writeFile(part, contents);
  await rename(part, path);
}

/** With those that it starts, and those that they start. */
async function findPrograms(main: string): Promise<string[]> {
  const result = await build({
    entryPoints: [main],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    absWorkingDir: ROOT,
  });
  const found = [main];
  for (const source of Object.keys(result.metafile.inputs)) {
    const text = await readFile(join(ROOT, source), 'utf8');
    for (const [, path = ''] of text.matchAll(PROGRAM)) {
      const program = join(ROOT, dirname(source), `${path}.ts`);
      if (!found.includes(program)) found.push(...(await findPrograms(program)).filter((one) => !found.includes(one)));
    }
  }
  return found;
}

/** `processor/pdf/pdfium/pdfium-work.ts` is `pdfium-work`: programs have names of their own. */
function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1, -'.ts'.length);
}

/** In the bundle, a source finds its files beside its own place, and programs beside the bundle. */
const placesOfSources: Plugin = {
  name: 'places of sources',
  setup: (bundling) => {
    bundling.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const place = `new URL(${JSON.stringify(relative(OUT, path))}, import.meta.url).href`;
      // What asks whether it is the program that runs is a program of its own.
      const ownProgram = `new URL('./${nameOf(path)}.mjs', import.meta.url).pathname`;
      const parts = text.split(PROGRAM);
      // Every second part is the path of a program.
      const contents = parts
        .map((part, index) =>
          index % 2 === 0
            ? part.replaceAll('import.meta.url', place).replaceAll('import.meta.filename', ownProgram)
            : `new URL('./${nameOf(`${part}.ts`)}.mjs', import.meta.url)`,
        )
        .join('');
      return { contents, loader: 'ts' };
    });
  },
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundleProcessor();
