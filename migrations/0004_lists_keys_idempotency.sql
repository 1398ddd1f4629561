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
DROP INDEX `api_keys_account`;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `mode` text DEFAULT 'live' NOT NULL;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `replaced_by` text;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `last_used_at` integer;--> statement-breakpoint
CREATE INDEX `api_keys_account` ON `api_keys` (`account_id`,`created_at`,`id`);--> statement-breakpoint
DROP INDEX `files_account_created`;--> statement-breakpoint
CREATE INDEX `files_account_state` ON `files` (`account_id`,`state`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `files_account_created` ON `files` (`account_id`,`created_at`,`id`);--> statement-breakpoint
DROP INDEX `jobs_account_created`;--> statement-breakpoint
DROP INDEX `jobs_file`;--> statement-breakpoint
CREATE INDEX `jobs_failed` ON `jobs` (`account_id`,`created_at`,`id`) WHERE state = 'failed';--> statement-breakpoint
CREATE INDEX `jobs_cancelled` ON `jobs` (`account_id`,`created_at`,`id`) WHERE state = 'cancelled';--> statement-breakpoint
CREATE INDEX `jobs_over` ON `jobs` (`completed_at`) WHERE state IN ('failed', 'cancelled', 'expired');--> statement-breakpoint
CREATE INDEX `jobs_account_created` ON `jobs` (`account_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `jobs_file` ON `jobs` (`file_id`,`created_at`,`id`);