CREATE TABLE "staff_backup_codes" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"selector" text NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp (3) with time zone,
	"used_address" text
);
--> statement-breakpoint
ALTER TABLE "staff_users" ADD COLUMN "mfa_secret" text;--> statement-breakpoint
ALTER TABLE "staff_users" ADD COLUMN "mfa_pending" text;--> statement-breakpoint
ALTER TABLE "staff_users" ADD COLUMN "mfa_pending_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "staff_users" ADD COLUMN "totp_last_step" bigint;--> statement-breakpoint
ALTER TABLE "staff_backup_codes" ADD CONSTRAINT "staff_backup_codes_user_id_staff_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."staff_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "staff_backup_codes_selector" ON "staff_backup_codes" USING btree ("user_id","selector");--> statement-breakpoint
CREATE INDEX "audit_log_not_public" ON "audit_log" USING btree ("id") WHERE action not like 'public.%';--> statement-breakpoint
CREATE FUNCTION refuse_rewriting_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('rihla.retention', true) = 'on' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'the audit log is only ever added to' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON "audit_log"
  FOR EACH ROW EXECUTE FUNCTION refuse_rewriting_history();
