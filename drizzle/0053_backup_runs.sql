CREATE TABLE "backup_runs" (
	"name" text PRIMARY KEY NOT NULL,
	"due_at" timestamp (3) with time zone,
	"started_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"error" text,
	"bytes" bigint,
	"rows" bigint,
	"evidence" integer,
	CONSTRAINT "backup_runs_due_at_unique" UNIQUE("due_at")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "backup_runs_one_at_a_time" ON "backup_runs" USING btree ((finished_at is null)) WHERE finished_at is null;