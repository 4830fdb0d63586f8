ALTER TABLE "partners" ADD COLUMN "email_confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "partners" ADD COLUMN "email_confirmed" boolean GENERATED ALWAYS AS (email_confirmed_at is not null) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "partners" ADD COLUMN "tried_again_at" timestamp (3) with time zone;