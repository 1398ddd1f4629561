// Examples with the client (client/): the call of a route in TypeScript, and the command that does it, where there is one. Pure.

import { BASE_PATH, type Route, type RouteName } from '../api.ts';
import { type OperationName, type OperationRow, OPERATIONS } from '../operations.ts';
import { exampleBody, literal } from './sample-call.ts';
import type { Json } from './schemas.ts';

/** The client's call; `BODY` is the example of the route's body, `$NAME` an environment variable. */
const CALLS: Partial<Record<RouteName, string>> = {
  createFile: `pdf.files.upload('document.pdf')`,
  fetchFile: `pdf.files.upload(new URL('https://example.com/document.pdf'))`,
  listFiles: 'pdf.files.list().page()',
  readFile: 'pdf.files.get($FILE_ID)',
  downloadAddress: 'pdf.files.downloadUrl($FILE_ID)',
  deleteFile: 'pdf.files.delete($FILE_ID)',
  listJobs: 'pdf.jobs.list().page()',
  readJob: 'pdf.jobs.wait($JOB_ID)',
  cancelJob: 'pdf.jobs.cancel($JOB_ID)',
  createBatch: 'pdf.batches.create(BODY)',
  listBatches: 'pdf.batches.list().page()',
  readBatch: 'pdf.batches.wait($BATCH_ID)',
  listBatchItems: 'pdf.batches.items($BATCH_ID).page()',
  cancelBatch: 'pdf.batches.cancel($BATCH_ID)',
  createWebhook: 'pdf.webhooks.create(BODY)',
  listWebhooks: 'pdf.webhooks.list().page()',
  readWebhook: 'pdf.webhooks.get($WEBHOOK_ID)',
  changeWebhook: 'pdf.webhooks.update($WEBHOOK_ID, BODY)',
  deleteWebhook: 'pdf.webhooks.delete($WEBHOOK_ID)',
  rotateWebhookSecret: 'pdf.webhooks.rotateSecret($WEBHOOK_ID)',
  testWebhook: 'pdf.webhooks.test($WEBHOOK_ID)',
  listDeliveries: 'pdf.webhooks.deliveries($WEBHOOK_ID).page()',
  redeliver: 'pdf.webhooks.redeliver($WEBHOOK_ID, $DELIVERY_ID)',
  recoverDeliveries: 'pdf.webhooks.recover($WEBHOOK_ID, BODY)',
  createKey: 'pdf.keys.create(BODY)',
  listKeys: 'pdf.keys.list().page()',
  readKey: 'pdf.keys.get($KEY_ID)',
  rotateKey: 'pdf.keys.rotate($KEY_ID)',
  revokeKey: 'pdf.keys.revoke($KEY_ID)',
  readUsage: 'pdf.usage()',
  listAudit: 'pdf.audit().page()',
};

const COMMANDS: Partial<Record<RouteName, string>> = {
  createFile: 'pdf-api files upload document.pdf',
  listFiles: 'pdf-api files list',
  downloadAddress: 'pdf-api files download $FILE_ID',
  deleteFile: 'pdf-api files rm $FILE_ID',
  listJobs: 'pdf-api jobs list',
  readJob: 'pdf-api jobs wait $JOB_ID',
  cancelJob: 'pdf-api jobs cancel $JOB_ID',
  createBatch: 'pdf-api batch compress document.pdf -o results.zip',
  listBatches: 'pdf-api batches list',
  readBatch: 'pdf-api batches wait $BATCH_ID',
  cancelBatch: 'pdf-api batches cancel $BATCH_ID',
  batchResults: 'pdf-api batches download $BATCH_ID',
  run: 'pdf-api compress document.pdf -o result.pdf',
  listWebhooks: 'pdf-api webhooks list',
  testWebhook: 'pdf-api webhooks test $WEBHOOK_ID',
  listDeliveries: 'pdf-api webhooks deliveries $WEBHOOK_ID',
  readUsage: 'pdf-api usage',
};

