// Bounds and lifetimes that both sides and the documentation share. What depends on a plan is configuration (worker/plan.ts).

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const LIMITS = {
  jsonBodyBytesMax: 64 * 1024,
  filenameBytesMax: 255,
  /** The results of a job together, and the sources of a job that makes one file of several: this multiple of the largest file that the plan allows. */
  resultBytesFactor: 2,
  userMetadataKeysMax: 16,
  userMetadataKeyCharsMax: 40,
  userMetadataValueCharsMax: 500,
  passwordCharsMax: 127,
  pageRangesCharsMax: 500,

  uploadAddressMs: 15 * MINUTE,
  /** Files beyond this size may come in parts of it: less than what the platform takes in one request. */
  uploadPartBytes: 64 * 1024 * 1024,
  /** For the bytes of such a file. */
  uploadInPartsMs: 6 * HOUR,
  downloadAddressMsDefault: 15 * MINUTE,
  downloadAddressSecondsMin: 60,
  downloadAddressSecondsMax: 3600,

  neverUploadedMs: 1 * HOUR,
  unusedUploadMs: 24 * HOUR,
  queuedMsMax: 24 * HOUR,
  rowsKeptMs: 30 * DAY,
  /** An object without a row may be on its way for this long. */
  orphanAgeMsMin: 1 * HOUR,
  /** The audit log, and the counters of usage. */
  auditKeptMs: 400 * DAY,

  listItemsDefault: 20,
  listItemsMax: 100,
  cursorCharsMax: 1024,

  idempotencyKeyCharsMax: 255,
  idempotencyKeptMs: 24 * HOUR,
  /** How long a request with an Idempotency-Key counts as in progress while no answer has come: longer than any takes (sourceFetchMs). */
  idempotencyLeaseMs: 150 * SECOND,

  keyNameCharsMax: 200,
  keyGraceSecondsMax: 7 * 24 * 3600,
  usageDaysMax: 366,

  waitSecondsMax: 25,

  /** Streams of events that an account has open at a time. */
  eventStreamsMax: 20,
  /** How long one stream lasts; a client goes on from `Last-Event-ID`. Each look at the row counts against the thousand queries of a request. */
  eventStreamMsMax: 4 * MINUTE,
  /** A comment is sent when a stream was silent for this long. */
  eventHeartbeatMs: 15 * SECOND,

  /** How long `POST /run/{operation}` waits for its job. */
  runWaitSecondsMax: 60,
  runFilesMax: 100,
  /** Of the report in a header; a longer one is in the job only. */
  reportHeaderBytesMax: 4096,

  /** Of one request to the tools for agents, and of a file inside it. */
  mcpBodyBytesMax: 256 * 1024,
  mcpContentBytesMax: 64 * 1024,

  batchItemsMax: 1000,
  /** Of the body of `POST /batches`. */
  batchBodyBytesMax: 1024 * 1024,
  /** The parameters of all its items together, as they are stored. */
  batchParamsCharsMax: 4_000_000,
  /** Files that its items read together. */
  batchSourcesMax: 10_000,
  /** Uploads that went straight to the bucket and are looked at by one `POST /batches`. */
  batchConfirmedMax: 100,
  /** Results in the archive of a batch. */
  batchResultsMax: 5000,
  /** Their bytes together: what a request has CPU time for. */
  batchResultsBytesMax: 4 * 1024 ** 3,

  /** How long the plan of a dry run can be carried out. */
  planKeptMs: 24 * HOUR,

  leaseMs: 30 * SECOND,
  /** A container that has nothing to do for this long is put to sleep. */
  instanceIdleMs: 5 * MINUTE,
  jobAttemptsMax: 3,
  /** How long each attempt of a job may plan with a language model, in several requests. */
  planningMs: [90 * SECOND, 20 * SECOND, 10 * SECOND],
  /** One request to a language model: so all attempts together wait for one that never answers no longer than a minute. */
  modelRequestMsMax: 30 * SECOND,
  modelRequestBytesMax: 128 * 1024,
  modelPromptTokensMax: 12_000,
  modelOutputTokensMax: 4000,
  modelAnswerBytesMax: 256 * 1024,
  /** All attempts together. */
  modelRequestsPerJob: 30,
  /** How long the same request of an account gets the same answer. */
  modelAnswersKeptMs: 24 * HOUR,
  /** The sweep sends a queue message again when nothing was heard of a job for this long. */
  resendAfterMs: 60 * SECOND,
  /** Clock difference and age that a signed internal message may have. */
  internalSignatureAgeMsMax: 5 * MINUTE,
  reportBytesMax: 512 * 1024,
  /** A message that came back this often is dropped: its row's wake_at carries the job on. */
  messageAttemptsMax: 50,

  accessRequestsPerAddress: 5,
  accessRequestsWindowMs: 1 * DAY,
  accessRequestsPendingMax: 1000,

  /** Fetching a file from an address, from the first look-up to the last byte. */
  sourceFetchMs: 2 * MINUTE,
  sourceRedirectsMax: 5,
  /** Of one account, at a time. */
  sourceFetchesMax: 5,

  webhooksPerAccountMax: 10,
  webhookUrlCharsMax: 2048,
  webhookDescriptionCharsMax: 500,
  /** A receiver answers within this time or the attempt has failed. */
  webhookTimeoutMs: 15 * SECOND,
  webhookAnswerBytesRead: 4096,
  webhookAnswerBytesKept: 1024,
  /** An endpoint with nothing but failures for this long is disabled. */
  webhookFailingMsMax: 5 * DAY,
  /** Attempts of one endpoint that are under way at a time: one that hangs does not hold up the others. */
  webhookAttemptsAtOnce: 10,
  webhookAttemptsLogged: 20,
  webhookGraceSecondsDefault: 24 * 3600,
  webhookGraceSecondsMax: 7 * 24 * 3600,
  /** How many deliveries one call of `recover` sends again. */
  webhookRecoveredMax: 1000,
} as const;
