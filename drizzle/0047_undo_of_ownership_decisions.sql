ALTER TABLE "place_proposals" ADD COLUMN "last_decision" jsonb;--> statement-breakpoint
ALTER TABLE "place_transfers" ADD COLUMN "last_decision" jsonb;--> statement-breakpoint
CREATE INDEX "place_proposals_undoable" ON "place_proposals" USING btree ("id") WHERE last_decision is not null;--> statement-breakpoint
CREATE INDEX "place_transfers_undoable" ON "place_transfers" USING btree ("id") WHERE last_decision is not null;