// The named schemas of the API document: what is printed under `components`, and the references that stand for it elsewhere. Pure.

import type { z } from 'zod';
import {
  AcceptedJob,
  ApiError,
  BatchItemObject,
  BatchObject,
  CreateBatch,
  CreatedFile,
  CreateFile,
  DeletedFile,
  DeliverTo,
  DownloadAddress,
  FetchFile,
  FileObject,
  Health,
  JobErrorObject,
  JobObject,
  JobSummary,
  Readiness,
  RefusedFieldObject,
  ResultDelivery,
  ResultFileObject,
  ROUTES,
  type Route,
  UploadAnswer,
} from '../api.ts';
import { RequestAccess, RequestedAccess } from '../access.ts';
import { Capabilities } from '../capabilities.ts';
import { DocumentContent } from '../content.ts';
import { BatchCounts, BatchEvent, FileEvent, JobEvent, ProgressEvent, StreamedEvent, TestEvent } from '../events.ts';
import { AuditEntry, CreateKey, KeyObject, NewKey, RevokedKey, RotatedKey, RotateKey, Usage } from '../keys.ts';
import { pageOf } from '../lists.ts';
import { OPERATION_NAMES } from '../operations.ts';
import { EditPlan } from '../params/edit-plan.ts';
import { Progress, Warning } from '../processor.ts';
import {
  ChangeWebhook,
  CreatedWebhook,
  CreateWebhook,
  Delivery,
  DeliveryAttempt,
  DeliveryList,
  RecoverDeliveries,
  Recovered,
  RotateSecret,
  WebhookList,
  WebhookObject,
} from '../webhooks.ts';
import { jobSchemas, pascal } from './job-schemas.ts';
import { type Json, inputSchema, jsonBodySchema, outputSchema } from './schemas.ts';

const ANSWERS: Readonly<Record<string, z.ZodType>> = {
  AcceptedJob,
  ApiError,
  AuditEntry,
  AuditPage: pageOf(AuditEntry),
  Batch: BatchObject,
  BatchCounts,
  BatchEvent,
  BatchItem: BatchItemObject,
  BatchItemPage: pageOf(BatchItemObject),
  Capabilities,
  CreatedFile,
  CreatedWebhook,
  DeletedFile,
  Delivery,
  DeliveryAttempt,
  DeliveryPage: DeliveryList,
  DocumentContent,
  DownloadAddress,
  File: FileObject,
  FileEvent,
  FilePage: pageOf(FileObject),
  Health,
  Job: JobObject,
  JobError: JobErrorObject,
  JobEvent,
  JobPage: pageOf(JobSummary),
  JobSummary,
  Key: KeyObject,
  KeyPage: pageOf(KeyObject),
  NewKey,
  Progress,
  ProgressEvent,
  Readiness,
  Recovered,
  RefusedField: RefusedFieldObject,
  RequestedAccess,
  ResultDelivery,
  ResultFile: ResultFileObject,
  RevokedKey,
  RotatedKey,
  StreamedEvent,
  TestEvent,
  UploadedFile: UploadAnswer,
  Usage,
  Warning,
  Webhook: WebhookObject,
  WebhookPage: WebhookList,
};

const REQUESTS: Readonly<Record<string, z.ZodType>> = {
  ChangeWebhook,
  CreateBatch,
  CreateFile,
  CreateKey,
  CreateWebhook,
  DeliverTo,
  EditPlan,
  FetchFile,
  RecoverDeliveries,
  RequestAccess,
  RotateKey,
  RotateSecret,
};

/** As a JSON schema. */
type Step = Json & { readonly properties: { readonly operation: { readonly const: string } } };

/** Every named schema, in the order of their names. */
interface Components {
  readonly schemas: Readonly<Record<string, Json>>;
  /** The same document with references where a named schema stood. */
  readonly refer: (document: Json) => Json;
}

export function components(): Components {
  const inline: Record<string, Json> = {
    ...printed(REQUESTS, inputSchema),
    ...printed(ANSWERS, outputSchema),
    ...Object.fromEntries(OPERATION_NAMES.map((name) => [`${pascal(name)}JobRequest`, jobRequest(name)])),
    ...pipelineSteps(),
  };
  const names = new Map(Object.entries(inline).map(([name, schema]) => [JSON.stringify(schema), name]));
  const refer = (node: unknown, isNamed = false): unknown => {
    if (node === null || typeof node !== 'object') return node;
    const name = isNamed ? undefined : names.get(JSON.stringify(node));
    if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
    if (Array.isArray(node)) return node.map((item) => refer(item));
    return Object.fromEntries(Object.entries(node).map(([key, inner]) => [key, refer(inner)]));
  };
  const job = inline['Job'] ?? {};
  const schemas = { ...inline, ...jobSchemas(job) };
  return {
    schemas: Object.fromEntries(
      Object.entries(schemas)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, schema]) => [name, refer(schema, true) as Json]),
    ),
    refer: (document) => refer(document) as Json,
  };
}

function printed(schemas: Readonly<Record<string, z.ZodType>>, print: (schema: z.ZodType) => Json): Record<string, Json> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, print(schema)]));
}

function jobRequest(name: (typeof OPERATION_NAMES)[number]): Json {
  const route: Route = ROUTES[`create_${name}`];
  return jsonBodySchema(route) ?? {};
}

/** A step of a pipeline, by its operation: the same in what is sent and in what is answered. */
function pipelineSteps(): Record<string, Json> {
  const { properties } = jobRequest('pipeline') as unknown as { properties: { steps: { items: { oneOf: Step[] } } } };
  return Object.fromEntries(properties.steps.items.oneOf.map((step) => [`${pascal(step.properties.operation.const)}Step`, step]));
}
