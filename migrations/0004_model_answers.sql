CREATE TABLE `model_answers` (
	`key` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`job_id` text NOT NULL,
	`answer_sealed` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `model_answers_created` ON `model_answers` (`created_at`);--> statement-breakpoint
ALTER TABLE `jobs` ADD `model_requests` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `jobs` ADD `asking_until` integer;