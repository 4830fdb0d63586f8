DROP TABLE "sync_decisions" CASCADE;--> statement-breakpoint
ALTER TABLE "sync_runs" DROP COLUMN "undo_cursor";--> statement-breakpoint
ALTER TABLE "sync_runs" DROP COLUMN "undone_at";