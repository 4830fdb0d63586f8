-- oldest program: 0053_backup_runs
CREATE TABLE "waitlist_signup_counts" (
	"backend" integer PRIMARY KEY NOT NULL,
	"changes" bigint NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE FUNCTION count_added_signups() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO waitlist_signup_counts AS c (backend, changes, changed_at)
    SELECT pg_backend_pid(), count(*), clock_timestamp() FROM added WHERE NOT quarantined HAVING count(*) > 0
    ON CONFLICT (backend) DO UPDATE SET changes = c.changes + excluded.changes, changed_at = excluded.changed_at;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION count_removed_signups() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO waitlist_signup_counts AS c (backend, changes, changed_at)
    SELECT pg_backend_pid(), -count(*), clock_timestamp() FROM removed WHERE NOT quarantined HAVING count(*) > 0
    ON CONFLICT (backend) DO UPDATE SET changes = c.changes + excluded.changes, changed_at = excluded.changed_at;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION count_released_signup() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO waitlist_signup_counts AS c (backend, changes, changed_at) VALUES (pg_backend_pid(), CASE WHEN NEW.quarantined THEN -1 ELSE 1 END, clock_timestamp())
    ON CONFLICT (backend) DO UPDATE SET changes = c.changes + excluded.changes, changed_at = excluded.changed_at;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Also called by a trigger after TRUNCATE and at the end of a restore, which lock the table until their transaction ends.
CREATE FUNCTION recount_signups() RETURNS void LANGUAGE sql AS $$
  DELETE FROM waitlist_signup_counts;
  INSERT INTO waitlist_signup_counts (backend, changes, changed_at)
    SELECT -1, count(*), clock_timestamp() FROM waitlist_signups WHERE NOT quarantined;
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
CREATE TRIGGER waitlist_signups_released AFTER UPDATE OF "quarantined" ON "waitlist_signups" FOR EACH ROW
  WHEN (OLD.quarantined IS DISTINCT FROM NEW.quarantined) EXECUTE FUNCTION count_released_signup();
--> statement-breakpoint
CREATE TRIGGER waitlist_signups_truncated AFTER TRUNCATE ON "waitlist_signups"
  FOR EACH STATEMENT EXECUTE FUNCTION count_no_signups();
--> statement-breakpoint
SELECT recount_signups();
