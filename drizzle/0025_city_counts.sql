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
DROP INDEX "waitlist_signups_city";--> statement-breakpoint
ALTER TABLE "pois" ADD COLUMN "city_id" integer;--> statement-breakpoint
CREATE INDEX "pois_city" ON "pois" USING btree ("city_id","category","halal_verification_status");--> statement-breakpoint
CREATE INDEX "waitlist_signups_city" ON "waitlist_signups" USING btree ("city_id","created_at","confirmed_at") WHERE city_id is not null and left_at is null and not quarantined;--> statement-breakpoint
CREATE FUNCTION forget_place_city() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.city_id := NULL;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER pois_moved BEFORE UPDATE ON "pois" FOR EACH ROW
  WHEN ((OLD.latitude, OLD.longitude, OLD.city, OLD.state) IS DISTINCT FROM (NEW.latitude, NEW.longitude, NEW.city, NEW.state))
  EXECUTE FUNCTION forget_place_city();
