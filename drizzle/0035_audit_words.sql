CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject") WHERE action not like 'public.%';--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action") WHERE action not like 'public.%';--> statement-breakpoint
CREATE INDEX "audit_log_request" ON "audit_log" USING btree ("request_id") WHERE action not like 'public.%';--> statement-breakpoint
CREATE INDEX "audit_log_words" ON "audit_log" USING gin ((to_tsvector('simple', coalesce("actor_name", '') || ' ' || coalesce("token_name", ''))
    || jsonb_to_tsvector('simple', coalesce("before", 'null'), '["string", "numeric"]') || jsonb_to_tsvector('simple', coalesce("after", 'null'), '["string", "numeric"]'))) WHERE action not like 'public.%';