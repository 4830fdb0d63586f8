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
CREATE TABLE "staff_backup_codes" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"selector" text NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp (3) with time zone,
	"used_address" text
);
--> statement-breakpoint
CREATE TABLE "staff_passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" jsonb NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "staff_passkeys_credential_id_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "staff_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"authenticated_at" timestamp (3) with time zone NOT NULL,
	"passkey_id" text,
	"address" text,
	"user_agent" text
);
--> statement-breakpoint
CREATE TABLE "staff_users" (
	"id" text PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"username_key" text NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"role" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"invited_at" timestamp (3) with time zone,
	"locked_at" timestamp (3) with time zone,
	"must_change_password" boolean DEFAULT false NOT NULL,
	"mfa_enabled" boolean DEFAULT false NOT NULL,
	"mfa_secret" text,
	"mfa_pending" text,
	"mfa_pending_at" timestamp (3) with time zone,
	"totp_last_step" bigint,
	"mfa_reset_by_id" text,
	"mfa_reset_by" text,
	"mfa_reset_until" timestamp (3) with time zone,
	"super_admin_since" timestamp (3) with time zone,
	"super_admin_until" timestamp (3) with time zone,
	"last_login_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"search_key" text COLLATE "C" GENERATED ALWAYS AS ((case when octet_length(username || ' ' || email) = char_length(username || ' ' || email) then lower(username || ' ' || email) else translate(lower(username || ' ' || email), 'àÀáÁâÂãÃäÄåÅāĀăĂąĄçÇćĆčČĉĈďĎđĐðÐèÈéÉêÊëËēĒėĖęĘěĚğĞģĢĝĜħĦĥĤḥḤḫḪìÌíÍîÎïÏīĪįĮıķĶĺĹļĻľĽłŁñÑńŃņŅňŇòÒóÓôÔõÕöÖøØōŌőŐŕŔřŘśŚşŞšŠșȘṣṢťŤţŢțȚṭṬùÙúÚûÛüÜūŪůŮűŰųŲýÝÿŸźŹżŻžŽẓẒأإآٱىیکة’‘‛ʼʻʾʿ`´‐‑‒–—−  ', 'aaaaaaaaaaaaaaaaaaccccccccddddddeeeeeeeeeeeeeeeegggggghhhhhhhhiiiiiiiiiiiiikkllllllllnnnnnnnnoooooooooooooooorrrrssssssssssttttttttuuuuuuuuuuuuuuuuyyyyzzzzzzzzااااييكه''''''''''''''''''------  ') end) collate "C") STORED,
	CONSTRAINT "staff_users_username_key_unique" UNIQUE("username_key")
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
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text,
	"actor_name" text,
	"token_id" text,
	"token_name" text,
	"action" text NOT NULL,
	"subject" text,
	"before" jsonb,
	"after" jsonb,
	"address" text,
	"request_id" text
);
--> statement-breakpoint
CREATE TABLE "trash_items" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"label" text NOT NULL,
	"email_key" text,
	"act" text,
	"deleted_by" text NOT NULL,
	"deleted_at" timestamp (3) with time zone NOT NULL,
	"search_key" text COLLATE "C" GENERATED ALWAYS AS ((case when octet_length(label || ' ' || coalesce(email_key, '')) = char_length(label || ' ' || coalesce(email_key, '')) then lower(label || ' ' || coalesce(email_key, '')) else translate(lower(label || ' ' || coalesce(email_key, '')), 'àÀáÁâÂãÃäÄåÅāĀăĂąĄçÇćĆčČĉĈďĎđĐðÐèÈéÉêÊëËēĒėĖęĘěĚğĞģĢĝĜħĦĥĤḥḤḫḪìÌíÍîÎïÏīĪįĮıķĶĺĹļĻľĽłŁñÑńŃņŅňŇòÒóÓôÔõÕöÖøØōŌőŐŕŔřŘśŚşŞšŠșȘṣṢťŤţŢțȚṭṬùÙúÚûÛüÜūŪůŮűŰųŲýÝÿŸźŹżŻžŽẓẒأإآٱىیکة’‘‛ʼʻʾʿ`´‐‑‒–—−  ', 'aaaaaaaaaaaaaaaaaaccccccccddddddeeeeeeeeeeeeeeeegggggghhhhhhhhiiiiiiiiiiiiikkllllllllnnnnnnnnoooooooooooooooorrrrssssssssssttttttttuuuuuuuuuuuuuuuuyyyyzzzzzzzzااااييكه''''''''''''''''''------  ') end) collate "C") STORED
);
--> statement-breakpoint
CREATE TABLE "staff_notes" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"text" text NOT NULL,
	"author_id" text,
	"author_name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "city_counts" (
	"metro_id" integer PRIMARY KEY NOT NULL,
	"waiting" integer NOT NULL,
	"confirmed" integer NOT NULL,
	"joined" integer NOT NULL,
	"places" integer NOT NULL,
	"verified" integer NOT NULL,
	"reported" integer NOT NULL,
	"masjids" integer NOT NULL,
	"shown" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "city_state" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"bar" integer,
	"counted_at" timestamp (3) with time zone,
	"counted" integer DEFAULT 0 NOT NULL,
	"shown_on" text
);
--> statement-breakpoint
CREATE TABLE "place_reports" (
	"id" text PRIMARY KEY NOT NULL,
	"poi_id" text NOT NULL,
	"merged_into" text,
	"network" text,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"email" text,
	"email_key" text,
	"quarantined" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"reports" integer DEFAULT 1 NOT NULL,
	"reply_by" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone NOT NULL,
	"reply" text DEFAULT '' NOT NULL,
	"replied_at" timestamp (3) with time zone,
	"partner_id" text,
	"former_partner" text,
	"closed_at" timestamp (3) with time zone,
	"closed_by" text,
	"conclusion" text DEFAULT '' NOT NULL,
	"shown_text" text,
	"shown_reply" text
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
CREATE TABLE "evidence_records" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "evidence_records_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" text NOT NULL,
	"poi_id" text NOT NULL,
	"kind" text NOT NULL,
	"about_id" text,
	"issuer_id" text,
	"number" text,
	"valid_from" date,
	"valid_until" date,
	"checked_on" date,
	"answer" text,
	"meat_free" boolean,
	"no_alcohol" boolean,
	"no_pork" boolean,
	"note" text DEFAULT '' NOT NULL,
	"file_id" text,
	"file_digest" text,
	"source" text NOT NULL,
	"by_id" text,
	"by_name" text,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "evidence_records_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "issuers" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"country" text NOT NULL,
	"address" text NOT NULL,
	"site" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
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
CREATE TABLE "evidence_files" (
	"id" text PRIMARY KEY NOT NULL,
	"partner_id" text,
	"former_partner" text,
	"claim_id" text,
	"renewal_id" text,
	"transfer_id" text,
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"bytes" integer NOT NULL,
	"digest" text NOT NULL,
	"uploaded_at" timestamp (3) with time zone NOT NULL,
	"removed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "inquiry_answers" (
	"id" text PRIMARY KEY NOT NULL,
	"inquiry_id" text NOT NULL,
	"sent_to" text NOT NULL,
	"text" text NOT NULL,
	"author_id" text,
	"author_name" text NOT NULL,
	"mail_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "partnership_inquiries" (
	"id" text PRIMARY KEY NOT NULL,
	"business_name" text NOT NULL,
	"contact_name" text NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"phone" text NOT NULL,
	"website" text NOT NULL,
	"business_type" text NOT NULL,
	"city" text NOT NULL,
	"state" text NOT NULL,
	"message" text NOT NULL,
	"added_by" text NOT NULL,
	"quarantined" boolean DEFAULT false NOT NULL,
	"stage" text DEFAULT 'new' NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"assignee_id" text,
	"place_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"search_key" text COLLATE "C" GENERATED ALWAYS AS ((case when octet_length(business_name || ' ' || contact_name || ' ' || email || ' ' || city || ' ' || message) = char_length(business_name || ' ' || contact_name || ' ' || email || ' ' || city || ' ' || message) then lower(business_name || ' ' || contact_name || ' ' || email || ' ' || city || ' ' || message) else translate(lower(business_name || ' ' || contact_name || ' ' || email || ' ' || city || ' ' || message), 'àÀáÁâÂãÃäÄåÅāĀăĂąĄçÇćĆčČĉĈďĎđĐðÐèÈéÉêÊëËēĒėĖęĘěĚğĞģĢĝĜħĦĥĤḥḤḫḪìÌíÍîÎïÏīĪįĮıķĶĺĹļĻľĽłŁñÑńŃņŅňŇòÒóÓôÔõÕöÖøØōŌőŐŕŔřŘśŚşŞšŠșȘṣṢťŤţŢțȚṭṬùÙúÚûÛüÜūŪůŮűŰųŲýÝÿŸźŹżŻžŽẓẒأإآٱىیکة’‘‛ʼʻʾʿ`´‐‑‒–—−  ', 'aaaaaaaaaaaaaaaaaaccccccccddddddeeeeeeeeeeeeeeeegggggghhhhhhhhiiiiiiiiiiiiikkllllllllnnnnnnnnoooooooooooooooorrrrssssssssssttttttttuuuuuuuuuuuuuuuuyyyyzzzzzzzzااااييكه''''''''''''''''''------  ') end) collate "C") STORED
);
--> statement-breakpoint
CREATE TABLE "one_time_links" (
	"slot" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"owner_id" text,
	"token_hash" text NOT NULL,
	"code_hash" text,
	"data" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"issued" integer NOT NULL,
	"day_started_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "one_time_links_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "mail_breaker" (
	"stream" text PRIMARY KEY NOT NULL,
	"stopped_at" timestamp (3) with time zone,
	"reason" text,
	"resumed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "mail_events" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"address_hash" text NOT NULL,
	"stream" text,
	"at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_server" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "mail_suppressions" (
	"address_hash" text PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" text PRIMARY KEY NOT NULL,
	"to" text NOT NULL,
	"to_key" text NOT NULL,
	"subject" text NOT NULL,
	"text" text,
	"html" text,
	"secrets" text,
	"leave_url" text,
	"reply_to" text,
	"kind" text NOT NULL,
	"bulk" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp (3) with time zone,
	"last_error" text,
	"request_id" text,
	"search_key" text COLLATE "C" GENERATED ALWAYS AS ((case when octet_length("to" || ' ' || subject) = char_length("to" || ' ' || subject) then lower("to" || ' ' || subject) else translate(lower("to" || ' ' || subject), 'àÀáÁâÂãÃäÄåÅāĀăĂąĄçÇćĆčČĉĈďĎđĐðÐèÈéÉêÊëËēĒėĖęĘěĚğĞģĢĝĜħĦĥĤḥḤḫḪìÌíÍîÎïÏīĪįĮıķĶĺĹļĻľĽłŁñÑńŃņŅňŇòÒóÓôÔõÕöÖøØōŌőŐŕŔřŘśŚşŞšŠșȘṣṢťŤţŢțȚṭṬùÙúÚûÛüÜūŪůŮűŰųŲýÝÿŸźŹżŻžŽẓẒأإآٱىیکة’‘‛ʼʻʾʿ`´‐‑‒–—−  ', 'aaaaaaaaaaaaaaaaaaccccccccddddddeeeeeeeeeeeeeeeegggggghhhhhhhhiiiiiiiiiiiiikkllllllllnnnnnnnnoooooooooooooooorrrrssssssssssttttttttuuuuuuuuuuuuuuuuyyyyzzzzzzzzااااييكه''''''''''''''''''------  ') end) collate "C") STORED
);
--> statement-breakpoint
CREATE TABLE "alert_messages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alert_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"message" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"name" text PRIMARY KEY NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"sentence" text NOT NULL,
	"told_at" timestamp (3) with time zone,
	"resolved_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "backup_runs" (
	"name" text PRIMARY KEY NOT NULL,
	"due_at" timestamp (3) with time zone,
	"scheduled_for" timestamp (3) with time zone,
	"started_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"error" text,
	"bytes" bigint,
	"rows" bigint,
	"evidence" integer,
	CONSTRAINT "backup_runs_due_at_unique" UNIQUE("due_at")
);
--> statement-breakpoint
CREATE TABLE "instances" (
	"id" text PRIMARY KEY NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"key_checks" text[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "poi_claims" (
	"id" text PRIMARY KEY NOT NULL,
	"poi_id" text,
	"poi_name" text NOT NULL,
	"partner_id" text,
	"former_partner" text,
	"partner_name" text NOT NULL,
	"documents" jsonb NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"reason" text,
	"notes" text DEFAULT '' NOT NULL,
	"submitted_at" timestamp (3) with time zone NOT NULL,
	"more_requested_at" timestamp (3) with time zone,
	"documents_at" timestamp (3) with time zone,
	"queued_at" timestamp (3) with time zone GENERATED ALWAYS AS (case when more_requested_at is null then coalesce(documents_at, submitted_at) else timestamptz '4000-01-01 00:00:00+00' end) STORED NOT NULL,
	"reviewed_at" timestamp (3) with time zone,
	"reviewed_by" text,
	"last_decision" jsonb
);
--> statement-breakpoint
CREATE TABLE "poi_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"partner_id" text,
	"former_partner" text,
	"partner_name" text NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"city" text NOT NULL,
	"state" text NOT NULL,
	"zip_code" text NOT NULL,
	"phone" text NOT NULL,
	"website" text NOT NULL,
	"category" text NOT NULL,
	"subcategory" text NOT NULL,
	"halal_certificate" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"reason" text,
	"notes" text DEFAULT '' NOT NULL,
	"submitted_at" timestamp (3) with time zone NOT NULL,
	"reviewed_at" timestamp (3) with time zone,
	"reviewed_by" text,
	"poi_id" text,
	"last_decision" jsonb
);
--> statement-breakpoint
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
	"reviewed_by" text,
	"last_decision" jsonb
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
	"reviewed_by" text,
	"last_decision" jsonb
);
--> statement-breakpoint
CREATE TABLE "partner_passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" jsonb NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "partner_passkeys_credential_id_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "partner_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"authenticated_at" timestamp (3) with time zone NOT NULL,
	"passkey_id" text,
	"address" text,
	"user_agent" text
);
--> statement-breakpoint
CREATE TABLE "partners" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"password_hash" text NOT NULL,
	"business_name" text NOT NULL,
	"contact_name" text NOT NULL,
	"phone" text NOT NULL,
	"is_verified" boolean DEFAULT false NOT NULL,
	"email_confirmed_at" timestamp (3) with time zone,
	"email_confirmed" boolean GENERATED ALWAYS AS (email_confirmed_at is not null) STORED NOT NULL,
	"tried_again_at" timestamp (3) with time zone,
	"first_login_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"unlinked" jsonb,
	"search_key" text COLLATE "C" GENERATED ALWAYS AS ((case when octet_length(business_name || ' ' || contact_name || ' ' || email) = char_length(business_name || ' ' || contact_name || ' ' || email) then lower(business_name || ' ' || contact_name || ' ' || email) else translate(lower(business_name || ' ' || contact_name || ' ' || email), 'àÀáÁâÂãÃäÄåÅāĀăĂąĄçÇćĆčČĉĈďĎđĐðÐèÈéÉêÊëËēĒėĖęĘěĚğĞģĢĝĜħĦĥĤḥḤḫḪìÌíÍîÎïÏīĪįĮıķĶĺĹļĻľĽłŁñÑńŃņŅňŇòÒóÓôÔõÕöÖøØōŌőŐŕŔřŘśŚşŞšŠșȘṣṢťŤţŢțȚṭṬùÙúÚûÛüÜūŪůŮűŰųŲýÝÿŸźŹżŻžŽẓẒأإآٱىیکة’‘‛ʼʻʾʿ`´‐‑‒–—−  ', 'aaaaaaaaaaaaaaaaaaccccccccddddddeeeeeeeeeeeeeeeegggggghhhhhhhhiiiiiiiiiiiiikkllllllllnnnnnnnnoooooooooooooooorrrrssssssssssttttttttuuuuuuuuuuuuuuuuyyyyzzzzzzzzااااييكه''''''''''''''''''------  ') end) collate "C") STORED
);
--> statement-breakpoint
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
	"search_key" text COLLATE "C" GENERATED ALWAYS AS ((case when octet_length(customer_name || ' ' || customer_email || ' ' || reference) = char_length(customer_name || ' ' || customer_email || ' ' || reference) then lower(customer_name || ' ' || customer_email || ' ' || reference) else translate(lower(customer_name || ' ' || customer_email || ' ' || reference), 'àÀáÁâÂãÃäÄåÅāĀăĂąĄçÇćĆčČĉĈďĎđĐðÐèÈéÉêÊëËēĒėĖęĘěĚğĞģĢĝĜħĦĥĤḥḤḫḪìÌíÍîÎïÏīĪįĮıķĶĺĹļĻľĽłŁñÑńŃņŅňŇòÒóÓôÔõÕöÖøØōŌőŐŕŔřŘśŚşŞšŠșȘṣṢťŤţŢțȚṭṬùÙúÚûÛüÜūŪůŮűŰųŲýÝÿŸźŹżŻžŽẓẒأإآٱىیکة’‘‛ʼʻʾʿ`´‐‑‒–—−  ', 'aaaaaaaaaaaaaaaaaaccccccccddddddeeeeeeeeeeeeeeeegggggghhhhhhhhiiiiiiiiiiiiikkllllllllnnnnnnnnoooooooooooooooorrrrssssssssssttttttttuuuuuuuuuuuuuuuuyyyyzzzzzzzzااااييكه''''''''''''''''''------  ') end) collate "C") STORED,
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
	"search_key" text COLLATE "C" GENERATED ALWAYS AS ((case when octet_length(customer_name || ' ' || customer_email || ' ' || reference) = char_length(customer_name || ' ' || customer_email || ' ' || reference) then lower(customer_name || ' ' || customer_email || ' ' || reference) else translate(lower(customer_name || ' ' || customer_email || ' ' || reference), 'àÀáÁâÂãÃäÄåÅāĀăĂąĄçÇćĆčČĉĈďĎđĐðÐèÈéÉêÊëËēĒėĖęĘěĚğĞģĢĝĜħĦĥĤḥḤḫḪìÌíÍîÎïÏīĪįĮıķĶĺĹļĻľĽłŁñÑńŃņŅňŇòÒóÓôÔõÕöÖøØōŌőŐŕŔřŘśŚşŞšŠșȘṣṢťŤţŢțȚṭṬùÙúÚûÛüÜūŪůŮűŰųŲýÝÿŸźŹżŻžŽẓẒأإآٱىیکة’‘‛ʼʻʾʿ`´‐‑‒–—−  ', 'aaaaaaaaaaaaaaaaaaccccccccddddddeeeeeeeeeeeeeeeegggggghhhhhhhhiiiiiiiiiiiiikkllllllllnnnnnnnnoooooooooooooooorrrrssssssssssttttttttuuuuuuuuuuuuuuuuyyyyzzzzzzzzااااييكه''''''''''''''''''------  ') end) collate "C") STORED,
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
CREATE TABLE "place_facts" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "place_facts_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"poi_id" text NOT NULL,
	"key" text NOT NULL,
	"value" jsonb,
	"source" text NOT NULL,
	"by_id" text,
	"by_name" text,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "place_merges" (
	"id" text PRIMARY KEY NOT NULL,
	"kept_id" text NOT NULL,
	"kept_name" text NOT NULL,
	"duplicate_id" text NOT NULL,
	"duplicate_name" text NOT NULL,
	"merged_by" text,
	"merged_at" timestamp (3) with time zone NOT NULL,
	"undo" jsonb,
	"undone_at" timestamp (3) with time zone,
	"undone_by" text
);
--> statement-breakpoint
CREATE TABLE "poi_change_counts" (
	"backend" integer PRIMARY KEY NOT NULL,
	"changes" bigint NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "poi_index_state" (
	"one" integer PRIMARY KEY NOT NULL,
	"turn" integer NOT NULL,
	"stamp" text NOT NULL,
	"spelling" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "poi_vocabulary" (
	"kind" text COLLATE "C" NOT NULL,
	"token" text COLLATE "C" NOT NULL,
	"places" integer NOT NULL,
	"turn" integer NOT NULL,
	"stamp" text NOT NULL,
	CONSTRAINT "poi_vocabulary_kind_token_pk" PRIMARY KEY("kind","token")
);
--> statement-breakpoint
CREATE TABLE "poi_words" (
	"category" text COLLATE "C" NOT NULL,
	"city" text COLLATE "C" NOT NULL,
	"token" text COLLATE "C" NOT NULL,
	"weight" smallint NOT NULL,
	"key" text COLLATE "C" NOT NULL,
	"poi" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pois" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" integer GENERATED BY DEFAULT AS IDENTITY (sequence name "pois_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"place_id" text,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"city" text NOT NULL,
	"state" text NOT NULL,
	"zip_code" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"website" text DEFAULT '' NOT NULL,
	"category" text NOT NULL,
	"subcategory" text DEFAULT '' NOT NULL,
	"halal_certificate" text DEFAULT '' NOT NULL,
	"halal_verification_status" text DEFAULT 'unverified' NOT NULL,
	"tier_until" date,
	"tier_changes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"evidence_digest" text,
	"owner_id" text,
	"latitude" double precision,
	"longitude" double precision,
	"city_id" integer,
	"given_columns" text[] DEFAULT '{}' NOT NULL,
	"identity" text COLLATE "C" DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sync_state" text DEFAULT 'pending' NOT NULL,
	"sync_error" text,
	"sync_failures" integer DEFAULT 0 NOT NULL,
	"synced_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"merged_into" text
);
--> statement-breakpoint
CREATE TABLE "case_viewers" (
	"case_key" text NOT NULL,
	"staff_id" text NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "case_viewers_case_key_staff_id_pk" PRIMARY KEY("case_key","staff_id")
);
--> statement-breakpoint
CREATE TABLE "sync_decisions" (
	"poi_id" text PRIMARY KEY NOT NULL,
	"choice" text NOT NULL,
	"main_id" text,
	"main_name" text,
	"decided_by" text NOT NULL,
	"decided_at" timestamp (3) with time zone NOT NULL,
	"error" text NOT NULL,
	"failures" integer NOT NULL,
	"version" integer NOT NULL
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
	"kind" text DEFAULT 'push' NOT NULL,
	"undoes" text,
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
	"fence" bigint,
	CONSTRAINT "sync_runs_slot" UNIQUE("slot")
);
--> statement-breakpoint
CREATE TABLE "sync_unlinks" (
	"poi_id" text PRIMARY KEY NOT NULL,
	"deleted_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"held" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "broadcast_recipients" (
	"id" text PRIMARY KEY NOT NULL,
	"broadcast_id" text NOT NULL,
	"email_key" text,
	"state" text DEFAULT 'waiting' NOT NULL,
	"fence" bigint,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp (3) with time zone,
	"taken_at" timestamp (3) with time zone,
	"reason" text,
	"code_hash" text,
	"accepted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "broadcasts" (
	"id" text PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"markdown" text NOT NULL,
	"audience" jsonb NOT NULL,
	"rate_per_minute" integer,
	"starts_at" timestamp (3) with time zone,
	"invites" boolean NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"audience_count" integer NOT NULL,
	"sent" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"unknown" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"accepted" integer DEFAULT 0 NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"sent_by" text,
	"sent_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"fence" bigint DEFAULT 0 NOT NULL,
	"lease_until" timestamp (3) with time zone,
	"next_take_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "source_views" (
	"day" date NOT NULL,
	"source" text NOT NULL,
	"views" integer NOT NULL,
	CONSTRAINT "source_views_day_source_pk" PRIMARY KEY("day","source")
);
--> statement-breakpoint
CREATE TABLE "waitlist_signup_counts" (
	"backend" integer PRIMARY KEY NOT NULL,
	"changes" bigint NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "waitlist_signups" (
	"id" text PRIMARY KEY NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"city" text,
	"city_id" integer,
	"source" jsonb,
	"referral_code" text GENERATED ALWAYS AS (left(md5(id), 12)) STORED,
	"is_beta_tester" boolean NOT NULL,
	"quarantined" boolean DEFAULT false NOT NULL,
	"consent_wording" text NOT NULL,
	"consent_source" text,
	"consent_at" timestamp (3) with time zone,
	"confirmed_at" timestamp (3) with time zone,
	"address_corrected_at" timestamp (3) with time zone,
	"left_at" timestamp (3) with time zone,
	"accepted_at" timestamp (3) with time zone,
	"welcome_due_at" timestamp (3) with time zone,
	"welcomed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"search_key" text COLLATE "C" GENERATED ALWAYS AS ((case when octet_length(first_name || ' ' || email) = char_length(first_name || ' ' || email) then lower(first_name || ' ' || email) else translate(lower(first_name || ' ' || email), 'àÀáÁâÂãÃäÄåÅāĀăĂąĄçÇćĆčČĉĈďĎđĐðÐèÈéÉêÊëËēĒėĖęĘěĚğĞģĢĝĜħĦĥĤḥḤḫḪìÌíÍîÎïÏīĪįĮıķĶĺĹļĻľĽłŁñÑńŃņŅňŇòÒóÓôÔõÕöÖøØōŌőŐŕŔřŘśŚşŞšŠșȘṣṢťŤţŢțȚṭṬùÙúÚûÛüÜūŪůŮűŰųŲýÝÿŸźŹżŻžŽẓẒأإآٱىیکة’‘‛ʼʻʾʿ`´‐‑‒–—−  ', 'aaaaaaaaaaaaaaaaaaccccccccddddddeeeeeeeeeeeeeeeegggggghhhhhhhhiiiiiiiiiiiiikkllllllllnnnnnnnnoooooooooooooooorrrrssssssssssttttttttuuuuuuuuuuuuuuuuyyyyzzzzzzzzااااييكه''''''''''''''''''------  ') end) collate "C") STORED
);
--> statement-breakpoint
CREATE TABLE "passkey_challenges" (
	"hash" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "throttle" (
	"key" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"locked_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "volume" (
	"key" text PRIMARY KEY NOT NULL,
	"granted" integer NOT NULL,
	"short_left" integer NOT NULL,
	"short_ends" bigint NOT NULL,
	"long_left" integer NOT NULL,
	"long_ends" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "device_authorizations" ADD CONSTRAINT "device_authorizations_owner_id_staff_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."staff_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_backup_codes" ADD CONSTRAINT "staff_backup_codes_user_id_staff_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."staff_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_passkeys" ADD CONSTRAINT "staff_passkeys_user_id_staff_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."staff_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_sessions" ADD CONSTRAINT "staff_sessions_user_id_staff_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."staff_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_owner_id_staff_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."staff_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "place_reports" ADD CONSTRAINT "place_reports_poi_id_pois_id_fk" FOREIGN KEY ("poi_id") REFERENCES "public"."pois"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "place_reports" ADD CONSTRAINT "place_reports_merged_into_place_reports_id_fk" FOREIGN KEY ("merged_into") REFERENCES "public"."place_reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "place_reports" ADD CONSTRAINT "place_reports_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "renewals" ADD CONSTRAINT "renewals_poi_id_pois_id_fk" FOREIGN KEY ("poi_id") REFERENCES "public"."pois"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "renewals" ADD CONSTRAINT "renewals_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evidence_records" ADD CONSTRAINT "evidence_records_issuer_id_issuers_id_fk" FOREIGN KEY ("issuer_id") REFERENCES "public"."issuers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evidence_files" ADD CONSTRAINT "evidence_files_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evidence_files" ADD CONSTRAINT "evidence_files_renewal_id_renewals_id_fk" FOREIGN KEY ("renewal_id") REFERENCES "public"."renewals"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inquiry_answers" ADD CONSTRAINT "inquiry_answers_inquiry_id_partnership_inquiries_id_fk" FOREIGN KEY ("inquiry_id") REFERENCES "public"."partnership_inquiries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "poi_claims" ADD CONSTRAINT "poi_claims_poi_id_pois_id_fk" FOREIGN KEY ("poi_id") REFERENCES "public"."pois"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "poi_claims" ADD CONSTRAINT "poi_claims_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "poi_requests" ADD CONSTRAINT "poi_requests_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "poi_requests" ADD CONSTRAINT "poi_requests_poi_id_pois_id_fk" FOREIGN KEY ("poi_id") REFERENCES "public"."pois"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "place_proposals" ADD CONSTRAINT "place_proposals_poi_id_pois_id_fk" FOREIGN KEY ("poi_id") REFERENCES "public"."pois"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "place_proposals" ADD CONSTRAINT "place_proposals_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "place_transfers" ADD CONSTRAINT "place_transfers_poi_id_pois_id_fk" FOREIGN KEY ("poi_id") REFERENCES "public"."pois"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "place_transfers" ADD CONSTRAINT "place_transfers_owner_id_partners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."partners"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "place_transfers" ADD CONSTRAINT "place_transfers_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_passkeys" ADD CONSTRAINT "partner_passkeys_user_id_partners_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."partners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_sessions" ADD CONSTRAINT "partner_sessions_user_id_partners_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."partners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "place_facts" ADD CONSTRAINT "place_facts_poi_id_pois_id_fk" FOREIGN KEY ("poi_id") REFERENCES "public"."pois"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pois" ADD CONSTRAINT "pois_owner_id_partners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."partners"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pois" ADD CONSTRAINT "pois_merged_into_pois_id_fk" FOREIGN KEY ("merged_into") REFERENCES "public"."pois"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_viewers" ADD CONSTRAINT "case_viewers_staff_id_staff_users_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_decisions" ADD CONSTRAINT "sync_decisions_poi_id_pois_id_fk" FOREIGN KEY ("poi_id") REFERENCES "public"."pois"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_run_errors" ADD CONSTRAINT "sync_run_errors_run_id_sync_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."sync_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcast_recipients" ADD CONSTRAINT "broadcast_recipients_broadcast_id_broadcasts_id_fk" FOREIGN KEY ("broadcast_id") REFERENCES "public"."broadcasts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "device_authorizations_owner" ON "device_authorizations" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "device_authorizations_expires_at" ON "device_authorizations" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_backup_codes_selector" ON "staff_backup_codes" USING btree ("user_id","selector");--> statement-breakpoint
CREATE INDEX "staff_passkeys_user_id" ON "staff_passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "staff_sessions_user_id" ON "staff_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "staff_sessions_expires_at" ON "staff_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "api_tokens_owner" ON "api_tokens" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "api_tokens_newest" ON "api_tokens" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "audit_log_not_public" ON "audit_log" USING btree ("id") WHERE action not like 'public.%';--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject");--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action") WHERE action not like 'public.%';--> statement-breakpoint
CREATE INDEX "audit_log_request" ON "audit_log" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING brin ("at");--> statement-breakpoint
CREATE INDEX "audit_log_words" ON "audit_log" USING gin ((to_tsvector('simple', coalesce("actor_name", '') || ' ' || coalesce("token_name", ''))
    || jsonb_to_tsvector('simple', coalesce("before", 'null'), '["string", "numeric"]') || jsonb_to_tsvector('simple', coalesce("after", 'null'), '["string", "numeric"]') || array_to_tsvector(array_remove(array_remove(array["action", left("subject", 500), left("request_id", 500)], null), '')))) WHERE action not like 'public.%';--> statement-breakpoint
CREATE INDEX "trash_items_newest" ON "trash_items" USING btree ("deleted_at","id");--> statement-breakpoint
CREATE INDEX "trash_items_email_key" ON "trash_items" USING btree ("email_key") WHERE email_key is not null;--> statement-breakpoint
CREATE INDEX "trash_items_act" ON "trash_items" USING btree ("act") WHERE act is not null;--> statement-breakpoint
CREATE INDEX "staff_notes_subject" ON "staff_notes" USING btree ("subject_id","kind","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "place_reports_open_case" ON "place_reports" USING btree ("poi_id","network") WHERE merged_into is null and closed_at is null and not quarantined;--> statement-breakpoint
CREATE INDEX "place_reports_queue" ON "place_reports" USING btree ("due_at","id") WHERE merged_into is null and closed_at is null and not quarantined;--> statement-breakpoint
CREATE INDEX "place_reports_poi" ON "place_reports" USING btree ("poi_id");--> statement-breakpoint
CREATE INDEX "place_reports_closed" ON "place_reports" USING btree ("poi_id","closed_at") WHERE closed_at is not null;--> statement-breakpoint
CREATE INDEX "place_reports_merged" ON "place_reports" USING btree ("merged_into") WHERE merged_into is not null;--> statement-breakpoint
CREATE INDEX "place_reports_email_key" ON "place_reports" USING btree ("email_key") WHERE email_key is not null;--> statement-breakpoint
CREATE INDEX "place_reports_partner" ON "place_reports" USING btree ("partner_id") WHERE partner_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "renewals_one_waiting" ON "renewals" USING btree ("poi_id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "renewals_queue" ON "renewals" USING btree ("sent_at","id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "renewals_poi" ON "renewals" USING btree ("poi_id");--> statement-breakpoint
CREATE INDEX "renewals_file" ON "renewals" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "renewals_partner" ON "renewals" USING btree ("partner_id");--> statement-breakpoint
CREATE INDEX "certificate_progress_place" ON "certificate_progress" USING btree ("poi_id");--> statement-breakpoint
CREATE INDEX "certificate_progress_unread" ON "certificate_progress" USING btree ("certificate_id") WHERE alike < 2 and not withdrawn;--> statement-breakpoint
CREATE INDEX "certificate_progress_unsettled" ON "certificate_progress" USING btree ("reminders","asked_at") WHERE not settled and not withdrawn;--> statement-breakpoint
CREATE INDEX "evidence_records_place" ON "evidence_records" USING btree ("poi_id","seq");--> statement-breakpoint
CREATE INDEX "evidence_records_about" ON "evidence_records" USING btree ("about_id") WHERE about_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "evidence_records_reading" ON "evidence_records" USING btree ("about_id","by_id") WHERE kind = 'reading';--> statement-breakpoint
CREATE INDEX "evidence_records_file" ON "evidence_records" USING btree ("file_id") WHERE file_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "issuers_name" ON "issuers" USING btree ("name_key");--> statement-breakpoint
CREATE INDEX "evidence_files_claim" ON "evidence_files" USING btree ("claim_id");--> statement-breakpoint
CREATE INDEX "evidence_files_renewal" ON "evidence_files" USING btree ("renewal_id") WHERE renewal_id is not null;--> statement-breakpoint
CREATE INDEX "evidence_files_transfer" ON "evidence_files" USING btree ("transfer_id") WHERE transfer_id is not null;--> statement-breakpoint
CREATE INDEX "evidence_files_partner" ON "evidence_files" USING btree ("partner_id");--> statement-breakpoint
CREATE INDEX "evidence_files_kept" ON "evidence_files" USING btree ("uploaded_at") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "inquiry_answers_inquiry" ON "inquiry_answers" USING btree ("inquiry_id","created_at");--> statement-breakpoint
CREATE INDEX "partnership_inquiries_newest" ON "partnership_inquiries" USING btree ("created_at","id") WHERE not quarantined;--> statement-breakpoint
CREATE INDEX "partnership_inquiries_email_key" ON "partnership_inquiries" USING btree ("email_key");--> statement-breakpoint
CREATE INDEX "partnership_inquiries_assignee" ON "partnership_inquiries" USING btree ("assignee_id");--> statement-breakpoint
CREATE INDEX "one_time_links_owner" ON "one_time_links" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "one_time_links_expires" ON "one_time_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "mail_events_address" ON "mail_events" USING btree ("address_hash","at");--> statement-breakpoint
CREATE INDEX "mail_events_received" ON "mail_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("bulk","next_try_at") WHERE next_try_at is not null;--> statement-breakpoint
CREATE INDEX "mails_failed" ON "mails" USING btree ("created_at") WHERE sent_at is null and next_try_at is null;--> statement-breakpoint
CREATE INDEX "mails_newest" ON "mails" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "mails_request" ON "mails" USING btree ("request_id") WHERE request_id is not null;--> statement-breakpoint
CREATE INDEX "mails_to_key" ON "mails" USING btree ("to_key");--> statement-breakpoint
CREATE INDEX "mails_to_hash" ON "mails" USING btree (encode(sha256(replace("to_key", '\', '\\')::bytea), 'hex'));--> statement-breakpoint
CREATE UNIQUE INDEX "backup_runs_one_at_a_time" ON "backup_runs" USING btree ((finished_at is null)) WHERE finished_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "poi_claims_one_pending" ON "poi_claims" USING btree ("partner_id","poi_id") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "poi_claims_queue" ON "poi_claims" USING btree ("status","queued_at","id");--> statement-breakpoint
CREATE INDEX "poi_claims_partner" ON "poi_claims" USING btree ("partner_id","submitted_at");--> statement-breakpoint
CREATE INDEX "poi_claims_poi" ON "poi_claims" USING btree ("poi_id");--> statement-breakpoint
CREATE INDEX "poi_claims_reviewed" ON "poi_claims" USING btree ("reviewed_at") WHERE reviewed_at is not null;--> statement-breakpoint
CREATE INDEX "poi_claims_undoable" ON "poi_claims" USING btree ("id") WHERE last_decision is not null;--> statement-breakpoint
CREATE INDEX "poi_requests_queue" ON "poi_requests" USING btree ("status","submitted_at","id");--> statement-breakpoint
CREATE INDEX "poi_requests_poi" ON "poi_requests" USING btree ("poi_id");--> statement-breakpoint
CREATE INDEX "poi_requests_partner" ON "poi_requests" USING btree ("partner_id","submitted_at");--> statement-breakpoint
CREATE INDEX "poi_requests_undoable" ON "poi_requests" USING btree ("id") WHERE last_decision is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "place_proposals_one_pending" ON "place_proposals" USING btree ("poi_id") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "place_proposals_queue" ON "place_proposals" USING btree ("status","submitted_at","id");--> statement-breakpoint
CREATE INDEX "place_proposals_partner" ON "place_proposals" USING btree ("partner_id","submitted_at");--> statement-breakpoint
CREATE INDEX "place_proposals_poi" ON "place_proposals" USING btree ("poi_id");--> statement-breakpoint
CREATE INDEX "place_proposals_undoable" ON "place_proposals" USING btree ("id") WHERE last_decision is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "place_transfers_one_pending" ON "place_transfers" USING btree ("partner_id","poi_id") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "place_transfers_queue" ON "place_transfers" USING btree ("status","submitted_at","id");--> statement-breakpoint
CREATE INDEX "place_transfers_partner" ON "place_transfers" USING btree ("partner_id","submitted_at");--> statement-breakpoint
CREATE INDEX "place_transfers_owner" ON "place_transfers" USING btree ("owner_id","submitted_at");--> statement-breakpoint
CREATE INDEX "place_transfers_poi" ON "place_transfers" USING btree ("poi_id");--> statement-breakpoint
CREATE INDEX "place_transfers_undoable" ON "place_transfers" USING btree ("id") WHERE last_decision is not null;--> statement-breakpoint
CREATE INDEX "partner_passkeys_user_id" ON "partner_passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "partner_sessions_user_id" ON "partner_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "partner_sessions_expires_at" ON "partner_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "partners_email_key_unique" ON "partners" USING btree ("email_key") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "partners_newest" ON "partners" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "partners_business" ON "partners" USING btree ("business_name","id");--> statement-breakpoint
CREATE INDEX "payment_events_payment" ON "payment_events" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "payment_keys_created" ON "payment_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "payments_newest" ON "payments" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "payments_waiting" ON "payments" USING btree ("checked_at","created_at") WHERE status = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "payments_reference" ON "payments" USING btree ("reference");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_gateway_id" ON "payments" USING btree ("gateway","gateway_id");--> statement-breakpoint
CREATE INDEX "pledges_newest" ON "pledges" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "pledges_reference" ON "pledges" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "place_facts_newest" ON "place_facts" USING btree ("poi_id","key","source","seq");--> statement-breakpoint
CREATE INDEX "place_merges_kept" ON "place_merges" USING btree ("kept_id");--> statement-breakpoint
CREATE INDEX "place_merges_duplicate" ON "place_merges" USING btree ("duplicate_id");--> statement-breakpoint
CREATE INDEX "place_merges_merged" ON "place_merges" USING btree ("merged_at");--> statement-breakpoint
CREATE INDEX "poi_vocabulary_turn" ON "poi_vocabulary" USING btree ("turn");--> statement-breakpoint
CREATE INDEX "poi_words_token" ON "poi_words" USING btree ("token","weight","key","poi","category","city");--> statement-breakpoint
CREATE INDEX "poi_words_city" ON "poi_words" USING btree ("city","token","weight","key","poi","category");--> statement-breakpoint
CREATE INDEX "poi_words_poi" ON "poi_words" USING btree ("poi");--> statement-breakpoint
CREATE UNIQUE INDEX "pois_seq" ON "pois" USING btree ("seq");--> statement-breakpoint
CREATE UNIQUE INDEX "pois_place_id" ON "pois" USING btree ("place_id") WHERE place_id is not null and deleted_at is null and merged_into is null;--> statement-breakpoint
CREATE INDEX "pois_identity" ON "pois" USING btree ("identity");--> statement-breakpoint
CREATE INDEX "pois_merged_into" ON "pois" USING btree ("merged_into") WHERE merged_into is not null;--> statement-breakpoint
CREATE INDEX "pois_owner_id" ON "pois" USING btree ("owner_id") WHERE owner_id is not null;--> statement-breakpoint
CREATE INDEX "pois_city" ON "pois" USING btree ("city_id","category","halal_verification_status") WHERE deleted_at is null and merged_into is null;--> statement-breakpoint
CREATE INDEX "pois_newest" ON "pois" USING btree ("created_at","id") WHERE deleted_at is null and merged_into is null;--> statement-breakpoint
CREATE INDEX "pois_proven" ON "pois" USING btree ("halal_verification_status","created_at","id") WHERE halal_verification_status in ('verified', 'friendly');--> statement-breakpoint
CREATE INDEX "pois_phone" ON "pois" USING btree ("phone") WHERE phone <> '';--> statement-breakpoint
CREATE INDEX "pois_position" ON "pois" USING btree ("latitude","longitude") WHERE latitude is not null;--> statement-breakpoint
CREATE INDEX "pois_without_position" ON "pois" USING btree ("created_at","id") WHERE latitude is null;--> statement-breakpoint
CREATE INDEX "pois_tier_until" ON "pois" USING btree ("tier_until") WHERE tier_until is not null;--> statement-breakpoint
CREATE INDEX "pois_not_synced" ON "pois" USING btree ("sync_state","id") WHERE sync_state <> 'synced' and deleted_at is null and merged_into is null;--> statement-breakpoint
CREATE INDEX "case_viewers_staff" ON "case_viewers" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "case_viewers_seen" ON "case_viewers" USING btree ("seen_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sync_decisions_link" ON "sync_decisions" USING btree ("main_id") WHERE choice = 'link';--> statement-breakpoint
CREATE INDEX "sync_decisions_newest" ON "sync_decisions" USING btree ("decided_at","poi_id");--> statement-breakpoint
CREATE INDEX "sync_run_errors_run" ON "sync_run_errors" USING btree ("run_id","id");--> statement-breakpoint
CREATE INDEX "sync_runs_newest" ON "sync_runs" USING btree ("started_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "broadcast_recipients_person" ON "broadcast_recipients" USING btree ("email_key","broadcast_id");--> statement-breakpoint
CREATE INDEX "broadcast_recipients_state" ON "broadcast_recipients" USING btree ("broadcast_id","state","id");--> statement-breakpoint
CREATE INDEX "broadcast_recipients_sent" ON "broadcast_recipients" USING btree ("taken_at") WHERE state = 'sent';--> statement-breakpoint
CREATE UNIQUE INDEX "broadcast_recipients_code" ON "broadcast_recipients" USING btree ("code_hash") WHERE code_hash is not null;--> statement-breakpoint
CREATE INDEX "broadcasts_newest" ON "broadcasts" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "broadcasts_active" ON "broadcasts" USING btree ("next_take_at") WHERE state in ('scheduled', 'sending');--> statement-breakpoint
CREATE UNIQUE INDEX "waitlist_signups_email_key" ON "waitlist_signups" USING btree ("email_key") WHERE not quarantined and deleted_at is null;--> statement-breakpoint
CREATE INDEX "waitlist_signups_newest" ON "waitlist_signups" USING btree ("created_at","id") WHERE not quarantined and deleted_at is null;--> statement-breakpoint
CREATE INDEX "waitlist_signups_city" ON "waitlist_signups" USING btree ("city_id","created_at","confirmed_at") WHERE city_id is not null and left_at is null and not quarantined and deleted_at is null;--> statement-breakpoint
CREATE INDEX "waitlist_signups_ref" ON "waitlist_signups" USING btree ((source->>'ref')) WHERE source->>'ref' is not null and confirmed_at is not null and not quarantined and deleted_at is null;--> statement-breakpoint
CREATE INDEX "waitlist_signups_welcome_due" ON "waitlist_signups" USING btree ("welcome_due_at","id") WHERE welcome_due_at is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "passkey_challenges_expires_at" ON "passkey_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "volume_long_ends" ON "volume" USING btree ("long_ends");--> statement-breakpoint
CREATE VIEW "public"."current_inquiries" AS (select "id", "business_name", "contact_name", "email", "email_key", "phone", "website", "business_type", "city", "state", "message", "added_by", "quarantined", "stage", "answered_at", "assignee_id", "place_id", "created_at", "updated_at", "search_key" from "partnership_inquiries" where "partnership_inquiries"."deleted_at" is null);--> statement-breakpoint
CREATE VIEW "public"."current_partners" AS (select "id", "email", "email_key", "password_hash", "business_name", "contact_name", "phone", "is_verified", "email_confirmed_at", "email_confirmed", "tried_again_at", "first_login_at", "created_at", "updated_at", "search_key" from "partners" where "partners"."deleted_at" is null);--> statement-breakpoint
CREATE VIEW "public"."merged_places" AS (select d.id, d.merged_into as poi_id, d.name, d.identity, d.place_id
    from pois d join pois p on p.id = d.merged_into where p.deleted_at is null and p.merged_into is null);--> statement-breakpoint
CREATE VIEW "public"."current_pois" AS (select "id", "seq", "place_id", "name", "address", "city", "state", "zip_code", "phone", "website", "category", "subcategory", "halal_certificate", "halal_verification_status", "tier_until", "tier_changes", "evidence_digest", "owner_id", "latitude", "longitude", "city_id", "given_columns", "identity", "version", "sync_state", "sync_error", "sync_failures", "synced_at", "created_at", "updated_at", "deleted_at", "merged_into" from "pois" where ("pois"."deleted_at" is null and "pois"."merged_into" is null));--> statement-breakpoint
CREATE VIEW "public"."current_broadcasts" AS (select "id", "subject", "markdown", "audience", "rate_per_minute", "starts_at", "invites", "state", "audience_count", "sent", "failed", "unknown", "skipped", "accepted", "created_by", "created_at", "updated_at", "sent_by", "sent_at", "finished_at", "fence", "lease_until", "next_take_at" from "broadcasts" where "broadcasts"."deleted_at" is null);--> statement-breakpoint
CREATE VIEW "public"."current_signups" AS (select "id", "first_name", "last_name", "email", "email_key", "city", "city_id", "source", "referral_code", "is_beta_tester", "quarantined", "consent_wording", "consent_source", "consent_at", "confirmed_at", "address_corrected_at", "left_at", "accepted_at", "welcome_due_at", "welcomed_at", "created_at", "updated_at", "search_key" from "waitlist_signups" where "waitlist_signups"."deleted_at" is null);
--> statement-breakpoint
-- From here on: what drizzle-kit does not generate. It does not know UNLOGGED either: a crash may lose what "volume" counts.
-- Erasing a person clears what the log says of them; who did what, when and to which id stays.
CREATE FUNCTION refuse_rewriting_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('rihla.retention', true) = 'on' THEN
    RETURN OLD;
  END IF;
  IF TG_OP = 'UPDATE' AND current_setting('rihla.erasure', true) = 'on'
    AND NEW."before" IS NULL AND NEW."after" IS NULL
    AND (NEW."address" IS NULL OR NEW."address" = OLD."address")
    AND (NEW."actor_name" IS NULL OR NEW."actor_name" = OLD."actor_name")
    AND (NEW."id", NEW."at", NEW."actor_kind", NEW."actor_id", NEW."action", NEW."subject", NEW."request_id")
      IS NOT DISTINCT FROM
      (OLD."id", OLD."at", OLD."actor_kind", OLD."actor_id", OLD."action", OLD."subject", OLD."request_id") THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'the audit log is only ever added to' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON "audit_log"
  FOR EACH ROW EXECUTE FUNCTION refuse_rewriting_history();
--> statement-breakpoint
CREATE FUNCTION note_place_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.place_id, NEW.name, NEW.address, NEW.city, NEW.state, NEW.zip_code, NEW.phone, NEW.website, NEW.category,
      NEW.subcategory, NEW.halal_certificate, NEW.halal_verification_status, NEW.tier_until, NEW.evidence_digest,
      NEW.owner_id, NEW.latitude, NEW.longitude, NEW.deleted_at, NEW.merged_into)
    IS DISTINCT FROM
     (OLD.place_id, OLD.name, OLD.address, OLD.city, OLD.state, OLD.zip_code, OLD.phone, OLD.website, OLD.category,
      OLD.subcategory, OLD.halal_certificate, OLD.halal_verification_status, OLD.tier_until, OLD.evidence_digest,
      OLD.owner_id, OLD.latitude, OLD.longitude, OLD.deleted_at, OLD.merged_into)
  THEN
    NEW.version := OLD.version + 1;
    NEW.sync_state := 'pending';
    NEW.sync_error := NULL;
    NEW.sync_failures := 0;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER pois_changed BEFORE UPDATE ON "pois" FOR EACH ROW EXECUTE FUNCTION note_place_changed();
--> statement-breakpoint
CREATE FUNCTION forget_place_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    TRUNCATE poi_words;
  ELSE
    DELETE FROM poi_words w USING gone g WHERE w.poi = g.seq;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER pois_deleted AFTER DELETE ON "pois" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION forget_place_words();
--> statement-breakpoint
CREATE TRIGGER pois_truncated AFTER TRUNCATE ON "pois" FOR EACH STATEMENT EXECUTE FUNCTION forget_place_words();
--> statement-breakpoint
CREATE FUNCTION note_place_unlisted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sync_unlinks (poi_id) VALUES (OLD.id) ON CONFLICT (poi_id) DO UPDATE SET held = false;
  DELETE FROM sync_decisions WHERE poi_id = OLD.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER pois_unlisted AFTER UPDATE ON "pois" FOR EACH ROW
  WHEN (OLD.deleted_at IS NULL AND OLD.merged_into IS NULL AND (NEW.deleted_at IS NOT NULL OR NEW.merged_into IS NOT NULL))
  EXECUTE FUNCTION note_place_unlisted();
--> statement-breakpoint
CREATE TRIGGER pois_deleted_unlink AFTER DELETE ON "pois" FOR EACH ROW
  WHEN (OLD.deleted_at IS NULL AND OLD.merged_into IS NULL) EXECUTE FUNCTION note_place_unlisted();
--> statement-breakpoint
CREATE FUNCTION forget_place_city() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.city_id := NULL;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER pois_moved BEFORE UPDATE ON "pois" FOR EACH ROW
  WHEN ((OLD.latitude, OLD.longitude, OLD.city, OLD.state) IS DISTINCT FROM (NEW.latitude, NEW.longitude, NEW.city, NEW.state))
  EXECUTE FUNCTION forget_place_city();
--> statement-breakpoint
CREATE FUNCTION refuse_changed_evidence() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'evidence records are only ever added' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER evidence_records_append_only BEFORE UPDATE OR DELETE ON "evidence_records"
  FOR EACH ROW EXECUTE FUNCTION refuse_changed_evidence();
--> statement-breakpoint
CREATE FUNCTION refuse_changed_fact() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'facts about places are only ever added' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER place_facts_append_only BEFORE UPDATE ON "place_facts"
  FOR EACH ROW EXECUTE FUNCTION refuse_changed_fact();
--> statement-breakpoint
CREATE FUNCTION count_search_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO poi_change_counts AS c (backend, changes, changed_at) VALUES (pg_backend_pid(), 1, clock_timestamp())
    ON CONFLICT (backend) DO UPDATE SET changes = c.changes + 1, changed_at = excluded.changed_at;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A change of a place's words alone changes the stamp of poi_index_state, and what sync writes is not shown.
-- Partners also see who owns a place, how to reach it and its certificate.
CREATE TRIGGER pois_search_changed AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE OF "id", "name", "address", "city",
    "state", "zip_code", "category", "subcategory", "halal_verification_status", "tier_changes", "latitude", "longitude",
    "owner_id", "phone", "website", "halal_certificate", "deleted_at", "merged_into"
  ON "pois" FOR EACH STATEMENT EXECUTE FUNCTION count_search_change();
--> statement-breakpoint
CREATE TRIGGER place_facts_closed AFTER INSERT ON "place_facts" FOR EACH ROW WHEN (NEW.key = 'closed')
  EXECUTE FUNCTION count_search_change();
--> statement-breakpoint
CREATE FUNCTION count_added_signups() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO waitlist_signup_counts AS c (backend, changes, changed_at)
    SELECT pg_backend_pid(), count(*), clock_timestamp() FROM added WHERE NOT quarantined AND deleted_at IS NULL HAVING count(*) > 0
    ON CONFLICT (backend) DO UPDATE SET changes = c.changes + excluded.changes, changed_at = excluded.changed_at;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION count_removed_signups() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO waitlist_signup_counts AS c (backend, changes, changed_at)
    SELECT pg_backend_pid(), -count(*), clock_timestamp() FROM removed WHERE NOT quarantined AND deleted_at IS NULL HAVING count(*) > 0
    ON CONFLICT (backend) DO UPDATE SET changes = c.changes + excluded.changes, changed_at = excluded.changed_at;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION count_hidden_or_shown_signup() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO waitlist_signup_counts AS c (backend, changes, changed_at) VALUES (pg_backend_pid(), CASE WHEN NEW.quarantined OR NEW.deleted_at IS NOT NULL THEN -1 ELSE 1 END, clock_timestamp())
    ON CONFLICT (backend) DO UPDATE SET changes = c.changes + excluded.changes, changed_at = excluded.changed_at;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Also called by a trigger after TRUNCATE and at the end of a restore, which lock the table until their transaction ends.
CREATE FUNCTION recount_signups() RETURNS void LANGUAGE sql AS $$
  DELETE FROM waitlist_signup_counts;
  INSERT INTO waitlist_signup_counts (backend, changes, changed_at)
    SELECT -1, count(*), clock_timestamp() FROM current_signups WHERE NOT quarantined;
$$;
--> statement-breakpoint
CREATE FUNCTION count_no_signups() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM recount_signups();
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER waitlist_signups_added AFTER INSERT ON "waitlist_signups" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_added_signups();
--> statement-breakpoint
CREATE TRIGGER waitlist_signups_removed AFTER DELETE ON "waitlist_signups" REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION count_removed_signups();
--> statement-breakpoint
CREATE TRIGGER waitlist_signups_hidden_or_shown AFTER UPDATE OF "quarantined", "deleted_at" ON "waitlist_signups" FOR EACH ROW
  WHEN ((OLD.quarantined OR OLD.deleted_at IS NOT NULL) <> (NEW.quarantined OR NEW.deleted_at IS NOT NULL))
  EXECUTE FUNCTION count_hidden_or_shown_signup();
--> statement-breakpoint
CREATE TRIGGER waitlist_signups_truncated AFTER TRUNCATE ON "waitlist_signups"
  FOR EACH STATEMENT EXECUTE FUNCTION count_no_signups();
--> statement-breakpoint
-- Short statements over many index look-ups are estimated high: compiling them takes ten times what they take.
DO $$ BEGIN
  EXECUTE format('ALTER DATABASE %I SET jit = off', current_database());
EXCEPTION WHEN insufficient_privilege THEN
  RAISE NOTICE 'jit stays on: only the owner of the database may turn it off';
END $$;
--> statement-breakpoint
SELECT recount_signups();
