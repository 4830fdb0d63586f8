ALTER TABLE "partnership_inquiries" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "waitlist_signups" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "partnership_inquiries_deleted" ON "partnership_inquiries" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "waitlist_signups_deleted" ON "waitlist_signups" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
ALTER TABLE "waitlist_signups" ADD CONSTRAINT "waitlist_signups_deleted_check" CHECK (deleted_at is null or quarantined);