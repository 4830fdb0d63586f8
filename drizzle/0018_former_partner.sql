ALTER TABLE "evidence_files" ADD COLUMN "former_partner" text;--> statement-breakpoint
ALTER TABLE "poi_claims" ADD COLUMN "former_partner" text;--> statement-breakpoint
ALTER TABLE "poi_requests" ADD COLUMN "former_partner" text;