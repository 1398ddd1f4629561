import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'sqlite',
  schema: [
    './worker/accounts/account-table.ts',
    './worker/cells/account-cell-table.ts',
    './worker/accounts/audit-table.ts',
    './worker/accounts/usage-table.ts',
    './worker/http/idempotency-table.ts',
    './worker/files/file-table.ts',
    './worker/batches/batch-table.ts',
    './worker/result-deliveries/result-delivery-table.ts',
    './worker/jobs/job-table.ts',
    './worker/jobs/job-source-table.ts',
    './worker/gateways/instance-table.ts',
    './worker/jobs/dead-letter-table.ts',
    './worker/planning/answer-table.ts',
    './worker/retention/walk-table.ts',
    './worker/operator/access-request-table.ts',
    './worker/webhooks/event-table.ts',
    './worker/webhooks/webhook-table.ts',
    './worker/webhooks/delivery-table.ts',
  ],
  out: './migrations',
});