/** Undefined: the client has no call of its own for it. */
export function clientSample(name: RouteName, route: Route, origin: string): string | undefined {
  if (route.operation !== undefined) return operationProgram(route.operation, exampleBody(route) ?? {}, origin);
  if (name === 'run') {
    return program(origin, [], [`const result = await pdf.run('compress', 'document.pdf');`, `await result.save('result.pdf');`]);
  }
  if (name === 'batchResults') {
    const results = `await writeFile('result.zip', await pdf.batches.results(BATCH_ID));`;
    return program(origin, ['BATCH_ID'], [results], [`import { writeFile } from 'node:fs/promises';`]);
  }
  const expression = CALLS[name];
  if (expression === undefined) return undefined;
  const variables = [...expression.matchAll(/\$([A-Z_]+)/g)].map(([, variable = '']) => variable);
  const call = expression.replace(/\$([A-Z_]+)/g, '$1').replace('BODY', () => literal(exampleBody(route), ''));
  const answers = Object.values(route.success).some((schema) => schema !== null);
  const lines = answers ? [`const answer = await ${call};`, 'console.log(JSON.stringify(answer, null, 2));'] : [`await ${call};`];
  return program(origin, variables, lines);
}

/** To the result: a job alone is of no use to anybody. */
function operationProgram(operation: OperationName, body: Json, origin: string): string {
  const save = operation === 'split' ? `await result.saveAll('results');` : `await result.save('result.pdf');`;
  return program(
    origin,
    [],
    [
      `const job = await pdf.jobs.${camel(operation)}(${literal(bodyWithFiles(operation, body), '')});`,
      'const result = await pdf.jobs.result(job);',
      save,
      'console.log(result.report);',
    ],
  );
}

function program(origin: string, variables: readonly string[], lines: readonly string[], imports: readonly string[] = []): string {
  return [
    ...imports,
    `import { Pdf } from 'pdf-api';`,
    '',
    ...(variables.length === 0 ? [] : [`const { ${variables.map((name) => `${name} = ''`).join(', ')} } = process.env;`, '']),
    '// The key is in PDF_API_KEY.',
    `const pdf = new Pdf({ baseUrl: '${origin}${BASE_PATH}' });`,
    ...lines,
  ].join('\n');
}

/** The client uploads what the body names by an identifier. */
function bodyWithFiles(operation: OperationName, body: Json): Json {
  const params = Object.fromEntries(Object.entries(body).filter(([field]) => field !== 'file_id'));
  const { furtherSources }: OperationRow = OPERATIONS[operation];
  if (!furtherSources?.withFirst) return { file: 'document.pdf', ...params };
  const files = (params[furtherSources.param] as readonly unknown[]).map(() => 'document.pdf');
  return { ...params, [furtherSources.param]: files };
}

/** Undefined: there is no command for it. */
export function commandSample(name: RouteName, route: Route, origin: string): string | undefined {
  const command = route.operation === undefined ? COMMANDS[name] : operationCommand(route.operation, exampleBody(route) ?? {});
  return command && `# The key is in PDF_API_KEY.\nexport PDF_API_URL="${origin}${BASE_PATH}"\n${command}`;
}

function operationCommand(operation: OperationName, body: Json): string {
  const row: OperationRow = OPERATIONS[operation];
  const { instruction, ...params } = body;
  const own = Object.entries(params).filter(([field]) => field !== 'file_id' && field !== row.furtherSources?.param);
  const files = row.furtherSources?.withFirst ? (body[row.furtherSources.param] as unknown[]).map(() => 'document.pdf') : ['document.pdf'];
  const words = [
    `pdf-api ${operation === 'ai_edit' ? 'edit' : row.path} ${files.join(' ')}`,
    ...(typeof instruction === 'string' ? [quote(instruction)] : []),
    ...own.map(([field, value]) => `--${field.replaceAll('_', '-')}${value === true ? '' : ` ${quote(optionValue(value))}`}`),
    `-o ${operation === 'split' ? 'results/' : 'result.pdf'}`,
  ];
  return words.join(' ').length <= LINE_MAX ? words.join(' ') : words.join(' \\\n  ');
}

const LINE_MAX = 76;

function optionValue(value: unknown): string {
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(',');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function quote(text: string): string {
  return /^[\w.,/:-]+$/.test(text) ? text : `'${text.replaceAll(`'`, `'\\''`)}'`;
}

function camel(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
