// The project's own rules for oxlint: imports keep to the layers.

import { existsSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { refuseImport } from './layers.ts';

const ROOT = resolve(import.meta.dirname, '../..');

interface Importing {
  readonly source: { readonly type: string; readonly value?: unknown } | null;
}

interface Context {
  readonly filename: string;
  readonly report: (problem: { readonly node: unknown; readonly message: string }) => void;
}

/** The path that a specifier names, from the root of the project; undefined for a package. */
function resolveSpecifier(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return specifier.slice(1);
  return specifier.startsWith('.') ? relative(ROOT, resolve(dirname(file), specifier)) : undefined;
}

const layers = {
  create({ filename, report }: Context) {
    const from = relative(ROOT, filename);
    const judge = (node: Importing): void => {
      const specifier = node.source?.value;
      if (typeof specifier !== 'string') return;
      const to = resolveSpecifier(filename, specifier);
      if (to === undefined) return;
      const message = refuseImport(from, to) ?? (existsSync(resolve(ROOT, to)) ? undefined : `${to} does not exist.`);
      if (message !== undefined) report({ node, message });
    };
    return { ImportDeclaration: judge, ExportNamedDeclaration: judge, ExportAllDeclaration: judge, ImportExpression: judge };
  },
};

export default { meta: { name: 'project' }, rules: { layers } };
