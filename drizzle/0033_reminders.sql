CREATE TABLE "certificate_progress" (
	"certificate_id" text PRIMARY KEY NOT NULL,
	"poi_id" text NOT NULL,
	"issuer_id" text NOT NULL,
	"valid_until" date NOT NULL,
	"alike" smallint NOT NULL,
	"withdrawn" boolean NOT NULL,
	"settled" boolean NOT NULL,
	"asked_at" timestamp (3) with time zone,
	"reminders" smallint DEFAULT 0 NOT NULL,
	"reminded_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "tier_reminders" (
	"poi_id" text NOT NULL,
	"until" date NOT NULL,
	"step" smallint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "tier_reminders_poi_id_until_step_pk" PRIMARY KEY("poi_id","until","step")
);
--> statement-breakpoint
CREATE TABLE "renewals" (
	"id" text PRIMARY KEY NOT NULL,
	"poi_id" text NOT NULL,
	"partner_id" text,
	"file_id" text NOT NULL,
	"issuer" text NOT NULL,
	"number" text NOT NULL,
	"valid_until" date,
	"state" text DEFAULT 'waiting' NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"notes" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "evidence_files" ADD COLUMN "renewal_id" text;--> statement-breakpoint
ALTER TABLE "renewals" ADD CONSTRAINT "renewals_poi_id_pois_id_fk" FOREIGN KEY ("poi_id") REFERENCES "public"."pois"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "renewals" ADD CONSTRAINT "renewals_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "certificate_progress_place" ON "certificate_progress" USING btree ("poi_id");--> statement-breakpoint
CREATE INDEX "certificate_progress_unread" ON "certificate_progress" USING btree ("certificate_id") WHERE alike < 2 and not withdrawn;--> statement-breakpoint
CREATE INDEX "certificate_progress_unsettled" ON "certificate_progress" USING btree ("reminders","asked_at") WHERE not settled and not withdrawn;--> statement-breakpoint
CREATE UNIQUE INDEX "renewals_one_waiting" ON "renewals" USING btree ("poi_id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "renewals_queue" ON "renewals" USING btree ("sent_at","id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "renewals_file" ON "renewals" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "renewals_partner" ON "renewals" USING btree ("partner_id");--> statement-breakpoint
ALTER TABLE "evidence_files" ADD CONSTRAINT "evidence_files_renewal_id_renewals_id_fk" FOREIGN KEY ("renewal_id") REFERENCES "public"."renewals"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "evidence_files_renewal" ON "evidence_files" USING btree ("renewal_id") WHERE renewal_id is not null;--> statement-breakpoint
CREATE INDEX "poi_claims_reviewed" ON "poi_claims" USING btree ("reviewed_at") WHERE reviewed_at is not null;--> statement-breakpoint
CREATE INDEX "evidence_records_about" ON "evidence_records" USING btree ("about_id") WHERE about_id is not null;
--> statement-breakpoint
INSERT INTO "certificate_progress"
  ("certificate_id", "poi_id", "issuer_id", "valid_until", "alike", "withdrawn", "settled", "asked_at")
  SELECT c."id", c."poi_id", c."issuer_id", c."valid_until",
    1 + (SELECT count(DISTINCT r."by_id") FROM "evidence_records" r
      WHERE r."about_id" = c."id" AND r."kind" = 'reading' AND r."issuer_id" = c."issuer_id"
        AND r."valid_until" = c."valid_until" AND NOT EXISTS (
          SELECT 1 FROM "evidence_records" w WHERE w."about_id" = r."id" AND w."kind" = 'revocation')
        AND replace(regexp_replace(upper(r."number"), '\s', '', 'g'), 'O', '0')
          = replace(regexp_replace(upper(c."number"), '\s', '', 'g'), 'O', '0')),
    EXISTS (SELECT 1 FROM "evidence_records" w WHERE w."about_id" = c."id" AND w."kind" = 'revocation'),
    EXISTS (SELECT 1 FROM "evidence_records" a WHERE a."about_id" = c."id" AND a."kind" = 'answer')
      OR EXISTS (SELECT 1 FROM "evidence_records" l WHERE l."poi_id" = c."poi_id" AND l."kind" = 'lookup'
        AND l."issuer_id" = c."issuer_id" AND l."checked_on" BETWEEN c."valid_from" AND c."valid_until"),
    CASE WHEN i."address" <> '' THEN c."recorded_at" END
  FROM "evidence_records" c JOIN "issuers" i ON i."id" = c."issuer_id"
  WHERE c."kind" = 'certificate';
