-- oldest program: 0005_directory
CREATE TABLE "intake_rows" (
	"intake_id" text NOT NULL,
	"n" integer NOT NULL,
	"external_id" text NOT NULL,
	"outcome" text NOT NULL,
	"poi_id" text,
	"row" jsonb,
	"before" jsonb,
	CONSTRAINT "intake_rows_intake_id_n_pk" PRIMARY KEY("intake_id","n")
);
--> statement-breakpoint
CREATE TABLE "intakes" (
	"id" text PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"release" text DEFAULT '' NOT NULL,
	"city_id" integer,
	"file_name" text DEFAULT '' NOT NULL,
	"state" text NOT NULL,
	"counts" jsonb NOT NULL,
	"refused" jsonb NOT NULL,
	"left" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_by" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"applied_at" timestamp (3) with time zone,
	"undone_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "place_matches" (
	"id" text PRIMARY KEY NOT NULL,
	"intake_id" text,
	"created_id" text,
	"source" text NOT NULL,
	"external_id" text NOT NULL,
	"row" jsonb NOT NULL,
	"poi_id" text NOT NULL,
	"score" double precision NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"reviewed_by" text,
	"reviewed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "place_samples" (
	"id" text PRIMARY KEY NOT NULL,
	"intake_id" text NOT NULL,
	"source" text NOT NULL,
	"release" text NOT NULL,
	"city_id" integer NOT NULL,
	"row" jsonb NOT NULL,
	"is_known" boolean NOT NULL,
	"right" boolean,
	"why" text DEFAULT '' NOT NULL,
	"reviewed_by" text,
	"reviewed_at" timestamp (3) with time zone,
	"drawn_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "place_sources" (
	"id" text PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"external_id" text NOT NULL,
	"poi_id" text NOT NULL,
	"release" text NOT NULL,
	"row" jsonb NOT NULL,
	"said_at" timestamp (3) with time zone NOT NULL,
	"said_since" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"gone_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "source_floors" (
	"source" text PRIMARY KEY NOT NULL,
	"floor" double precision NOT NULL,
	"updated_by" text,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"name" text PRIMARY KEY NOT NULL,
	"holder" text,
	"fence" bigint DEFAULT 0 NOT NULL,
	"lease_until" timestamp (3) with time zone,
	"slot" timestamp (3) with time zone,
	"began_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"succeeded_at" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"error" text,
	"retry_at" timestamp (3) with time zone
);
--> statement-breakpoint
DROP VIEW "public"."current_pois";--> statement-breakpoint
DROP INDEX "pois_city";--> statement-breakpoint
ALTER TABLE "staff_users" ADD COLUMN "is_service" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "place_reports" ADD COLUMN "asked_by" jsonb;--> statement-breakpoint
ALTER TABLE "instances" ADD COLUMN "runs_jobs" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "pois" ADD COLUMN "said" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "pois" ADD COLUMN "is_withheld" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "intake_rows" ADD CONSTRAINT "intake_rows_intake_id_intakes_id_fk" FOREIGN KEY ("intake_id") REFERENCES "public"."intakes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "intake_rows" ADD CONSTRAINT "intake_rows_poi_id_pois_id_fk" FOREIGN KEY ("poi_id") REFERENCES "public"."pois"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "place_matches" ADD CONSTRAINT "place_matches_intake_id_intakes_id_fk" FOREIGN KEY ("intake_id") REFERENCES "public"."intakes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "place_matches" ADD CONSTRAINT "place_matches_created_id_pois_id_fk" FOREIGN KEY ("created_id") REFERENCES "public"."pois"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "place_matches" ADD CONSTRAINT "place_matches_poi_id_pois_id_fk" FOREIGN KEY ("poi_id") REFERENCES "public"."pois"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "place_samples" ADD CONSTRAINT "place_samples_intake_id_intakes_id_fk" FOREIGN KEY ("intake_id") REFERENCES "public"."intakes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "place_sources" ADD CONSTRAINT "place_sources_poi_id_pois_id_fk" FOREIGN KEY ("poi_id") REFERENCES "public"."pois"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "intake_rows_place" ON "intake_rows" USING btree ("poi_id") WHERE poi_id is not null;--> statement-breakpoint
CREATE INDEX "intakes_newest" ON "intakes" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "place_matches_status" ON "place_matches" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "place_matches_external" ON "place_matches" USING btree ("source","external_id");--> statement-breakpoint
CREATE INDEX "place_matches_place" ON "place_matches" USING btree ("poi_id");--> statement-breakpoint
CREATE INDEX "place_matches_intake" ON "place_matches" USING btree ("intake_id");--> statement-breakpoint
CREATE INDEX "place_matches_created" ON "place_matches" USING btree ("created_id") WHERE created_id is not null;--> statement-breakpoint
CREATE INDEX "place_samples_city" ON "place_samples" USING btree ("city_id","source");--> statement-breakpoint
CREATE INDEX "place_samples_intake" ON "place_samples" USING btree ("intake_id");--> statement-breakpoint
CREATE UNIQUE INDEX "place_sources_external" ON "place_sources" USING btree ("source","external_id");--> statement-breakpoint
CREATE INDEX "place_sources_place" ON "place_sources" USING btree ("poi_id");--> statement-breakpoint
CREATE INDEX "pois_street" ON "pois" USING btree ((regexp_replace(split_part(identity, '|', 1), '^([0-9]+[a-z]? )*((n|s|e|w|ne|nw|se|sw|north|south|east|west) )?', ''))) WHERE deleted_at is null and merged_into is null;--> statement-breakpoint
CREATE INDEX "pois_subcategory" ON "pois" USING btree ((lower(subcategory) collate "C")) WHERE subcategory <> '' and deleted_at is null and merged_into is null;--> statement-breakpoint
CREATE INDEX "pois_match_name" ON "pois" USING btree ((hashtextextended(substring(identity from position('|' in identity)), 0))) WHERE deleted_at is null and merged_into is null;--> statement-breakpoint
CREATE INDEX "pois_match_house" ON "pois" USING btree ((hashtextextended(split_part(identity, ' ', 1) || '|' || split_part(identity, '|', 2) || '|' || split_part(identity, '|', 3), 0))) WHERE identity >= '0' and identity < ':' and deleted_at is null and merged_into is null;--> statement-breakpoint
CREATE INDEX "pois_match_around" ON "pois" USING btree ((floor(latitude * 370)::int),"longitude") WHERE latitude is not null and deleted_at is null and merged_into is null;--> statement-breakpoint
CREATE INDEX "pois_withheld" ON "pois" USING btree ("city_id") WHERE is_withheld;--> statement-breakpoint
CREATE INDEX "pois_city" ON "pois" USING btree ("city_id","category","halal_verification_status","is_withheld") WHERE deleted_at is null and merged_into is null;--> statement-breakpoint
ALTER TABLE "pois" DISABLE TRIGGER USER;--> statement-breakpoint
UPDATE "pois" SET "said" = (
	SELECT jsonb_object_agg(
		CASE given WHEN 'zip_code' THEN 'zipCode' WHEN 'halal_certificate' THEN 'halalCertificate' ELSE given END,
		jsonb_build_object('by', CASE WHEN "owner_id" IS NULL THEN 'staff' ELSE 'owner' END,
			'at', to_char("updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
	FROM unnest("given_columns") given) WHERE "given_columns" <> '{}';--> statement-breakpoint
ALTER TABLE "pois" ENABLE TRIGGER USER;--> statement-breakpoint
ALTER TABLE "pois" DROP COLUMN "given_columns";--> statement-breakpoint
CREATE VIEW "public"."current_pois" AS (select "id", "seq", "place_id", "name", "address", "city", "state", "zip_code", "phone", "website", "category", "subcategory", "halal_certificate", "halal_verification_status", "tier_until", "tier_changes", "evidence_digest", "owner_id", "latitude", "longitude", "city_id", "said", "is_withheld", "identity", "version", "sync_state", "sync_error", "sync_failures", "synced_at", "created_at", "updated_at", "deleted_at", "merged_into" from "pois" where ("pois"."deleted_at" is null and "pois"."merged_into" is null));--> statement-breakpoint
-- Visitors' lists also depend on what is withheld.
DROP TRIGGER pois_search_changed ON "pois";--> statement-breakpoint
CREATE TRIGGER pois_search_changed AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE OF "id", "name", "address", "city",
    "state", "zip_code", "category", "subcategory", "halal_verification_status", "tier_changes", "latitude", "longitude",
    "owner_id", "phone", "website", "halal_certificate", "is_withheld", "deleted_at", "merged_into"
  ON "pois" FOR EACH STATEMENT EXECUTE FUNCTION count_search_change();--> statement-breakpoint
-- A city's page shows how many of those that were checked were right.
CREATE TRIGGER place_samples_checked AFTER DELETE OR UPDATE OF "right" ON "place_samples"
  FOR EACH STATEMENT EXECUTE FUNCTION count_search_change();
