CREATE TABLE `accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`plan` text NOT NULL,
	`plan_overrides` text,
	`default_region` text,
	`epoch` integer DEFAULT 0 NOT NULL,
	`suspended_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`name` text NOT NULL,
	`mode` text DEFAULT 'live' NOT NULL,
	`hash` text NOT NULL,
	`last4` text NOT NULL,
	`scopes` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`revoked_at` integer,
	`replaced_by` text,
	`last_used_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_hash_unique` ON `api_keys` (`hash`);--> statement-breakpoint
CREATE INDEX `api_keys_account` ON `api_keys` (`account_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `audit` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`action` text NOT NULL,
	`actor_key_id` text,
	`subject_id` text NOT NULL,
	`details` text NOT NULL,
	`request_id` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_account_created` ON `audit` (`account_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `audit_account_action` ON `audit` (`account_id`,`action`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `audit_created` ON `audit` (`created_at`);--> statement-breakpoint
CREATE TABLE `usage_days` (
	`account_id` text NOT NULL,
	`day` text NOT NULL,
	`key_id` text NOT NULL,
	`type` text NOT NULL,
	`jobs` integer DEFAULT 0 NOT NULL,
	`succeeded` integer DEFAULT 0 NOT NULL,
	`failed` integer DEFAULT 0 NOT NULL,
	`cancelled` integer DEFAULT 0 NOT NULL,
	`expired` integer DEFAULT 0 NOT NULL,
	`pages` integer DEFAULT 0 NOT NULL,
	`input_bytes` integer DEFAULT 0 NOT NULL,
	`output_bytes` integer DEFAULT 0 NOT NULL,
	`processing_ms` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`account_id`, `day`, `key_id`, `type`)
);
--> statement-breakpoint
CREATE INDEX `usage_days_day` ON `usage_days` (`day`);--> statement-breakpoint
CREATE TABLE `idempotent_requests` (
	`account_id` text NOT NULL,
	`target` text NOT NULL,
	`key` text NOT NULL,
	`fingerprint` text NOT NULL,
	`token` text NOT NULL,
	`lease_until` integer NOT NULL,
	`status` integer,
	`answer` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`account_id`, `target`, `key`)
);
--> statement-breakpoint
CREATE INDEX `idempotent_requests_created` ON `idempotent_requests` (`created_at`);--> statement-breakpoint
CREATE TABLE `files` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`region` text NOT NULL,
	`state` text NOT NULL,
	`filename` text NOT NULL,
	`content_type` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`sha256` text,
	`object_key` text,
	`etag` text,
	`job_id` text,
	`created_at` integer NOT NULL,
	`upload_expires_at` integer,
	`uploaded_at` integer,
	`expires_at` integer NOT NULL,
	`deleted_at` integer,
	`metadata` text,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `files_account_created` ON `files` (`account_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `files_account_state` ON `files` (`account_id`,`state`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `files_job` ON `files` (`job_id`);--> statement-breakpoint
CREATE INDEX `files_expiring` ON `files` (`expires_at`) WHERE state IN ('awaiting_upload', 'uploaded');--> statement-breakpoint
CREATE INDEX `files_object` ON `files` (`region`,`object_key`) WHERE state = 'uploaded';--> statement-breakpoint
CREATE INDEX `files_ended` ON `files` (`deleted_at`) WHERE state IN ('deleted', 'expired');--> statement-breakpoint
CREATE TABLE `jobs` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`account_id` text NOT NULL,
	`key_id` text,
	`type` text NOT NULL,
	`file_id` text NOT NULL,
	`region` text NOT NULL,
	`params` text NOT NULL,
	`password_sealed` text,
	`state` text NOT NULL,
	`attempt` integer DEFAULT 0 NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`attempt_token` text,
	`lease_until` integer,
	`wake_at` integer,
	`parked` integer DEFAULT 0 NOT NULL,
	`cancel_requested_at` integer,
	`created_at` integer NOT NULL,
	`started_at` integer,
	`completed_at` integer,
	`expires_at` integer,
	`progress` text,
	`error` text,
	`warnings` text,
	`report` text,
	`metrics` text,
	`result_file_id` text,
	`metadata` text,
	`request_id` text,
	`traceparent` text,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`file_id`) REFERENCES `files`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_id_unique` ON `jobs` (`id`);--> statement-breakpoint
CREATE INDEX `jobs_account_created` ON `jobs` (`account_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `jobs_failed` ON `jobs` (`account_id`,`created_at`,`id`) WHERE state = 'failed';--> statement-breakpoint
CREATE INDEX `jobs_cancelled` ON `jobs` (`account_id`,`created_at`,`id`) WHERE state = 'cancelled';--> statement-breakpoint
CREATE INDEX `jobs_file` ON `jobs` (`file_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `jobs_over` ON `jobs` (`completed_at`) WHERE state IN ('failed', 'cancelled', 'expired');--> statement-breakpoint
CREATE INDEX `jobs_wake` ON `jobs` (`wake_at`) WHERE wake_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `jobs_running` ON `jobs` (`account_id`,`region`) WHERE state = 'running';--> statement-breakpoint
CREATE INDEX `jobs_queued` ON `jobs` (`account_id`,`seq`) WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX `jobs_expiring` ON `jobs` (`expires_at`) WHERE state = 'succeeded';--> statement-breakpoint
CREATE INDEX `jobs_completed` ON `jobs` (`completed_at`) WHERE completed_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `jobs_parked` ON `jobs` (`region`,`account_id`,`seq`) WHERE parked > 0;--> statement-breakpoint
CREATE TABLE `dead_letters` (
	`id` text PRIMARY KEY NOT NULL,
	`queue` text NOT NULL,
	`job_id` text,
	`body` text NOT NULL,
	`received_at` integer NOT NULL,
	`replayed_at` integer
);
--> statement-breakpoint
CREATE INDEX `dead_letters_received` ON `dead_letters` (`received_at`);--> statement-breakpoint
CREATE TABLE `bucket_walks` (
	`region` text PRIMARY KEY NOT NULL,
	`position` text NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	`objects` integer NOT NULL,
	`removed` integer NOT NULL,
	`lost` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sweep_steps` (
	`name` text PRIMARY KEY NOT NULL,
	`ran_at` integer NOT NULL,
	`took_ms` integer NOT NULL,
	`count` integer NOT NULL,
	`failed_at` integer,
	`error` text
);
--> statement-breakpoint
CREATE TABLE `access_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`state` text NOT NULL,
	`company_name` text NOT NULL,
	`contact_email` text NOT NULL,
	`website` text NOT NULL,
	`use_case` text NOT NULL,
	`monthly_volume` integer NOT NULL,
	`file_types` text NOT NULL,
	`average_file_bytes` integer NOT NULL,
	`security_requirements` text,
	`needs_dpa` integer NOT NULL,
	`preferred_region` text NOT NULL,
	`needs_webhooks` integer NOT NULL,
	`needs_batch` integer NOT NULL,
	`custom_limits` text,
	`network_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`decided_at` integer,
	`decision_note` text,
	`account_id` text
);
--> statement-breakpoint
CREATE INDEX `access_requests_state` ON `access_requests` (`state`,`created_at`);--> statement-breakpoint
CREATE INDEX `access_requests_network` ON `access_requests` (`network_hash`,`created_at`);--> statement-breakpoint
CREATE TABLE `events` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`event` text NOT NULL,
	`cause` text NOT NULL,
	`job_id` text,
	`file_id` text,
	`created_at` integer NOT NULL,
	`body` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `events_cause_unique` ON `events` (`cause`);--> statement-breakpoint
CREATE INDEX `events_account_created` ON `events` (`account_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `events_job` ON `events` (`job_id`);--> statement-breakpoint
CREATE TABLE `webhooks` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`url` text NOT NULL,
	`events` text NOT NULL,
	`description` text,
	`enabled` integer NOT NULL,
	`disabled_reason` text,
	`secret_sealed` text NOT NULL,
	`previous_secret_sealed` text,
	`previous_secret_until` integer,
	`failing_since` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `webhooks_account` ON `webhooks` (`account_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `deliveries` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`webhook_id` text NOT NULL,
	`event_id` text NOT NULL,
	`event` text NOT NULL,
	`state` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`step` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer,
	`wake_at` integer,
	`claim_token` text,
	`claimed_until` integer,
	`created_at` integer NOT NULL,
	`completed_at` integer,
	`log` text DEFAULT '[]' NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `deliveries_id_unique` ON `deliveries` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `deliveries_once` ON `deliveries` (`webhook_id`,`event_id`);--> statement-breakpoint
CREATE INDEX `deliveries_webhook` ON `deliveries` (`webhook_id`,`seq`);--> statement-breakpoint
CREATE INDEX `deliveries_wake` ON `deliveries` (`wake_at`) WHERE wake_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `deliveries_claimed` ON `deliveries` (`webhook_id`,`claimed_until`) WHERE claimed_until IS NOT NULL;