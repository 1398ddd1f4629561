// Makes the files of /console: one page, one script, one style. Run when the Worker is bundled (scripts/assets.ts).

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { build } from 'esbuild';

/** @returns the files by their path from the root of the service. @param root The folder of the project. */
export async function buildConsole(root: string): Promise<Map<string, string>> {
  const folder = `${root}console/browser`;
  const files = new Map<string, string>();
  const add = async (file: string, name: string): Promise<string> => {
    const bundled = await build({
      entryPoints: [`${folder}/${file}`],
      bundle: true,
      minify: true,
      format: 'esm',
      target: 'es2023',
      write: false,
    });
    const content = bundled.outputFiles[0]?.text ?? '';
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 12);
    const path = `/console/assets/${name.replace('.', `-${hash}.`)}`;
    files.set(path, content);
    return path;
  };
  const paths: Record<string, string> = { style: await add('style.css', 'console.css'), script: await add('main.ts', 'console.js') };
  const page = readFileSync(`${folder}/console.html`, 'utf8').replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => paths[name] ?? '');
  files.set('/console.template', page);
  return files;
}
