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
ALTER TABLE "place_facts" ADD CONSTRAINT "place_facts_poi_id_pois_id_fk" FOREIGN KEY ("poi_id") REFERENCES "public"."pois"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "place_facts_newest" ON "place_facts" USING btree ("poi_id","key","source","seq");
--> statement-breakpoint
CREATE FUNCTION refuse_changed_fact() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'facts about places are only ever added' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER place_facts_append_only BEFORE UPDATE ON "place_facts"
  FOR EACH ROW EXECUTE FUNCTION refuse_changed_fact();
