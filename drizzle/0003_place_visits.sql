CREATE TABLE "place_visits" (
	"poi_id" text NOT NULL,
	"day" date NOT NULL,
	"views" integer NOT NULL,
	"directions" integer NOT NULL,
	CONSTRAINT "place_visits_poi_id_day_pk" PRIMARY KEY("poi_id","day")
);
--> statement-breakpoint
ALTER TABLE "evidence_files" ADD COLUMN "slot" text;--> statement-breakpoint
ALTER TABLE "place_visits" ADD CONSTRAINT "place_visits_poi_id_pois_id_fk" FOREIGN KEY ("poi_id") REFERENCES "public"."pois"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "place_visits_day" ON "place_visits" USING btree ("day");