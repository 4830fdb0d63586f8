CREATE TABLE "place_proposals" (
	"id" text PRIMARY KEY NOT NULL,
	"poi_id" text,
	"poi_name" text NOT NULL,
	"partner_id" text,
	"former_partner" text,
	"partner_name" text NOT NULL,
	"fields" jsonb NOT NULL,
	"before" jsonb NOT NULL,
	"at_once" boolean NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"reason" text,
	"notes" text DEFAULT '' NOT NULL,
	"submitted_at" timestamp (3) with time zone NOT NULL,
	"reviewed_at" timestamp (3) with time zone,
	"reviewed_by" text
);
--> statement-breakpoint
CREATE TABLE "place_transfers" (
	"id" text PRIMARY KEY NOT NULL,
	"poi_id" text,
	"poi_name" text NOT NULL,
	"owner_id" text,
	"partner_id" text,
	"former_partner" text,
	"partner_name" text NOT NULL,
	"documents" jsonb NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"reason" text,
	"notes" text DEFAULT '' NOT NULL,
	"submitted_at" timestamp (3) with time zone NOT NULL,
	"answer_by" timestamp (3) with time zone NOT NULL,
	"refused_at" timestamp (3) with time zone,
	"reviewed_at" timestamp (3) with time zone,
	"reviewed_by" text
);
--> statement-breakpoint
ALTER TABLE "evidence_files" ADD COLUMN "transfer_id" text;--> statement-breakpoint
ALTER TABLE "place_proposals" ADD CONSTRAINT "place_proposals_poi_id_pois_id_fk" FOREIGN KEY ("poi_id") REFERENCES "public"."pois"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "place_proposals" ADD CONSTRAINT "place_proposals_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "place_transfers" ADD CONSTRAINT "place_transfers_poi_id_pois_id_fk" FOREIGN KEY ("poi_id") REFERENCES "public"."pois"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "place_transfers" ADD CONSTRAINT "place_transfers_owner_id_partners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."partners"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "place_transfers" ADD CONSTRAINT "place_transfers_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "place_proposals_one_pending" ON "place_proposals" USING btree ("poi_id") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "place_proposals_queue" ON "place_proposals" USING btree ("status","submitted_at","id");--> statement-breakpoint
CREATE INDEX "place_proposals_partner" ON "place_proposals" USING btree ("partner_id","submitted_at");--> statement-breakpoint
CREATE INDEX "place_proposals_poi" ON "place_proposals" USING btree ("poi_id");--> statement-breakpoint
CREATE UNIQUE INDEX "place_transfers_one_pending" ON "place_transfers" USING btree ("partner_id","poi_id") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "place_transfers_queue" ON "place_transfers" USING btree ("status","submitted_at","id");--> statement-breakpoint
CREATE INDEX "place_transfers_partner" ON "place_transfers" USING btree ("partner_id","submitted_at");--> statement-breakpoint
CREATE INDEX "place_transfers_owner" ON "place_transfers" USING btree ("owner_id","submitted_at");--> statement-breakpoint
CREATE INDEX "place_transfers_poi" ON "place_transfers" USING btree ("poi_id");--> statement-breakpoint
ALTER TABLE "evidence_files" ADD CONSTRAINT "evidence_files_transfer_id_place_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."place_transfers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "evidence_files_transfer" ON "evidence_files" USING btree ("transfer_id") WHERE transfer_id is not null;