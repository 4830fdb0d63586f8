CREATE TABLE "signup_links" (
	"code" text PRIMARY KEY NOT NULL,
	"email_key" text NOT NULL,
	"greeting" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
DROP VIEW "public"."current_inquiries";--> statement-breakpoint
ALTER TABLE "city_state" ADD COLUMN "gazetteer" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "partnership_inquiries" ADD COLUMN "reference" text;--> statement-breakpoint
CREATE INDEX "signup_links_email_key" ON "signup_links" USING btree ("email_key");--> statement-breakpoint
CREATE UNIQUE INDEX "partnership_inquiries_reference" ON "partnership_inquiries" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "pois_short_id" ON "pois" USING btree (right("id", 8));--> statement-breakpoint
CREATE INDEX "waitlist_signups_left" ON "waitlist_signups" USING btree ("email_key") WHERE left_at is not null;--> statement-breakpoint
CREATE VIEW "public"."current_inquiries" AS (select "id", "business_name", "contact_name", "email", "email_key", "phone", "website", "business_type", "city", "state", "message", "added_by", "quarantined", "stage", "answered_at", "assignee_id", "place_id", "reference", "created_at", "updated_at", "search_key" from "partnership_inquiries" where "partnership_inquiries"."deleted_at" is null);