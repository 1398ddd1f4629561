CREATE TABLE `account_cells` (
	`account_id` text NOT NULL,
	`cell` text NOT NULL,
	`region` text NOT NULL,
	`is_home` integer NOT NULL,
	`version` integer NOT NULL,
	`copied` integer NOT NULL,
	PRIMARY KEY(`account_id`, `cell`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `account_cells_home` ON `account_cells` (`account_id`,`region`) WHERE is_home = 1;--> statement-breakpoint
CREATE INDEX `account_cells_stale` ON `account_cells` (`account_id`) WHERE copied < version;--> statement-breakpoint
CREATE TABLE `account_copies` (
	`account_id` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`queued` integer NOT NULL,
	`running` integer NOT NULL,
	`month` integer
);
--> statement-breakpoint
CREATE TABLE `cell_sizes` (
	`cell` text PRIMARY KEY NOT NULL,
	`bytes` integer NOT NULL,
	`noted_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `idempotent_requests` ADD `cell` text;--> statement-breakpoint
CREATE INDEX `webhooks_given_up` ON `webhooks` (`updated_at`) WHERE disabled_reason IN ('gone', 'failing');