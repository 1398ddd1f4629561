CREATE TABLE `processor_instances` (
	`name` text PRIMARY KEY NOT NULL,
	`region` text NOT NULL,
	`slots` integer,
	`seen_at` integer,
	`avoid_until` integer,
	`avoid_slots` integer
);
--> statement-breakpoint
CREATE INDEX `processor_instances_region` ON `processor_instances` (`region`);--> statement-breakpoint
ALTER TABLE `jobs` ADD `instance` text;--> statement-breakpoint
CREATE INDEX `jobs_on_instance` ON `jobs` (`region`,`instance`) WHERE state = 'running';