CREATE TABLE "device_authorizations" (
	"id" text PRIMARY KEY NOT NULL,
	"device_hash" text NOT NULL,
	"user_code_hash" text NOT NULL,
	"name" text NOT NULL,
	"user_agent" text,
	"address" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"interval" integer NOT NULL,
	"last_polled_at" timestamp (3) with time zone,
	"decision" text,
	"owner_id" text,
	"scopes" jsonb,
	CONSTRAINT "device_authorizations_device_hash_unique" UNIQUE("device_hash"),
	CONSTRAINT "device_authorizations_user_code_hash_unique" UNIQUE("user_code_hash")
);
--> statement-breakpoint
CREATE TABLE "api_tokens" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"ending" text NOT NULL,
	"scopes" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"last_used_address" text,
	CONSTRAINT "api_tokens_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "token_id" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "token_name" text;--> statement-breakpoint
ALTER TABLE "device_authorizations" ADD CONSTRAINT "device_authorizations_owner_id_staff_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."staff_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_owner_id_staff_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."staff_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "device_authorizations_owner" ON "device_authorizations" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "device_authorizations_expires_at" ON "device_authorizations" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "api_tokens_owner" ON "api_tokens" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "api_tokens_newest" ON "api_tokens" USING btree ("created_at","id");