DROP INDEX "poi_claims_queue";--> statement-breakpoint
ALTER TABLE "poi_claims" ADD COLUMN "more_requested_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "poi_claims" ADD COLUMN "documents_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "poi_claims" ADD COLUMN "queued_at" timestamp (3) with time zone GENERATED ALWAYS AS (case when more_requested_at is null then coalesce(documents_at, submitted_at) else timestamptz '4000-01-01 00:00:00+00' end) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "poi_claims_queue" ON "poi_claims" USING btree ("status","queued_at","id");