CREATE TABLE "evidence_files" (
	"id" text PRIMARY KEY NOT NULL,
	"partner_id" text,
	"claim_id" text,
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"bytes" integer NOT NULL,
	"digest" text NOT NULL,
	"uploaded_at" timestamp (3) with time zone NOT NULL,
	"removed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "poi_claims" (
	"id" text PRIMARY KEY NOT NULL,
	"poi_id" text,
	"poi_name" text NOT NULL,
	"partner_id" text,
	"partner_name" text NOT NULL,
	"documents" jsonb NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"reason" text,
	"notes" text DEFAULT '' NOT NULL,
	"submitted_at" timestamp (3) with time zone NOT NULL,
	"reviewed_at" timestamp (3) with time zone,
	"reviewed_by" text
);
--> statement-breakpoint
CREATE TABLE "pois" (
	"id" text PRIMARY KEY NOT NULL,
	"place_id" text,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"city" text NOT NULL,
	"state" text NOT NULL,
	"zip_code" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"website" text DEFAULT '' NOT NULL,
	"category" text NOT NULL,
	"subcategory" text DEFAULT '' NOT NULL,
	"halal_certificate" text DEFAULT '' NOT NULL,
	"halal_verification_status" text DEFAULT 'unverified' NOT NULL,
	"owner_id" text,
	"latitude" double precision,
	"longitude" double precision,
	"version" integer DEFAULT 1 NOT NULL,
	"sync_state" text DEFAULT 'pending' NOT NULL,
	"sync_error" text,
	"sync_failures" integer DEFAULT 0 NOT NULL,
	"synced_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "poi_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"partner_id" text,
	"partner_name" text NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"city" text NOT NULL,
	"state" text NOT NULL,
	"zip_code" text NOT NULL,
	"phone" text NOT NULL,
	"website" text NOT NULL,
	"category" text NOT NULL,
	"subcategory" text NOT NULL,
	"halal_certificate" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"reason" text,
	"notes" text DEFAULT '' NOT NULL,
	"submitted_at" timestamp (3) with time zone NOT NULL,
	"reviewed_at" timestamp (3) with time zone,
	"reviewed_by" text,
	"poi_id" text
);
--> statement-breakpoint
ALTER TABLE "evidence_files" ADD CONSTRAINT "evidence_files_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evidence_files" ADD CONSTRAINT "evidence_files_claim_id_poi_claims_id_fk" FOREIGN KEY ("claim_id") REFERENCES "public"."poi_claims"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "poi_claims" ADD CONSTRAINT "poi_claims_poi_id_pois_id_fk" FOREIGN KEY ("poi_id") REFERENCES "public"."pois"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "poi_claims" ADD CONSTRAINT "poi_claims_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pois" ADD CONSTRAINT "pois_owner_id_partners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."partners"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "poi_requests" ADD CONSTRAINT "poi_requests_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "poi_requests" ADD CONSTRAINT "poi_requests_poi_id_pois_id_fk" FOREIGN KEY ("poi_id") REFERENCES "public"."pois"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "evidence_files_claim" ON "evidence_files" USING btree ("claim_id");--> statement-breakpoint
CREATE INDEX "evidence_files_partner" ON "evidence_files" USING btree ("partner_id");--> statement-breakpoint
CREATE INDEX "evidence_files_kept" ON "evidence_files" USING btree ("uploaded_at") WHERE removed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "poi_claims_one_pending" ON "poi_claims" USING btree ("partner_id","poi_id") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "poi_claims_queue" ON "poi_claims" USING btree ("status","submitted_at","id");--> statement-breakpoint
CREATE INDEX "poi_claims_partner" ON "poi_claims" USING btree ("partner_id","submitted_at");--> statement-breakpoint
CREATE INDEX "poi_claims_poi" ON "poi_claims" USING btree ("poi_id");--> statement-breakpoint
CREATE UNIQUE INDEX "pois_place_id" ON "pois" USING btree ("place_id") WHERE place_id is not null;--> statement-breakpoint
CREATE INDEX "pois_owner_id" ON "pois" USING btree ("owner_id") WHERE owner_id is not null;--> statement-breakpoint
CREATE INDEX "pois_newest" ON "pois" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "pois_not_synced" ON "pois" USING btree ("sync_state","id") WHERE sync_state <> 'synced';--> statement-breakpoint
CREATE INDEX "poi_requests_queue" ON "poi_requests" USING btree ("status","submitted_at","id");--> statement-breakpoint
CREATE INDEX "poi_requests_partner" ON "poi_requests" USING btree ("partner_id","submitted_at");--> statement-breakpoint
CREATE FUNCTION note_place_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.place_id, NEW.name, NEW.address, NEW.city, NEW.state, NEW.zip_code, NEW.phone, NEW.website, NEW.category,
      NEW.subcategory, NEW.halal_certificate, NEW.halal_verification_status, NEW.owner_id, NEW.latitude, NEW.longitude)
    IS DISTINCT FROM
     (OLD.place_id, OLD.name, OLD.address, OLD.city, OLD.state, OLD.zip_code, OLD.phone, OLD.website, OLD.category,
      OLD.subcategory, OLD.halal_certificate, OLD.halal_verification_status, OLD.owner_id, OLD.latitude, OLD.longitude)
  THEN
    NEW.version := OLD.version + 1;
    NEW.sync_state := 'pending';
    NEW.sync_error := NULL;
    NEW.sync_failures := 0;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER pois_changed BEFORE UPDATE ON "pois" FOR EACH ROW EXECUTE FUNCTION note_place_changed();
