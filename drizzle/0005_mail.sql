CREATE TABLE "mails" (
	"id" text PRIMARY KEY NOT NULL,
	"to" text NOT NULL,
	"to_key" text NOT NULL,
	"subject" text NOT NULL,
	"text" text,
	"kind" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp (3) with time zone,
	"last_error" text,
	"search_key" text COLLATE "C" GENERATED ALWAYS AS (lower("to" || ' ' || subject) collate "C") STORED
);
--> statement-breakpoint
ALTER TABLE "partners" ADD COLUMN "search_key" text COLLATE "C" GENERATED ALWAYS AS (lower(business_name || ' ' || contact_name || ' ' || email) collate "C") STORED;--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("next_try_at") WHERE next_try_at is not null;--> statement-breakpoint
CREATE INDEX "mails_newest" ON "mails" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "mails_to_key" ON "mails" USING btree ("to_key");--> statement-breakpoint
CREATE INDEX "partners_newest" ON "partners" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "partners_business" ON "partners" USING btree ("business_name","id");