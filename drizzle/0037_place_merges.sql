CREATE TABLE "merged_places" (
	"id" text PRIMARY KEY NOT NULL,
	"poi_id" text NOT NULL,
	"name" text NOT NULL,
	"identity" text COLLATE "C" NOT NULL,
	"place_id" text
);
--> statement-breakpoint
CREATE TABLE "place_merges" (
	"id" text PRIMARY KEY NOT NULL,
	"kept_id" text NOT NULL,
	"kept_name" text NOT NULL,
	"duplicate_id" text NOT NULL,
	"duplicate_name" text NOT NULL,
	"merged_by" text,
	"merged_at" timestamp (3) with time zone NOT NULL,
	"undo" jsonb,
	"undone_at" timestamp (3) with time zone,
	"undone_by" text
);
--> statement-breakpoint
ALTER TABLE "merged_places" ADD CONSTRAINT "merged_places_poi_id_pois_id_fk" FOREIGN KEY ("poi_id") REFERENCES "public"."pois"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "merged_places_poi" ON "merged_places" USING btree ("poi_id");--> statement-breakpoint
CREATE INDEX "merged_places_identity" ON "merged_places" USING btree ("identity");--> statement-breakpoint
CREATE INDEX "merged_places_place_id" ON "merged_places" USING btree ("place_id");--> statement-breakpoint
CREATE INDEX "place_merges_kept" ON "place_merges" USING btree ("kept_id");--> statement-breakpoint
CREATE INDEX "place_merges_duplicate" ON "place_merges" USING btree ("duplicate_id");--> statement-breakpoint
CREATE INDEX "place_merges_merged" ON "place_merges" USING btree ("merged_at");