ALTER TABLE "waitlist_signups" ADD COLUMN "city_id" integer;--> statement-breakpoint
CREATE INDEX "waitlist_signups_city" ON "waitlist_signups" USING btree ("city_id") WHERE city_id is not null;