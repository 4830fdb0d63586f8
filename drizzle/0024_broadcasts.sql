CREATE TABLE "broadcast_recipients" (
	"id" text PRIMARY KEY NOT NULL,
	"broadcast_id" text NOT NULL,
	"email_key" text,
	"state" text DEFAULT 'waiting' NOT NULL,
	"fence" bigint,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp (3) with time zone,
	"taken_at" timestamp (3) with time zone,
	"reason" text,
	"code_hash" text,
	"accepted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "broadcasts" (
	"id" text PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"markdown" text NOT NULL,
	"audience" jsonb NOT NULL,
	"rate_per_minute" integer,
	"starts_at" timestamp (3) with time zone,
	"invites" boolean NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"audience_count" integer NOT NULL,
	"sent" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"unknown" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"accepted" integer DEFAULT 0 NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"sent_by" text,
	"sent_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"fence" bigint DEFAULT 0 NOT NULL,
	"lease_until" timestamp (3) with time zone,
	"next_take_at" timestamp (3) with time zone
);
--> statement-breakpoint
DROP INDEX "mails_due";--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "html" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "bulk" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "waitlist_signups" ADD COLUMN "accepted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "broadcast_recipients" ADD CONSTRAINT "broadcast_recipients_broadcast_id_broadcasts_id_fk" FOREIGN KEY ("broadcast_id") REFERENCES "public"."broadcasts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "broadcast_recipients_person" ON "broadcast_recipients" USING btree ("email_key","broadcast_id");--> statement-breakpoint
CREATE INDEX "broadcast_recipients_state" ON "broadcast_recipients" USING btree ("broadcast_id","state","id");--> statement-breakpoint
CREATE UNIQUE INDEX "broadcast_recipients_code" ON "broadcast_recipients" USING btree ("code_hash") WHERE code_hash is not null;--> statement-breakpoint
CREATE INDEX "broadcasts_newest" ON "broadcasts" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "broadcasts_active" ON "broadcasts" USING btree ("next_take_at") WHERE state in ('scheduled', 'sending');--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("bulk","next_try_at") WHERE next_try_at is not null;