// The HTTP side of the Worker: middleware in order, then the routes of the contract's table, a handler for each.

import { Hono } from 'hono';
import { BASE_PATH, type Route, type RouteName, ROUTES, takesIdempotencyKey } from '#contract/api.ts';
import { LIMITS } from '#contract/limits.ts';
import { handleListAudit } from './administration/audit.ts';
import { handleCreateKey, handleListKeys, handleReadKey, handleRevokeKey, handleRotateKey } from './administration/keys.ts';
import { handleReadUsage } from './administration/usage.ts';
import {
  handleBatchResults,
  handleCancelBatch,
  handleCreateBatch,
  handleListBatchItems,
  handleListBatches,
  handleReadBatch,
} from './batches/routes.ts';
import {
  handleCreateFile,
  handleDownload,
  handleDownloadAddress,
  handleFetchFile,
  handleListFiles,
  handleReadFile,
  handleCompleteUpload,
  handleListParts,
  handleUpload,
  handleUploadPart,
  makeHandleDeleteFile,
} from './files/routes.ts';
import { answer, answerRefusal } from './http/answer.ts';
import { authenticate } from './http/authenticate.ts';
import type { AppHandler, AppTypes } from './http/context.ts';
import { announceEnd } from './http/deprecation.ts';
import { consistency } from './http/consistency.ts';
import { inCell } from './http/in-cell.ts';
import { idempotency } from './http/idempotency.ts';
import { checkReadiness } from './jobs/readiness.ts';
import { requestId } from './http/request-id.ts';
import { traced, tracedInternal } from './http/traced.ts';
import { requireScope } from './http/require-scope.ts';
import { pathsOf, refuseUnknownPath } from './http/unknown-path.ts';
import { handleReadCapabilities } from './jobs/capabilities.ts';
import { internalRoutes } from './jobs/internal-routes.ts';
import { endJobsOfFile, handleCancelJob, handleListJobs, handleReadJob, makeHandleCreateJob } from './jobs/routes.ts';
import { handleReadJobEvents } from './job-events/routes.ts';
import { log } from './log.ts';
import { makeHandleMcp, refuseForeignOrigin } from './mcp/routes.ts';
import type { Offer } from './mcp/tool.ts';
import { handleMetrics } from './operator/metrics.ts';
import { requireOperator } from './operator/require-operator.ts';
import { handleRequestAccess, operatorRoutes } from './operator/routes.ts';
import { handleRun } from './run/routes.ts';
import { handleConsolePage, handleDocsPage, handleLlmsText, handleOpenApi, handleReferencePage } from './reference/routes.ts';
import { ensureSweeper } from './retention/sweeper.ts';
import {
  handleChangeWebhook,
  handleCreateWebhook,
  handleDeleteWebhook,
  handleListDeliveries,
  handleListWebhooks,
  handleReadWebhook,
  handleRecoverDeliveries,
  handleRedeliver,
  handleRotateSecret,
  handleTestWebhook,
} from './webhooks/routes.ts';

