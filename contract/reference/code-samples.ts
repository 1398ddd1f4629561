// Prints the examples of each route from the route table: in curl, in TypeScript with the client, in Python, and as a command. Paths, fields
// and values cannot differ from the contract. Each example is a whole program: the key and identifiers come from environment variables
// (PDF_API_KEY, FILE_ID, …). Pure.

import { type Route, type RouteName, ROUTES } from '../api.ts';
import { clientSample, commandSample } from './client-samples.ts';
import { pythonSample } from './python-sample.ts';
import { type Call, callOf, literal, variablesOf } from './sample-call.ts';

export interface CodeSample {
  readonly lang: 'bash' | 'typescript' | 'python';
  readonly label: string;
  readonly source: string;
}

/** @param origin Scheme and host of the service, without the base path. */
export function codeSamples(route: Route, origin: string): CodeSample[] {
  const call = callOf(route, origin);
  const name = NAMES.get(route);
  const client = name && clientSample(name, route, origin);
  const command = name && commandSample(name, route, origin);
  const samples: CodeSample[] = [
    { lang: 'bash', label: 'curl', source: curl(call) },
    { lang: 'typescript', label: 'TypeScript', source: client ?? typescript(call) },
    { lang: 'python', label: 'Python', source: pythonSample(call) },
    ...(command === undefined ? [] : [{ lang: 'bash', label: 'CLI', source: command } as const]),
  ];
  if (route.bytes === 'form') samples.push({ lang: 'bash', label: 'curl, with the bytes', source: curl({ ...call, body: 'form' }) });
  return samples;
}

const NAMES: ReadonlyMap<Route, RouteName> = new Map(
  (Object.entries(ROUTES) as [RouteName, Route][]).map(([name, route]) => [route, name]),
);

function curl(call: Call): string {
  const lines = [`curl -sS --fail-with-body${call.method === 'GET' ? '' : ` -X ${call.method}`}`, `"${call.url}"`];
  if (call.hasKey) lines.push('-H "Authorization: Bearer $PDF_API_KEY"');
  if (call.body === 'raw') lines.push('-H "Content-Type: application/pdf"', '--data-binary @document.pdf');
  else if (call.body === 'form') lines.push('-F "file=@document.pdf"');
  else if (call.body) lines.push('-H "Content-Type: application/json"', '--data @- <<JSON');
  if (call.answer === 'bytes') lines.push(`-o ${call.file}`);
  // As they come.
  if (call.answer === 'events') lines.push('-N');
  const command = lines.join(' \\\n  ');
  // Without quotes, so that the shell fills in its variables.
  return typeof call.body === 'object' ? `${command}\n${JSON.stringify(call.body, null, 2)}\nJSON` : command;
}

function typescript(call: Call): string {
  const imports = [];
  if (call.body === 'raw') imports.push(`import { readFile } from 'node:fs/promises';`);
  if (call.body === 'form') imports.push(`import { openAsBlob } from 'node:fs';`);
  if (call.answer === 'bytes') imports.push(`import { writeFile } from 'node:fs/promises';`);

  const setUp: string[] = [];
  const variables = variablesOf(call);
  if (variables.length > 0) setUp.push(`const { ${variables.map((name) => `${name} = ''`).join(', ')} } = process.env;`);
  if (call.body === 'form') {
    setUp.push(`const form = new FormData();`, `form.append('file', await openAsBlob('document.pdf'), 'document.pdf');`);
  }

  return [
    ...(imports.length > 0 ? [...imports, ''] : []),
    ...(setUp.length > 0 ? [...setUp, ''] : []),
    `const response = await fetch(${urlLiteral(call.url)}${requestOf(call)});`,
    'if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);',
    ...ANSWER_LINES[call.answer].map((line) => line.replace('FILE', call.file)),
  ].join('\n');
}

const ANSWER_LINES: Record<Call['answer'], string[]> = {
  json: ['console.log(JSON.stringify(await response.json(), null, 2));'],
  text: ['console.log(await response.text());'],
  bytes: [`await writeFile('FILE', new Uint8Array(await response.arrayBuffer()));`],
  events: [
    '// Between empty lines: `id`, `event`, and `data`, which is JSON.',
    'const decoder = new TextDecoder();',
    `for await (const chunk of response.body ?? []) process.stdout.write(decoder.decode(chunk, { stream: true }));`,
  ],
  nothing: [],
};

function requestOf(call: Call): string {
  const headers = [];
  if (call.hasKey) headers.push('Authorization: `Bearer ${PDF_API_KEY}`');
  if (call.body === 'raw') headers.push(`'Content-Type': 'application/pdf'`);
  if (typeof call.body === 'object') headers.push(`'Content-Type': 'application/json'`);
  const options = [];
  if (call.method !== 'GET') options.push(`method: '${call.method}'`);
  if (headers.length > 0) options.push(`headers: { ${headers.join(', ')} }`);
  if (call.body === 'raw') options.push(`body: await readFile('document.pdf')`);
  else if (call.body === 'form') options.push('body: form');
  else if (call.body) options.push(`body: JSON.stringify(${literal(call.body, '  ')})`);
  return options.length === 0 ? '' : `, {\n${options.map((option) => `  ${option},\n`).join('')}}`;
}

function urlLiteral(url: string): string {
  if (/^\$[A-Z_]+$/.test(url)) return url.slice(1);
  return url.includes('$') ? `\`${url.replace(/\$([A-Z_]+)/g, '${$1}')}\`` : `'${url}'`;
}
