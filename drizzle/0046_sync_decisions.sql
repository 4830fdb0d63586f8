CREATE TABLE "sync_decisions" (
	"poi_id" text PRIMARY KEY NOT NULL,
	"choice" text NOT NULL,
	"main_id" text,
	"main_name" text,
	"decided_by" text NOT NULL,
	"decided_at" timestamp (3) with time zone NOT NULL,
	"error" text NOT NULL,
	"failures" integer NOT NULL,
	"version" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sync_decisions" ADD CONSTRAINT "sync_decisions_poi_id_pois_id_fk" FOREIGN KEY ("poi_id") REFERENCES "public"."pois"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "sync_decisions_link" ON "sync_decisions" USING btree ("main_id") WHERE choice = 'link';--> statement-breakpoint
CREATE INDEX "sync_decisions_newest" ON "sync_decisions" USING btree ("decided_at","poi_id");