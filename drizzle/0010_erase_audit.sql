-- Erasing a person clears what the log says of them; who did what, when and to which id stays.
CREATE OR REPLACE FUNCTION refuse_rewriting_history() RETURNS trigger LANGUAGE plpgsql AS $$
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
