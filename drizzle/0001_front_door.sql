ALTER TABLE "city_state" ADD COLUMN "gazetteer" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "pois_short_id" ON "pois" USING btree (right("id", 8));--> statement-breakpoint
CREATE INDEX "waitlist_signups_left" ON "waitlist_signups" USING btree ("email_key") WHERE left_at is not null;