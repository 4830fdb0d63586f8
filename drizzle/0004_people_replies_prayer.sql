-- oldest program: 0003_colleagues
CREATE TABLE "inquiry_replies" (
	"id" text PRIMARY KEY NOT NULL,
	"inquiry_id" text NOT NULL,
	"message_hash" text NOT NULL,
	"sent_from" text NOT NULL,
	"sent_from_key" text NOT NULL,
	"text" text NOT NULL,
	"quoted" text NOT NULL,
	"attachments" integer NOT NULL,
	"automatic" boolean NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "prayer_statements" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "prayer_statements_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"poi_id" text NOT NULL,
	"subject" text NOT NULL,
	"first_day" date NOT NULL,
	"value" jsonb,
	"source" text NOT NULL,
	"by_id" text NOT NULL,
	"by_name" text,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
DROP VIEW "public"."current_signups";--> statement-breakpoint
ALTER TABLE "inquiry_answers" ADD COLUMN "token_hash" text;--> statement-breakpoint
ALTER TABLE "waitlist_signups" ADD COLUMN "left_by_card" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "inquiry_replies" ADD CONSTRAINT "inquiry_replies_inquiry_id_partnership_inquiries_id_fk" FOREIGN KEY ("inquiry_id") REFERENCES "public"."partnership_inquiries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prayer_statements" ADD CONSTRAINT "prayer_statements_poi_id_pois_id_fk" FOREIGN KEY ("poi_id") REFERENCES "public"."pois"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "inquiry_replies_message" ON "inquiry_replies" USING btree ("inquiry_id","message_hash");--> statement-breakpoint
CREATE INDEX "inquiry_replies_inquiry" ON "inquiry_replies" USING btree ("inquiry_id","received_at");--> statement-breakpoint
CREATE INDEX "inquiry_replies_sender" ON "inquiry_replies" USING btree ("sent_from_key");--> statement-breakpoint
CREATE INDEX "prayer_statements_place" ON "prayer_statements" USING btree ("poi_id","seq");--> statement-breakpoint
CREATE INDEX "place_reports_closed_at" ON "place_reports" USING btree ("closed_at") WHERE closed_at is not null;--> statement-breakpoint
CREATE INDEX "place_suggestions_reviewed" ON "place_suggestions" USING btree ("reviewed_at") WHERE reviewed_at is not null;--> statement-breakpoint
CREATE INDEX "inquiry_answers_token" ON "inquiry_answers" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "mails_sent" ON "mails" USING btree ("sent_at") WHERE sent_at is not null;--> statement-breakpoint
CREATE INDEX "poi_requests_reviewed" ON "poi_requests" USING btree ("reviewed_at") WHERE reviewed_at is not null;--> statement-breakpoint
CREATE INDEX "place_proposals_reviewed" ON "place_proposals" USING btree ("reviewed_at") WHERE reviewed_at is not null;--> statement-breakpoint
CREATE INDEX "place_transfers_reviewed" ON "place_transfers" USING btree ("reviewed_at") WHERE reviewed_at is not null;--> statement-breakpoint
CREATE INDEX "payments_settled" ON "payments" USING btree ("settled_at") WHERE status = 'succeeded';--> statement-breakpoint
CREATE VIEW "public"."current_signups" AS (select "id", "first_name", "last_name", "email", "email_key", "city", "city_id", "source", "referral_code", "is_beta_tester", "quarantined", "consent_wording", "consent_source", "consent_at", "confirmed_at", "address_corrected_at", "left_at", "left_by_card", "accepted_at", "welcome_due_at", "welcomed_at", "created_at", "updated_at", "search_key" from "waitlist_signups" where "waitlist_signups"."deleted_at" is null);--> statement-breakpoint
-- by hand: a view keeps the id of the account instead of its name, and no text that was typed
UPDATE "saved_views" SET
	"created_by" = coalesce((SELECT "id" FROM "staff_users" WHERE "username" = "created_by"), ''),
	"values" = "values" - 'action' - 'actor' - 'city';
