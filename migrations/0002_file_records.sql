ALTER TABLE `files` ADD `records` text;--> statement-breakpoint
CREATE INDEX `files_records` ON `files` (`account_id`,`sha256`) WHERE records IS NOT NULL;