ALTER TABLE `deliveries` ADD `cause` text;--> statement-breakpoint
UPDATE `deliveries` SET `cause` = (SELECT `cause` FROM `events` WHERE `events`.`id` = `deliveries`.`event_id`);--> statement-breakpoint
DROP INDEX `audit_created`;--> statement-breakpoint
DROP INDEX `files_job`;--> statement-breakpoint
CREATE INDEX `files_of_job` ON `files` (`job_id`) WHERE job_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `__new_events` (
	`cause` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`account_id` text NOT NULL,
	`event` text NOT NULL,
	`job_id` text,
	`file_id` text,
	`created_at` integer NOT NULL,
	`body` text NOT NULL,
	`wanted` integer DEFAULT 0 NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `__new_events`("cause", "id", "account_id", "event", "job_id", "file_id", "created_at", "body", "wanted") SELECT "cause", "id", "account_id", "event", "job_id", "file_id", "created_at", "body", EXISTS (SELECT 1 FROM webhooks w WHERE w.account_id = events.account_id) FROM `events`;--> statement-breakpoint
DROP TABLE `events`;--> statement-breakpoint
ALTER TABLE `__new_events` RENAME TO `events`;--> statement-breakpoint
CREATE INDEX `events_wanted` ON `events` (`account_id`,`created_at`) WHERE wanted = 1;
