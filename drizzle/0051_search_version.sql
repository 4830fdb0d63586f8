CREATE TABLE "poi_change_counts" (
	"backend" integer PRIMARY KEY NOT NULL,
	"changes" bigint NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE FUNCTION count_search_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO poi_change_counts AS c (backend, changes, changed_at) VALUES (pg_backend_pid(), 1, clock_timestamp())
    ON CONFLICT (backend) DO UPDATE SET changes = c.changes + 1, changed_at = excluded.changed_at;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A change of a place's words alone changes the stamp of poi_index_state, and what sync writes is not shown.
CREATE TRIGGER pois_search_changed AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE OF "id", "name", "address", "city", "state",
    "zip_code", "category", "subcategory", "halal_verification_status", "tier_changes", "latitude", "longitude"
  ON "pois" FOR EACH STATEMENT EXECUTE FUNCTION count_search_change();
--> statement-breakpoint
CREATE TRIGGER place_facts_closed AFTER INSERT ON "place_facts" FOR EACH ROW WHEN (NEW.key = 'closed')
  EXECUTE FUNCTION count_search_change();
