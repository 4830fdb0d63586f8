CREATE TABLE "saved_views" (
	"id" text PRIMARY KEY NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"values" jsonb NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "place_visits" (
	"poi_id" text NOT NULL,
	"day" date NOT NULL,
	"views" integer NOT NULL,
	"directions" integer NOT NULL,
	CONSTRAINT "place_visits_poi_id_day_pk" PRIMARY KEY("poi_id","day")
);
--> statement-breakpoint
CREATE TABLE "reply_templates" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"text" text NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "case_assignments" (
	"case_key" text PRIMARY KEY NOT NULL,
	"assignee_id" text,
	"snoozed_until" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "evidence_files" ADD COLUMN "slot" text;--> statement-breakpoint
ALTER TABLE "place_visits" ADD CONSTRAINT "place_visits_poi_id_pois_id_fk" FOREIGN KEY ("poi_id") REFERENCES "public"."pois"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_assignments" ADD CONSTRAINT "case_assignments_assignee_id_staff_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."staff_users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_name" ON "saved_views" USING btree ("list",lower("name"));--> statement-breakpoint
CREATE INDEX "place_visits_day" ON "place_visits" USING btree ("day");--> statement-breakpoint
CREATE UNIQUE INDEX "reply_templates_name" ON "reply_templates" USING btree ("name_key");--> statement-breakpoint
CREATE INDEX "case_assignments_assignee" ON "case_assignments" USING btree ("assignee_id");--> statement-breakpoint
CREATE INDEX "mails_to_mailbox" ON "mails" USING btree (regexp_replace("to_key", '^([^+@]+)[+][^@]*@', '\1@'));