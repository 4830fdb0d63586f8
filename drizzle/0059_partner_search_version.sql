-- oldest program: 0053_backup_runs
-- Partners also see who owns a place, how to reach it and its certificate.
CREATE OR REPLACE TRIGGER pois_search_changed AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE OF "id", "name", "address", "city",
    "state", "zip_code", "category", "subcategory", "halal_verification_status", "tier_changes", "latitude", "longitude",
    "owner_id", "phone", "website", "halal_certificate"
  ON "pois" FOR EACH STATEMENT EXECUTE FUNCTION count_search_change();
