CREATE TABLE "place_reports" (
	"id" text PRIMARY KEY NOT NULL,
	"poi_id" text NOT NULL,
	"merged_into" text,
	"network" text,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"email" text,
	"email_key" text,
	"quarantined" boolean DEFAULT false NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"reports" integer DEFAULT 1 NOT NULL,
	"reply_by" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone NOT NULL,
	"reply" text DEFAULT '' NOT NULL,
	"replied_at" timestamp (3) with time zone,
	"partner_id" text,
	"former_partner" text,
	"closed_at" timestamp (3) with time zone,
	"closed_by" text,
	"conclusion" text DEFAULT '' NOT NULL,
	"shown_text" text,
	"shown_reply" text
);
--> statement-breakpoint
ALTER TABLE "place_reports" ADD CONSTRAINT "place_reports_poi_id_pois_id_fk" FOREIGN KEY ("poi_id") REFERENCES "public"."pois"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "place_reports" ADD CONSTRAINT "place_reports_merged_into_place_reports_id_fk" FOREIGN KEY ("merged_into") REFERENCES "public"."place_reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "place_reports" ADD CONSTRAINT "place_reports_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "place_reports_open_case" ON "place_reports" USING btree ("poi_id","network") WHERE merged_into is null and closed_at is null and not quarantined;--> statement-breakpoint
CREATE INDEX "place_reports_queue" ON "place_reports" USING btree ("due_at","id") WHERE merged_into is null and closed_at is null and not quarantined;--> statement-breakpoint
CREATE INDEX "place_reports_closed" ON "place_reports" USING btree ("poi_id","closed_at") WHERE closed_at is not null;--> statement-breakpoint
CREATE INDEX "place_reports_merged" ON "place_reports" USING btree ("merged_into") WHERE merged_into is not null;--> statement-breakpoint
CREATE INDEX "place_reports_email_key" ON "place_reports" USING btree ("email_key") WHERE email_key is not null;--> statement-breakpoint
CREATE INDEX "place_reports_partner" ON "place_reports" USING btree ("partner_id") WHERE partner_id is not null;