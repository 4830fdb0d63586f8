ALTER TABLE "staff_users" ADD COLUMN "invited_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "staff_users" ADD COLUMN "locked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "staff_users" ADD COLUMN "must_change_password" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "staff_users" ADD COLUMN "mfa_reset_by_id" text;--> statement-breakpoint
ALTER TABLE "staff_users" ADD COLUMN "mfa_reset_by" text;--> statement-breakpoint
ALTER TABLE "staff_users" ADD COLUMN "mfa_reset_until" timestamp (3) with time zone;