import { bigint, customType, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "../../db/columns.ts";
import { testDatabase } from "./database.ts";
import { migrationsFolder } from "./migrations.ts";

// A table without domain meaning, for the tests of the database layer itself.

const bytea = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });

export const accounts = pgTable("accounts", {
  id: id(),
  name: text().notNull(),
  balance: integer().notNull(),
  visits: bigint({ mode: "number" }),
  seenAt: instant("seen_at"),
  facts: jsonb().$type<{ tags: string[] }>(),
  picture: bytea(),
  createdAt: createdAt(),
});

const SCHEMA = `create table accounts (
  id text primary key, name text not null constraint accounts_name unique, visits bigint, facts jsonb,
  balance int not null constraint accounts_balance check (balance >= 0), seen_at timestamptz(3), picture bytea,
  created_at timestamptz(3) not null default now())`;

/** A database with an empty table `accounts`, of the kind that `TEST_DATABASE` names. */
export async function openScratchDatabase() {
  const folder = await migrationsFolder([SCHEMA]);
  try {
    return await testDatabase(folder.path);
  } finally {
    await folder.remove();
  }
}
