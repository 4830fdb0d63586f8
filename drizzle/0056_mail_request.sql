ALTER TABLE "mails" ADD COLUMN "request_id" text;--> statement-breakpoint
CREATE INDEX "mails_request" ON "mails" USING btree ("request_id") WHERE request_id is not null;