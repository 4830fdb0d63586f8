CREATE TABLE "source_views" (
	"day" date NOT NULL,
	"source" text NOT NULL,
	"views" integer NOT NULL,
	CONSTRAINT "source_views_day_source_pk" PRIMARY KEY("day","source")
);
--> statement-breakpoint
CREATE INDEX "waitlist_signups_ref" ON "waitlist_signups" USING btree ((source->>'ref')) WHERE source->>'ref' is not null and confirmed_at is not null and not quarantined;