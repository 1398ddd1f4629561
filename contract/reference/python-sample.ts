// An example in Python, with requests. Pure.

import { type Call, variablesOf } from './sample-call.ts';

export function pythonSample(call: Call): string {
  const variables = variablesOf(call).filter((name) => name !== 'PDF_API_KEY');
  const options = [
    ...(call.hasKey ? [`headers={"Authorization": f"Bearer {os.environ['PDF_API_KEY']}"},`] : []),
    ...(call.body === 'raw' ? ['headers={"Content-Type": "application/pdf"},', 'data=open("document.pdf", "rb"),'] : []),
    ...(call.body === 'form' ? ['files={"file": open("document.pdf", "rb")},'] : []),
    ...(typeof call.body === 'object' ? [`json=${literal(call.body, '    ')},`] : []),
    ...(call.answer === 'events' ? ['stream=True,'] : []),
  ];
  const usesEnvironment = call.hasKey || variables.length > 0;
  return [
    ...(usesEnvironment ? ['import os'] : []),
    'import requests',
    '',
    ...variables.map((name) => `${name.toLowerCase()} = os.environ["${name}"]`),
    ...(variables.length > 0 ? [''] : []),
    `response = requests.${call.method.toLowerCase()}(`,
    `    ${url(call.url)},`,
    ...options.map((option) => `    ${option}`),
    ')',
    'response.raise_for_status()',
    ...ANSWER_LINES[call.answer].map((line) => line.replace('FILE', call.file)),
  ].join('\n');
}

const ANSWER_LINES: Record<Call['answer'], string[]> = {
  json: ['print(response.text)'],
  text: ['print(response.text)'],
  bytes: ['open("FILE", "wb").write(response.content)'],
  events: [
    '# Between empty lines: `id`, `event`, and `data`, which is JSON.',
    'for line in response.iter_lines():',
    '    print(line.decode())',
  ],
  nothing: [],
};

function url(text: string): string {
  if (/^\$[A-Z_]+$/.test(text)) return text.slice(1).toLowerCase();
  const filled = text.replace(/\$([A-Z_]+)/g, (_, name: string) => `{${name.toLowerCase()}}`);
  return `${filled === text ? '' : 'f'}"${filled}"`;
}

/** A value as a programmer writes it; `$NAME` is the variable of that name. */
function literal(value: unknown, indent: string): string {
  if (Array.isArray(value)) return `[${value.map((item) => literal(item, indent)).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const inner = `${indent}    `;
    const fields = Object.entries(value).map(([name, item]) => `${inner}${JSON.stringify(name)}: ${literal(item, inner)},\n`);
    return fields.length === 0 ? '{}' : `{\n${fields.join('')}${indent}}`;
  }
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'string' && /^\$[A-Z_]+$/.test(value)) return value.slice(1).toLowerCase();
  return JSON.stringify(value);
}
