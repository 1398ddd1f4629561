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
CREATE INDEX `files_object` ON `files` (`region`,`object_key`) WHERE state = 'uploaded';--> statement-breakpoint
CREATE INDEX `files_ended` ON `files` (`deleted_at`) WHERE state IN ('deleted', 'expired');--> statement-breakpoint
CREATE INDEX `jobs_completed` ON `jobs` (`completed_at`) WHERE completed_at IS NOT NULL;