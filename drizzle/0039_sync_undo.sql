CREATE TABLE "sync_decisions" (
	"poi_id" text PRIMARY KEY NOT NULL,
	"choice" text NOT NULL,
	"main_id" text,
	"decided_by" text NOT NULL,
	"decided_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sync_runs" ADD COLUMN "kind" text DEFAULT 'push' NOT NULL;--> statement-breakpoint
ALTER TABLE "sync_runs" ADD COLUMN "undoes" text;--> statement-breakpoint
ALTER TABLE "sync_runs" ADD COLUMN "fence" bigint;--> statement-breakpoint
ALTER TABLE "sync_runs" ADD COLUMN "undo_cursor" bigint;--> statement-breakpoint
ALTER TABLE "sync_runs" ADD COLUMN "undone_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sync_unlinks" ADD COLUMN "held" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sync_decisions" ADD CONSTRAINT "sync_decisions_poi_id_pois_id_fk" FOREIGN KEY ("poi_id") REFERENCES "public"."pois"("id") ON DELETE cascade ON UPDATE no action;