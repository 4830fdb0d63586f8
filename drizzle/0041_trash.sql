CREATE TABLE "trash_items" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"label" text NOT NULL,
	"email_key" text,
	"rows" jsonb NOT NULL,
	"act" text,
	"deleted_by" text NOT NULL,
	"deleted_at" timestamp (3) with time zone NOT NULL,
	"search_key" text COLLATE "C" GENERATED ALWAYS AS (lower(label || ' ' || coalesce(email_key, '')) collate "C") STORED
);
--> statement-breakpoint
ALTER TABLE "waitlist_signups" DROP CONSTRAINT "waitlist_signups_deleted_check";--> statement-breakpoint
DROP INDEX "partnership_inquiries_deleted";--> statement-breakpoint
DROP INDEX "waitlist_signups_deleted";--> statement-breakpoint
CREATE INDEX "trash_items_newest" ON "trash_items" USING btree ("deleted_at","id");--> statement-breakpoint
CREATE INDEX "trash_items_email_key" ON "trash_items" USING btree ("email_key") WHERE email_key is not null;--> statement-breakpoint
CREATE INDEX "trash_items_act" ON "trash_items" USING btree ("act") WHERE act is not null;--> statement-breakpoint
-- what was deleted in the last two minutes moves to the trash
INSERT INTO "trash_items" ("id", "kind", "label", "email_key", "rows", "deleted_by", "deleted_at")
  SELECT id, CASE WHEN quarantined THEN 'quarantine' ELSE 'inquiry' END, business_name, email_key,
    jsonb_build_object('inquiry', jsonb_build_array(to_jsonb(t))), '', deleted_at
  FROM partnership_inquiries t WHERE deleted_at IS NOT NULL;--> statement-breakpoint
INSERT INTO "trash_items" ("id", "kind", "label", "email_key", "rows", "deleted_by", "deleted_at")
  SELECT id, 'quarantine', first_name, email_key,
    jsonb_build_object('signup', jsonb_build_array(to_jsonb(t))), '', deleted_at
  FROM waitlist_signups t WHERE deleted_at IS NOT NULL;--> statement-breakpoint
INSERT INTO "trash_items" ("id", "kind", "label", "email_key", "rows", "deleted_by", "deleted_at")
  SELECT t.id, 'quarantine', p.name, t.email_key,
    jsonb_build_object('report', jsonb_build_array(to_jsonb(t))), '', t.deleted_at
  FROM place_reports t JOIN pois p ON p.id = t.poi_id WHERE t.deleted_at IS NOT NULL;--> statement-breakpoint
DELETE FROM "partnership_inquiries" WHERE deleted_at IS NOT NULL;--> statement-breakpoint
DELETE FROM "waitlist_signups" WHERE deleted_at IS NOT NULL;--> statement-breakpoint
DELETE FROM "place_reports" WHERE deleted_at IS NOT NULL;--> statement-breakpoint
ALTER TABLE "partnership_inquiries" DROP COLUMN "deleted_at";--> statement-breakpoint
ALTER TABLE "place_reports" DROP COLUMN "deleted_at";--> statement-breakpoint
ALTER TABLE "waitlist_signups" DROP COLUMN "deleted_at";