CREATE TABLE "case_viewers" (
	"case_key" text NOT NULL,
	"staff_id" text NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "case_viewers_case_key_staff_id_pk" PRIMARY KEY("case_key","staff_id")
);
--> statement-breakpoint
ALTER TABLE "poi_claims" ADD COLUMN "last_decision" jsonb;--> statement-breakpoint
ALTER TABLE "poi_requests" ADD COLUMN "last_decision" jsonb;--> statement-breakpoint
ALTER TABLE "case_viewers" ADD CONSTRAINT "case_viewers_staff_id_staff_users_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "case_viewers_staff" ON "case_viewers" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "case_viewers_seen" ON "case_viewers" USING btree ("seen_at");--> statement-breakpoint
CREATE INDEX "poi_claims_undoable" ON "poi_claims" USING btree ("id") WHERE last_decision is not null;--> statement-breakpoint
CREATE INDEX "poi_requests_undoable" ON "poi_requests" USING btree ("id") WHERE last_decision is not null;