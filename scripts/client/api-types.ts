// The types of the client, from the named schemas of the API document, by openapi-typescript. A value of which there may be more in future
// (`x-extensible-enum`) is one of today's or any other text.

import { createHash } from 'node:crypto';
import type { ApiDocument } from './document.ts';

type Source = Record<string, unknown>;

/** openapi-typescript, and the compiler whose trees it prints. */
interface Generator {
  readonly default: (source: Source, options: Source) => Promise<unknown>;
  readonly astToString: (ast: unknown) => string;
  readonly ts: { readonly factory: Factory };
}

interface Factory {
  readonly createUnionTypeNode: (types: readonly unknown[]) => unknown;
  readonly createLiteralTypeNode: (literal: unknown) => unknown;
  readonly createStringLiteral: (text: string) => unknown;
  readonly createTypeReferenceNode: (name: string) => unknown;
}

const OTHER = 'Other';

/** What the types are printed from: no paths, which the client has itself. */
export function sourceOfTypes(document: ApiDocument): Source {
  const { schemas } = document.components;
  return { openapi: document.openapi, info: { title: '', version: '' }, paths: {}, components: { schemas } };
}

export function typesStamp(document: ApiDocument): string {
  return createHash('sha256')
    .update(JSON.stringify(sourceOfTypes(document)))
    .digest('hex');
}

export async function apiTypesSource(source: Source, { default: generate, astToString, ts }: Generator, stamp: string): Promise<string> {
  const { factory } = ts;
  const transform = (schema: Source): unknown => {
    const values = schema['x-extensible-enum'];
    if (!Array.isArray(values)) return undefined;
    const literals = values.map((value) => factory.createLiteralTypeNode(factory.createStringLiteral(String(value))));
    return factory.createUnionTypeNode([...literals, factory.createTypeReferenceNode(OTHER)]);
  };
  const options = { defaultNonNullable: false, rootTypes: true, rootTypesNoSchemaPrefix: true, transform };
  const printed = astToString(await generate(source, options));
  return [
    '// Printed by `npm run client:generate` from docs/openapi.json.',
    `// ${stamp}`,
    '/* eslint-disable */',
    '',
    '/** Any other text: more values may be added. */',
    `export type ${OTHER} = string & {};`,
    '',
    withoutEmpty(printed),
  ].join('\n');
}

function withoutEmpty(printed: string): string {
  return printed
    .replace(/export (?:type|interface) (?:paths|webhooks|operations|\$defs)[^\n]*(?:never>;|\{\n\}|\{\})\n/g, '')
    .replace(/^ {4}(?:responses|parameters|requestBodies|headers|pathItems): never;\n/gm, '');
}
