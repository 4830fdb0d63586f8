CREATE TABLE "evidence_records" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "evidence_records_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" text NOT NULL,
	"poi_id" text NOT NULL,
	"kind" text NOT NULL,
	"about_id" text,
	"issuer_id" text,
	"number" text,
	"valid_from" date,
	"valid_until" date,
	"checked_on" date,
	"answer" text,
	"meat_free" boolean,
	"no_alcohol" boolean,
	"no_pork" boolean,
	"note" text DEFAULT '' NOT NULL,
	"file_id" text,
	"file_digest" text,
	"source" text NOT NULL,
	"by_id" text,
	"by_name" text,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "evidence_records_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "issuers" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"country" text NOT NULL,
	"address" text NOT NULL,
	"site" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "pois" ADD COLUMN "tier_until" date;--> statement-breakpoint
ALTER TABLE "pois" ADD COLUMN "tier_changes" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "pois" ADD COLUMN "evidence_digest" text;--> statement-breakpoint
ALTER TABLE "evidence_records" ADD CONSTRAINT "evidence_records_issuer_id_issuers_id_fk" FOREIGN KEY ("issuer_id") REFERENCES "public"."issuers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "evidence_records_place" ON "evidence_records" USING btree ("poi_id","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "evidence_records_reading" ON "evidence_records" USING btree ("about_id","by_id") WHERE kind = 'reading';--> statement-breakpoint
CREATE INDEX "evidence_records_file" ON "evidence_records" USING btree ("file_id") WHERE file_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "issuers_name" ON "issuers" USING btree ("name_key");--> statement-breakpoint
CREATE INDEX "pois_tier_until" ON "pois" USING btree ("tier_until") WHERE tier_until is not null;
--> statement-breakpoint
CREATE FUNCTION refuse_changed_evidence() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'evidence records are only ever added' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER evidence_records_append_only BEFORE UPDATE OR DELETE ON "evidence_records"
  FOR EACH ROW EXECUTE FUNCTION refuse_changed_evidence();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_place_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.place_id, NEW.name, NEW.address, NEW.city, NEW.state, NEW.zip_code, NEW.phone, NEW.website, NEW.category,
      NEW.subcategory, NEW.halal_certificate, NEW.halal_verification_status, NEW.tier_until, NEW.evidence_digest,
      NEW.owner_id, NEW.latitude, NEW.longitude)
    IS DISTINCT FROM
     (OLD.place_id, OLD.name, OLD.address, OLD.city, OLD.state, OLD.zip_code, OLD.phone, OLD.website, OLD.category,
      OLD.subcategory, OLD.halal_certificate, OLD.halal_verification_status, OLD.tier_until, OLD.evidence_digest,
      OLD.owner_id, OLD.latitude, OLD.longitude)
  THEN
    NEW.version := OLD.version + 1;
    NEW.sync_state := 'pending';
    NEW.sync_error := NULL;
    NEW.sync_failures := 0;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- The tiers so far had no evidence: a verified place keeps its tier for 90 days, a friendly one was third-party data.
INSERT INTO "evidence_records" ("id", "poi_id", "kind", "valid_until", "source", "recorded_at")
  SELECT replace(gen_random_uuid()::text, '-', ''), "id",
    CASE "halal_verification_status" WHEN 'verified' THEN 'prior' ELSE 'statement' END,
    CASE "halal_verification_status" WHEN 'verified' THEN current_date + 90 END,
    CASE "halal_verification_status" WHEN 'verified' THEN 'migration' ELSE 'import' END, now()
  FROM "pois" WHERE "halal_verification_status" <> 'unverified' AND "category" <> 'mosque' ORDER BY "seq";
--> statement-breakpoint
UPDATE "pois" SET "halal_verification_status" = 'unverified'
  WHERE "halal_verification_status" <> 'unverified' AND "category" = 'mosque';
--> statement-breakpoint
UPDATE "pois" SET "halal_verification_status" = 'reported' WHERE "halal_verification_status" = 'friendly';
--> statement-breakpoint
UPDATE "pois" SET "tier_until" = current_date + 90,
    "tier_changes" = jsonb_build_array(jsonb_build_object('from', current_date + 91, 'tier', 'reported'))
  WHERE "halal_verification_status" = 'verified';
