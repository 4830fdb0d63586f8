CREATE FUNCTION note_place_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sync_unlinks (poi_id) SELECT id FROM deleted ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER pois_deleted_unlink AFTER DELETE ON "pois" REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION note_place_deleted();
