ALTER TABLE "staff_users" ADD COLUMN "super_admin_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "staff_users" ADD COLUMN "super_admin_until" timestamp (3) with time zone;