DROP INDEX "audit_log_subject";--> statement-breakpoint
DROP INDEX "audit_log_request";--> statement-breakpoint
DROP INDEX "audit_log_words";--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING brin ("at");--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject");--> statement-breakpoint
CREATE INDEX "audit_log_request" ON "audit_log" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "audit_log_words" ON "audit_log" USING gin ((to_tsvector('simple', coalesce("actor_name", '') || ' ' || coalesce("token_name", ''))
    || jsonb_to_tsvector('simple', coalesce("before", 'null'), '["string", "numeric"]') || jsonb_to_tsvector('simple', coalesce("after", 'null'), '["string", "numeric"]') || array_to_tsvector(array_remove(array_remove(array["action", left("subject", 500), left("request_id", 500)], null), '')))) WHERE action not like 'public.%';