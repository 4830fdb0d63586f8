CREATE TABLE "payment_events" (
	"id" text PRIMARY KEY NOT NULL,
	"payment_id" text NOT NULL,
	"type" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_keys" (
	"key" text PRIMARY KEY NOT NULL,
	"fingerprint" text NOT NULL,
	"payment_id" text,
	"answer" jsonb,
	"taken_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" text PRIMARY KEY NOT NULL,
	"reference" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"currency" text NOT NULL,
	"tier" text NOT NULL,
	"customer_name" text NOT NULL,
	"customer_email" text NOT NULL,
	"gateway" text NOT NULL,
	"gateway_id" text,
	"payment_url" text,
	"status" text NOT NULL,
	"card_brand" text,
	"card_last4" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"settled_at" timestamp (3) with time zone,
	"checked_at" timestamp (3) with time zone,
	"search_key" text COLLATE "C" GENERATED ALWAYS AS (lower(customer_name || ' ' || customer_email || ' ' || reference) collate "C") STORED,
	CONSTRAINT "payments_amount_positive" CHECK (amount_cents > 0)
);
--> statement-breakpoint
CREATE TABLE "pledges" (
	"id" text PRIMARY KEY NOT NULL,
	"reference" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"currency" text NOT NULL,
	"tier" text NOT NULL,
	"customer_name" text NOT NULL,
	"customer_email" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone,
	"received_by" text,
	"method" text,
	"search_key" text COLLATE "C" GENERATED ALWAYS AS (lower(customer_name || ' ' || customer_email || ' ' || reference) collate "C") STORED,
	CONSTRAINT "pledges_amount_positive" CHECK (amount_cents > 0)
);
--> statement-breakpoint
CREATE TABLE "sandbox_payments" (
	"id" text PRIMARY KEY NOT NULL,
	"merchant_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"currency" text NOT NULL,
	"description" text NOT NULL,
	"status" text NOT NULL,
	"card_brand" text,
	"card_last4" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"settled_at" timestamp (3) with time zone,
	CONSTRAINT "sandbox_payments_merchant_id_unique" UNIQUE("merchant_id")
);
--> statement-breakpoint
CREATE TABLE "sandbox_switches" (
	"name" text PRIMARY KEY NOT NULL,
	"value" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sync_lease" (
	"id" integer PRIMARY KEY NOT NULL,
	"run_id" text,
	"fence" bigint NOT NULL,
	"heartbeat_at" timestamp (3) with time zone,
	CONSTRAINT "sync_lease_one" CHECK ("sync_lease"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "sync_run_errors" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sync_run_errors_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"run_id" text NOT NULL,
	"poi_id" text NOT NULL,
	"name" text NOT NULL,
	"message" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sync_runs" (
	"id" text PRIMARY KEY NOT NULL,
	"slot" text,
	"trigger" text NOT NULL,
	"started_by" text NOT NULL,
	"dry_run" boolean NOT NULL,
	"is_full" boolean NOT NULL,
	"status" text NOT NULL,
	"message" text,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"total" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"synced" integer DEFAULT 0 NOT NULL,
	"errors" integer DEFAULT 0 NOT NULL,
	"written" integer DEFAULT 0 NOT NULL,
	"unlinked" integer DEFAULT 0 NOT NULL,
	"cancel_asked" boolean DEFAULT false NOT NULL,
	CONSTRAINT "sync_runs_slot" UNIQUE("slot")
);
--> statement-breakpoint
CREATE TABLE "sync_unlinks" (
	"poi_id" text PRIMARY KEY NOT NULL,
	"deleted_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_run_errors" ADD CONSTRAINT "sync_run_errors_run_id_sync_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."sync_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_events_payment" ON "payment_events" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "payment_keys_created" ON "payment_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "payments_newest" ON "payments" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "payments_waiting" ON "payments" USING btree ("checked_at","created_at") WHERE status = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "payments_reference" ON "payments" USING btree ("reference");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_gateway_id" ON "payments" USING btree ("gateway","gateway_id");--> statement-breakpoint
CREATE INDEX "pledges_newest" ON "pledges" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "pledges_reference" ON "pledges" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "sync_run_errors_run" ON "sync_run_errors" USING btree ("run_id","id");--> statement-breakpoint
CREATE INDEX "sync_runs_newest" ON "sync_runs" USING btree ("started_at","id");