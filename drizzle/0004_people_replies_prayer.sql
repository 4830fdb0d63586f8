-- oldest program: 0003_colleagues
CREATE TABLE "place_open_answers" (
	"id" text PRIMARY KEY NOT NULL,
	"poi_id" text NOT NULL,
	"answer" text NOT NULL,
	"source" text NOT NULL,
	"person" text,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "place_suppliers" (
	"id" text PRIMARY KEY NOT NULL,
	"poi_id" text NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"until" date NOT NULL,
	"by" text NOT NULL,
	"confirmed_at" timestamp (3) with time zone NOT NULL,
	"asked_about" date
);
--> statement-breakpoint
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
CREATE TABLE "claim_proofs" (
	"id" text PRIMARY KEY NOT NULL,
	"claim_id" text NOT NULL,
	"kind" text NOT NULL,
	"target" text NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"asked" integer DEFAULT 1 NOT NULL,
	"day_started_at" timestamp (3) with time zone NOT NULL,
	"digest" text,
	"sent_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"confirmed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "place_photos" (
	"id" text PRIMARY KEY NOT NULL,
	"poi_id" text NOT NULL,
	"partner_id" text,
	"former_partner" text,
	"file_id" text NOT NULL,
	"alt" text NOT NULL,
	"position" integer NOT NULL,
	"replaces" text,
	"state" text DEFAULT 'waiting' NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"left_at" timestamp (3) with time zone
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
CREATE TABLE "list_maps" (
	"kind" text NOT NULL,
	"shape" text NOT NULL,
	"columns" jsonb NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "list_maps_kind_shape_pk" PRIMARY KEY("kind","shape")
);
--> statement-breakpoint
DROP VIEW "public"."current_signups";--> statement-breakpoint
ALTER TABLE "evidence_files" ADD COLUMN "photo_id" text;--> statement-breakpoint
ALTER TABLE "inquiry_answers" ADD COLUMN "token_hash" text;--> statement-breakpoint
ALTER TABLE "waitlist_signups" ADD COLUMN "left_by_card" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "place_open_answers" ADD CONSTRAINT "place_open_answers_poi_id_pois_id_fk" FOREIGN KEY ("poi_id") REFERENCES "public"."pois"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "place_suppliers" ADD CONSTRAINT "place_suppliers_poi_id_pois_id_fk" FOREIGN KEY ("poi_id") REFERENCES "public"."pois"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inquiry_replies" ADD CONSTRAINT "inquiry_replies_inquiry_id_partnership_inquiries_id_fk" FOREIGN KEY ("inquiry_id") REFERENCES "public"."partnership_inquiries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim_proofs" ADD CONSTRAINT "claim_proofs_claim_id_poi_claims_id_fk" FOREIGN KEY ("claim_id") REFERENCES "public"."poi_claims"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "place_photos" ADD CONSTRAINT "place_photos_poi_id_pois_id_fk" FOREIGN KEY ("poi_id") REFERENCES "public"."pois"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "place_photos" ADD CONSTRAINT "place_photos_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prayer_statements" ADD CONSTRAINT "prayer_statements_poi_id_pois_id_fk" FOREIGN KEY ("poi_id") REFERENCES "public"."pois"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "place_open_answers_person" ON "place_open_answers" USING btree ("person");--> statement-breakpoint
CREATE INDEX "place_open_answers_place" ON "place_open_answers" USING btree ("poi_id","at");--> statement-breakpoint
CREATE INDEX "place_open_answers_at" ON "place_open_answers" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "place_suppliers_name" ON "place_suppliers" USING btree ("poi_id","name_key");--> statement-breakpoint
CREATE INDEX "place_suppliers_until" ON "place_suppliers" USING btree ("until");--> statement-breakpoint
CREATE UNIQUE INDEX "inquiry_replies_message" ON "inquiry_replies" USING btree ("inquiry_id","message_hash");--> statement-breakpoint
CREATE INDEX "inquiry_replies_inquiry" ON "inquiry_replies" USING btree ("inquiry_id","received_at");--> statement-breakpoint
CREATE INDEX "inquiry_replies_sender" ON "inquiry_replies" USING btree ("sent_from_key");--> statement-breakpoint
CREATE UNIQUE INDEX "claim_proofs_one" ON "claim_proofs" USING btree ("claim_id","kind");--> statement-breakpoint
CREATE INDEX "place_photos_poi" ON "place_photos" USING btree ("poi_id");--> statement-breakpoint
CREATE INDEX "place_photos_queue" ON "place_photos" USING btree ("state","sent_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "place_photos_file" ON "place_photos" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "place_photos_partner" ON "place_photos" USING btree ("partner_id");--> statement-breakpoint
CREATE INDEX "prayer_statements_place" ON "prayer_statements" USING btree ("poi_id","seq");--> statement-breakpoint
CREATE INDEX "place_reports_closed_at" ON "place_reports" USING btree ("closed_at") WHERE closed_at is not null;--> statement-breakpoint
CREATE INDEX "place_suggestions_reviewed" ON "place_suggestions" USING btree ("reviewed_at") WHERE reviewed_at is not null;--> statement-breakpoint
CREATE INDEX "evidence_files_photo" ON "evidence_files" USING btree ("photo_id") WHERE photo_id is not null;--> statement-breakpoint
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
