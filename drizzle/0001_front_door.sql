-- oldest program: 0000_baseline
CREATE TABLE "place_suggestions" (
	"id" text PRIMARY KEY NOT NULL,
	"reference" text NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"city" text NOT NULL,
	"state" text NOT NULL,
	"url" text NOT NULL,
	"why" text NOT NULL,
	"email" text,
	"email_key" text,
	"network" text,
	"quarantined" boolean DEFAULT false NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"poi_id" text,
	"notes" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"reviewed_at" timestamp (3) with time zone,
	"reviewed_by" text,
	"last_decision" jsonb,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "signup_links" (
	"code" text PRIMARY KEY NOT NULL,
	"email_key" text NOT NULL,
	"greeting" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
DROP VIEW "public"."current_inquiries";--> statement-breakpoint
ALTER TABLE "city_state" ADD COLUMN "gazetteer" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "issuers" ADD COLUMN "about" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "issuers" ADD COLUMN "standard" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "issuers" ADD COLUMN "register" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "evidence_files" ADD COLUMN "report_id" text;--> statement-breakpoint
ALTER TABLE "partnership_inquiries" ADD COLUMN "reference" text;--> statement-breakpoint
ALTER TABLE "place_suggestions" ADD CONSTRAINT "place_suggestions_poi_id_pois_id_fk" FOREIGN KEY ("poi_id") REFERENCES "public"."pois"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "place_suggestions_reference" ON "place_suggestions" USING btree ("reference");--> statement-breakpoint
CREATE UNIQUE INDEX "place_suggestions_repeat" ON "place_suggestions" USING btree ("network") WHERE status = 'pending' and not quarantined;--> statement-breakpoint
CREATE INDEX "place_suggestions_queue" ON "place_suggestions" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "place_suggestions_poi" ON "place_suggestions" USING btree ("poi_id") WHERE poi_id is not null;--> statement-breakpoint
CREATE INDEX "place_suggestions_email_key" ON "place_suggestions" USING btree ("email_key") WHERE email_key is not null;--> statement-breakpoint
CREATE INDEX "place_suggestions_undoable" ON "place_suggestions" USING btree ("id") WHERE last_decision is not null;--> statement-breakpoint
CREATE INDEX "signup_links_email_key" ON "signup_links" USING btree ("email_key");--> statement-breakpoint
CREATE INDEX "certificate_progress_issuer" ON "certificate_progress" USING btree ("issuer_id");--> statement-breakpoint
CREATE INDEX "evidence_files_report" ON "evidence_files" USING btree ("report_id") WHERE report_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "partnership_inquiries_reference" ON "partnership_inquiries" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "pois_short_id" ON "pois" USING btree (right("id", 8));--> statement-breakpoint
CREATE INDEX "waitlist_signups_left" ON "waitlist_signups" USING btree ("email_key") WHERE left_at is not null;--> statement-breakpoint
CREATE VIEW "public"."current_inquiries" AS (select "id", "business_name", "contact_name", "email", "email_key", "phone", "website", "business_type", "city", "state", "message", "added_by", "quarantined", "stage", "answered_at", "assignee_id", "place_id", "reference", "created_at", "updated_at", "search_key" from "partnership_inquiries" where "partnership_inquiries"."deleted_at" is null);