-- oldest program: 0003_colleagues
CREATE TABLE "partner_invitations" (
	"id" text PRIMARY KEY NOT NULL,
	"partner_id" text NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"role" text NOT NULL,
	"invited_by" text NOT NULL,
	"invited_by_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "partner_people" (
	"id" text PRIMARY KEY NOT NULL,
	"partner_id" text NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"leads" boolean NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"password_hash" text NOT NULL,
	"email_confirmed_at" timestamp (3) with time zone,
	"email_confirmed" boolean GENERATED ALWAYS AS (email_confirmed_at is not null) STORED NOT NULL,
	"tried_again_at" timestamp (3) with time zone,
	"first_login_at" timestamp (3) with time zone,
	"last_login_at" timestamp (3) with time zone,
	"invited_by" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"search_key" text COLLATE "C" GENERATED ALWAYS AS ((case when octet_length(name || ' ' || email) = char_length(name || ' ' || email) then lower(name || ' ' || email) else translate(lower(name || ' ' || email), 'àÀáÁâÂãÃäÄåÅāĀăĂąĄçÇćĆčČĉĈďĎđĐðÐèÈéÉêÊëËēĒėĖęĘěĚğĞģĢĝĜħĦĥĤḥḤḫḪìÌíÍîÎïÏīĪįĮıķĶĺĹļĻľĽłŁñÑńŃņŅňŇòÒóÓôÔõÕöÖøØōŌőŐŕŔřŘśŚşŞšŠșȘṣṢťŤţŢțȚṭṬùÙúÚûÛüÜūŪůŮűŰųŲýÝÿŸźŹżŻžŽẓẒأإآٱىیکة’‘‛ʼʻʾʿ`´‐‑‒–—−  ', 'aaaaaaaaaaaaaaaaaaccccccccddddddeeeeeeeeeeeeeeeegggggghhhhhhhhiiiiiiiiiiiiikkllllllllnnnnnnnnoooooooooooooooorrrrssssssssssttttttttuuuuuuuuuuuuuuuuyyyyzzzzzzzzااااييكه''''''''''''''''''------  ') end) collate "C") STORED
);
--> statement-breakpoint
INSERT INTO "partner_people" ("id", "partner_id", "name", "role", "leads", "email", "email_key", "password_hash", "email_confirmed_at", "tried_again_at", "first_login_at", "last_login_at", "created_at", "updated_at", "deleted_at")
SELECT "id", "id", "contact_name", 'owner', true, "email", "email_key", "password_hash", "email_confirmed_at", "tried_again_at", "first_login_at", (SELECT max("created_at") FROM "partner_sessions" WHERE "user_id" = "partners"."id"), "created_at", "updated_at", "deleted_at" FROM "partners";--> statement-breakpoint
DROP VIEW "public"."current_partners";--> statement-breakpoint
ALTER TABLE "partner_passkeys" DROP CONSTRAINT "partner_passkeys_user_id_partners_id_fk";
--> statement-breakpoint
ALTER TABLE "partner_sessions" DROP CONSTRAINT "partner_sessions_user_id_partners_id_fk";
--> statement-breakpoint
DROP INDEX "partners_email_key_unique";--> statement-breakpoint
ALTER TABLE "partners" drop column "search_key";--> statement-breakpoint
ALTER TABLE "partners" ADD COLUMN "search_key" text COLLATE "C" GENERATED ALWAYS AS ((case when octet_length(business_name || ' ' || contact_name) = char_length(business_name || ' ' || contact_name) then lower(business_name || ' ' || contact_name) else translate(lower(business_name || ' ' || contact_name), 'àÀáÁâÂãÃäÄåÅāĀăĂąĄçÇćĆčČĉĈďĎđĐðÐèÈéÉêÊëËēĒėĖęĘěĚğĞģĢĝĜħĦĥĤḥḤḫḪìÌíÍîÎïÏīĪįĮıķĶĺĹļĻľĽłŁñÑńŃņŅňŇòÒóÓôÔõÕöÖøØōŌőŐŕŔřŘśŚşŞšŠșȘṣṢťŤţŢțȚṭṬùÙúÚûÛüÜūŪůŮűŰųŲýÝÿŸźŹżŻžŽẓẒأإآٱىیکة’‘‛ʼʻʾʿ`´‐‑‒–—−  ', 'aaaaaaaaaaaaaaaaaaccccccccddddddeeeeeeeeeeeeeeeegggggghhhhhhhhiiiiiiiiiiiiikkllllllllnnnnnnnnoooooooooooooooorrrrssssssssssttttttttuuuuuuuuuuuuuuuuyyyyzzzzzzzzااااييكه''''''''''''''''''------  ') end) collate "C") STORED;--> statement-breakpoint
ALTER TABLE "place_transfers" ADD COLUMN "why" text;--> statement-breakpoint
ALTER TABLE "place_transfers" ADD COLUMN "explanation" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "partner_invitations" ADD CONSTRAINT "partner_invitations_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_people" ADD CONSTRAINT "partner_people_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "partner_invitations_one" ON "partner_invitations" USING btree ("partner_id","email_key");--> statement-breakpoint
CREATE INDEX "partner_invitations_email" ON "partner_invitations" USING btree ("email_key");--> statement-breakpoint
CREATE INDEX "partner_invitations_expires" ON "partner_invitations" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "partner_people_email_key_unique" ON "partner_people" USING btree ("email_key") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "partner_people_leads_unique" ON "partner_people" USING btree ("partner_id") WHERE leads;--> statement-breakpoint
CREATE INDEX "partner_people_partner" ON "partner_people" USING btree ("partner_id","created_at");--> statement-breakpoint
ALTER TABLE "partner_passkeys" ADD CONSTRAINT "partner_passkeys_user_id_partner_people_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."partner_people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_sessions" ADD CONSTRAINT "partner_sessions_user_id_partner_people_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."partner_people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partners" DROP COLUMN "email";--> statement-breakpoint
ALTER TABLE "partners" DROP COLUMN "email_key";--> statement-breakpoint
ALTER TABLE "partners" DROP COLUMN "password_hash";--> statement-breakpoint
ALTER TABLE "partners" DROP COLUMN "email_confirmed";--> statement-breakpoint
ALTER TABLE "partners" DROP COLUMN "email_confirmed_at";--> statement-breakpoint
ALTER TABLE "partners" DROP COLUMN "tried_again_at";--> statement-breakpoint
ALTER TABLE "partners" DROP COLUMN "first_login_at";--> statement-breakpoint
CREATE VIEW "public"."current_partner_people" AS (select "id", "partner_id", "name", "role", "leads", "email", "email_key", "password_hash", "email_confirmed_at", "email_confirmed", "tried_again_at", "first_login_at", "last_login_at", "invited_by", "created_at", "updated_at", "search_key" from "partner_people" where "partner_people"."deleted_at" is null);--> statement-breakpoint
CREATE VIEW "public"."current_partners" AS (select "partners"."id", "partners"."business_name", "partners"."contact_name", "partners"."phone", "partners"."is_verified", "partners"."created_at", "partners"."updated_at", "partners"."search_key", "partner_people"."email", "partner_people"."email_key", "partner_people"."email_confirmed_at", "partner_people"."email_confirmed", "partner_people"."first_login_at" from "partners" inner join "partner_people" on ("partner_people"."partner_id" = "partners"."id" and "partner_people"."leads" = true) where "partners"."deleted_at" is null);