import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { contractingIn } from "../testing/database/contracting.ts";
import { MIGRATIONS } from "./migrate.ts";
import { nameOf, readMigrations } from "./migrations.ts";

const textOf = (file: string): string => readFileSync(join(MIGRATIONS, file), "utf8");

test("every migration that an older version may fail at declares the oldest one that may run after it", () => {
  const [, ...later] = readMigrations(MIGRATIONS);
  const undeclared = later
    .filter(({ oldestProgram }) => oldestProgram === null)
    .flatMap(({ file }) => contractingIn(textOf(file)).map((reason) => `${file} ${reason}`));
  expect(undeclared).toEqual([]);
});

test("migrations are named in their order, by which the newest is found", () => {
  const names = readMigrations(MIGRATIONS).map(nameOf);
  expect(names).toEqual(names.toSorted());
  expect(names[0]).toBe("0000_baseline");
});

const EXPANDING = [
  'CREATE TABLE "a" ("id" text PRIMARY KEY NOT NULL, "b" text NOT NULL);',
  'CREATE TABLE "a" ("id" text);\nALTER TABLE "a" ADD CONSTRAINT "c" FOREIGN KEY ("id") REFERENCES "public"."b"("id");',
  'CREATE TABLE "a" ("id" text);\nCREATE UNIQUE INDEX "a_id" ON "a" USING btree ("id");',
  "CREATE TABLE a (id text);\nCREATE TRIGGER t AFTER INSERT ON a FOR EACH ROW EXECUTE FUNCTION f();",
  'ALTER TABLE "a" ADD COLUMN "b" text;',
  'ALTER TABLE "a" ADD COLUMN "b" text DEFAULT \'drop table a\' NOT NULL;',
  'ALTER TABLE "a" ADD COLUMN "b" text;\nUPDATE "a" SET "b" = \'it\'\'s\';',
  'CREATE INDEX "a_b" ON "a" USING btree ("b");',
  'DROP VIEW "public"."b";\nALTER TABLE "a" ADD COLUMN "c" text;\nCREATE VIEW "public"."b" AS (select "c" from "a");',
  "-- drop table a\n/* truncate a */ SELECT 1;",
  "INSERT INTO a VALUES (1) ON CONFLICT DO NOTHING;",
];

const BREAKING = [
  'DROP TABLE "a" CASCADE;',
  'DROP VIEW "public"."a";',
  'ALTER TABLE "a" DROP COLUMN "b";',
  'ALTER TABLE "a" DROP "b";',
  'ALTER TABLE "a" DROP CONSTRAINT "c";',
  'ALTER TABLE "a" ALTER COLUMN "b" DROP DEFAULT;',
  'ALTER TABLE "a" ALTER COLUMN "b" SET NOT NULL;',
  'ALTER TABLE "a" ALTER COLUMN "b" SET DATA TYPE integer;',
  'ALTER TABLE "a" ALTER "b" TYPE integer USING b::int;',
  'ALTER TABLE "a" RENAME TO "b";',
  'ALTER TABLE "a" RENAME COLUMN "b" TO "c";',
  'ALTER TABLE "a" ADD COLUMN "b" text NOT NULL;',
  'ALTER TABLE "a" ADD COLUMN "b" text DEFAULT \'\' NOT NULL, ADD COLUMN "c" text NOT NULL;',
  'ALTER TABLE "a" ADD CONSTRAINT "c" CHECK ("b" > 0) NOT VALID;',
  'ALTER TABLE "public"."a"\n  ADD CONSTRAINT "c" FOREIGN KEY ("b") REFERENCES "d"("id");',
  'CREATE UNIQUE INDEX "a_b" ON "a" USING btree ("b");',
  "CREATE OR REPLACE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ begin return new; end $$;",
  "CREATE TRIGGER t BEFORE UPDATE OF b ON a FOR EACH ROW EXECUTE FUNCTION f();",
  "DELETE FROM a WHERE b;",
  "TRUNCATE a;",
  "UPDATE a SET b = '--'; DROP TABLE c;",
  "UPDATE a SET b = 1;",
  "ALTER TYPE mood ADD VALUE 'new';",
  "DO $$ begin execute 'drop table a'; end $$;",
  "ALTER TABLE a ENABLE ROW LEVEL SECURITY;",
  "REVOKE SELECT ON a FROM b;",
];

test.each(EXPANDING)("a migration only expands the schema: %s", (text) => {
  expect(contractingIn(text)).toEqual([]);
});

test.each(BREAKING)("an older version may fail after a migration: %s", (text) => {
  expect(contractingIn(text)).not.toEqual([]);
});
