ALTER TABLE "mails" ADD COLUMN "leave_url" text;--> statement-breakpoint
ALTER TABLE "waitlist_signups" ADD COLUMN "source" jsonb;--> statement-breakpoint
ALTER TABLE "waitlist_signups" ADD COLUMN "referral_code" text GENERATED ALWAYS AS (left(md5(id), 12)) STORED;--> statement-breakpoint
ALTER TABLE "waitlist_signups" ADD COLUMN "consent_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "waitlist_signups" ADD COLUMN "confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "waitlist_signups" ADD COLUMN "left_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "waitlist_signups" ADD COLUMN "welcome_due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "waitlist_signups" ADD COLUMN "welcomed_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "waitlist_signups_welcome_due" ON "waitlist_signups" USING btree ("welcome_due_at") WHERE welcome_due_at is not null;