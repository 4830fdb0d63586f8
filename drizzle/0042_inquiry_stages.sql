CREATE TABLE "inquiry_answers" (
	"id" text PRIMARY KEY NOT NULL,
	"inquiry_id" text NOT NULL,
	"sent_to" text NOT NULL,
	"text" text NOT NULL,
	"author_id" text,
	"author_name" text NOT NULL,
	"mail_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "partnership_inquiries" drop column "search_key";--> statement-breakpoint
ALTER TABLE "partnership_inquiries" ADD COLUMN "search_key" text COLLATE "C" GENERATED ALWAYS AS (lower(business_name || ' ' || contact_name || ' ' || email || ' ' || city || ' ' || message) collate "C") STORED;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "reply_to" text;--> statement-breakpoint
ALTER TABLE "partnership_inquiries" ADD COLUMN "stage" text DEFAULT 'new' NOT NULL;--> statement-breakpoint
ALTER TABLE "partnership_inquiries" ADD COLUMN "assignee_id" text;--> statement-breakpoint
ALTER TABLE "partnership_inquiries" ADD COLUMN "place_id" text;--> statement-breakpoint
ALTER TABLE "inquiry_answers" ADD CONSTRAINT "inquiry_answers_inquiry_id_partnership_inquiries_id_fk" FOREIGN KEY ("inquiry_id") REFERENCES "public"."partnership_inquiries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inquiry_answers_inquiry" ON "inquiry_answers" USING btree ("inquiry_id","created_at");--> statement-breakpoint
CREATE INDEX "partnership_inquiries_assignee" ON "partnership_inquiries" USING btree ("assignee_id");--> statement-breakpoint
UPDATE "partnership_inquiries" SET "stage" = 'answered' WHERE "answered_at" IS NOT NULL;