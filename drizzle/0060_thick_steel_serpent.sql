ALTER TABLE "evidence_files" DROP CONSTRAINT "evidence_files_claim_id_poi_claims_id_fk";
--> statement-breakpoint
ALTER TABLE "evidence_files" DROP CONSTRAINT "evidence_files_transfer_id_place_transfers_id_fk";