/** The compiler refuses a route of the contract that has no handler. */
const HANDLERS: { readonly [N in RouteName]: AppHandler } = {
  createFile: handleCreateFile,
  fetchFile: handleFetchFile,
  listFiles: handleListFiles,
  uploadFile: handleUpload,
  uploadPart: handleUploadPart,
  listParts: handleListParts,
  completeUpload: handleCompleteUpload,
  readFile: handleReadFile,
  downloadAddress: handleDownloadAddress,
  download: handleDownload,
  deleteFile: makeHandleDeleteFile(endJobsOfFile),
  create_ai_edit: makeHandleCreateJob('ai_edit'),
  create_metadata: makeHandleCreateJob('metadata'),
  create_convert: makeHandleCreateJob('convert'),
  create_ocr: makeHandleCreateJob('ocr'),
  create_compress: makeHandleCreateJob('compress'),
  create_split: makeHandleCreateJob('split'),
  create_merge: makeHandleCreateJob('merge'),
  create_pages: makeHandleCreateJob('pages'),
  create_flatten: makeHandleCreateJob('flatten'),
  create_stamp: makeHandleCreateJob('stamp'),
  create_protect: makeHandleCreateJob('protect'),
  create_unlock: makeHandleCreateJob('unlock'),
  create_pipeline: makeHandleCreateJob('pipeline'),
  listJobs: handleListJobs,
  readJob: handleReadJob,
  readJobEvents: handleReadJobEvents,
  cancelJob: handleCancelJob,
  createBatch: handleCreateBatch,
  listBatches: handleListBatches,
  readBatch: handleReadBatch,
  listBatchItems: handleListBatchItems,
  cancelBatch: handleCancelBatch,
  batchResults: handleBatchResults,
  run: handleRun,
  requestAccess: handleRequestAccess,
  createWebhook: handleCreateWebhook,
  listWebhooks: handleListWebhooks,
  readWebhook: handleReadWebhook,
  changeWebhook: handleChangeWebhook,
  deleteWebhook: handleDeleteWebhook,
  rotateWebhookSecret: handleRotateSecret,
  testWebhook: handleTestWebhook,
  listDeliveries: handleListDeliveries,
  redeliver: handleRedeliver,
  recoverDeliveries: handleRecoverDeliveries,
  createKey: handleCreateKey,
  listKeys: handleListKeys,
  readKey: handleReadKey,
  rotateKey: handleRotateKey,
  revokeKey: handleRevokeKey,
  readUsage: handleReadUsage,
  listAudit: handleListAudit,
  capabilities: handleReadCapabilities,
  health: (c) => answer(c, 200, { status: 'ok' }),
  readiness: async (c) => {
    const readiness = await checkReadiness(c.get('deps'));
    return answer(c, readiness.status === 'ready' ? 200 : 503, readiness);
  },
  openapi: handleOpenApi,
  docs: handleReferencePage,
  llms: handleLlmsText,
};

/** @param offer to agents, instead of the service's own */
export function makeApp(offer?: Offer): Hono<AppTypes> {
  const app = new Hono<AppTypes>();
  app.use(requestId);
  app.use(async (c, next) => {
    c.executionCtx.waitUntil(ensureSweeper(c.get('deps')));
    await next();
  });
  app.use('/internal/*', tracedInternal);
  app.route('/internal', internalRoutes());
  app.route(`${BASE_PATH}/operator`, operatorRoutes());

  for (const [name, route] of Object.entries(ROUTES) as [RouteName, Route][]) {
    for (const path of pathsOf(route)) {
      const guards = route.auth === 'bearer' ? [authenticate, traced, consistency, requireScope(route.scopes)] : [];
      const bodyBytesMax = route.bodyBytesMax ?? LIMITS.jsonBodyBytesMax;
      const namesFiles = route.operation !== undefined || name === 'createBatch';
      if (route.auth === 'bearer') guards.push(inCell(namesFiles ? bodyBytesMax : undefined));
      if (takesIdempotencyKey(route)) guards.push(idempotency(bodyBytesMax));
      if (route.deprecated) guards.unshift(announceEnd(route.deprecated));
      app.on([route.method], [path], ...guards, HANDLERS[name]);
    }
  }
  app.get('/docs/*', handleDocsPage);
  app.get('/console', handleConsolePage);
  app.get('/metrics', requireOperator, handleMetrics);

  const handleMcp = makeHandleMcp(async (c, request) => app.fetch(request, c.env, c.executionCtx), offer);
  app.all('/mcp', async (c, next) => refuseForeignOrigin(c) ?? next(), authenticate, handleMcp);
  app.notFound((c) => answerRefusal(c, refuseUnknownPath(c.req.method, c.req.path)));
  app.onError((cause, c) => {
    log.error('request.failed', cause, { request_id: c.get('requestId'), method: c.req.method, route: c.req.routePath });
    return answerRefusal(c, { code: isUnavailable(cause) ? 'unavailable' : 'internal_error' });
  });
  return app;
}

/**
 * The platform's own error texts for a database, object or queue that is overloaded or restarting (D1 and Durable Objects). The
 * query builder wraps them, so the whole chain of causes is looked at.
 */
function isUnavailable(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  const overloaded = (cause as { overloaded?: boolean }).overloaded === true || (cause as { retryable?: boolean }).retryable === true;
  return (
    overloaded ||
    /overloaded|Network connection lost|reset because its code was updated|D1_ERROR: .*timeout/i.test(cause.message) ||
    isUnavailable(cause.cause)
  );
}
