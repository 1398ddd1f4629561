CREATE TABLE `batch_items` (
	`batch_id` text NOT NULL,
	`position` integer NOT NULL,
	`job_id` text,
	`refusal` text,
	PRIMARY KEY(`batch_id`, `position`),
	FOREIGN KEY (`batch_id`) REFERENCES `batches`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `batches` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`total` integer NOT NULL,
	`refused` integer NOT NULL,
	`created_at` integer NOT NULL,
	`cancel_requested_at` integer,
	`completed_at` integer,
	`metadata` text,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `batches_completed` ON `batches` (`completed_at`);--> statement-breakpoint
ALTER TABLE `jobs` ADD `batch_id` text;--> statement-breakpoint
CREATE INDEX `jobs_batch` ON `jobs` (`batch_id`,`state`) WHERE batch_id IS NOT NULL;