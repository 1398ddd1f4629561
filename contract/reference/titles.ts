// What the operations are called and how they are grouped where people and models read them. Pure.

import { pascal } from './job-schemas.ts';
import { ROOT_PATHS, type Route, type RouteName } from '../api.ts';

export const TAGS = [
  { name: 'Files', description: 'Upload, read, download and delete files.' },
  { name: 'Jobs', description: 'Run operations on files and follow them.' },
  { name: 'Webhooks', description: 'Receive events at an address of your own.' },
  { name: 'Account', description: 'Keys, usage and the audit log.' },
  { name: 'Service', description: 'Health and documentation.' },
] as const;
export type Tag = (typeof TAGS)[number]['name'];

/** By the first segment of the path. */
const TAG_OF_SEGMENT: Record<string, Tag> = {
  files: 'Files',
  uploads: 'Files',
  downloads: 'Files',
  jobs: 'Jobs',
  run: 'Jobs',
  batches: 'Jobs',
  webhooks: 'Webhooks',
  keys: 'Account',
  usage: 'Account',
  audit: 'Account',
};

export function tagOf(route: Route): Tag {
  if (ROOT_PATHS.includes(route.path)) return 'Service';
  return TAG_OF_SEGMENT[route.path.split('/')[1] ?? ''] ?? 'Service';
}

/** A few words: `createFile` → `Create file`. */
export function titleOf(name: RouteName, route: Route): string {
  if (route.operation !== undefined) return `Create ${words(route.operation).toLowerCase()} job`;
  return NAMES[name] ?? words(name);
}

/** For routes whose name says too little. */
const NAMES: Partial<Record<RouteName, string>> = {
  uploadFile: 'Send the bytes',
  uploadPart: 'Send a part',
  listParts: 'List the parts',
  completeUpload: 'Join the parts',
  downloadAddress: 'Obtain a download address',
  download: 'Fetch the bytes',
  run: 'Run an operation in one call',
  readJobEvents: 'Follow the events of a job',
  batchResults: 'Fetch the results of a batch',
  openapi: 'OpenAPI document',
  docs: 'Reference page',
  llms: 'Text for language models',
};

function words(name: string): string {
  const text = name.replace(/[_-]/g, ' ').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** One style for all: a verb and what it is about, `createAiEditJob`. */
export function operationIdOf(name: RouteName, route: Route): string {
  if (route.operation !== undefined) return `create${pascal(route.operation)}Job`;
  return IDS[name] ?? name;
}

/** For routes whose name has no verb. */
const IDS: Partial<Record<RouteName, string>> = {
  downloadAddress: 'createDownloadAddress',
  download: 'downloadFile',
  run: 'runOperation',
  batchResults: 'downloadBatchResults',
  redeliver: 'redeliverEvent',
  capabilities: 'readCapabilities',
  health: 'readHealth',
  readiness: 'readReadiness',
  openapi: 'readOpenApi',
  docs: 'readDocs',
  llms: 'readLlmsText',
};
