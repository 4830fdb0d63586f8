CREATE TABLE "mail_server" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"last_error" text
);
--> statement-breakpoint
CREATE INDEX "mails_failed" ON "mails" USING btree ("created_at") WHERE sent_at is null and next_try_at is null;