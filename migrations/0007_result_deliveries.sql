CREATE TABLE `result_deliveries` (
	`job_id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`address_sealed` text,
	`state` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer,
	`wake_at` integer,
	`claim_token` text,
	`claimed_until` integer,
	`error` text,
	`status` integer,
	`completed_at` integer
);
--> statement-breakpoint
CREATE INDEX `result_deliveries_wake` ON `result_deliveries` (`wake_at`) WHERE wake_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `result_deliveries_completed` ON `result_deliveries` (`completed_at`);--> statement-breakpoint
ALTER TABLE `jobs` ADD `delivers` integer DEFAULT 0 NOT NULL;