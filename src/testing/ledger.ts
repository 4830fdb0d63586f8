import { expect } from "bun:test";
import { bigint, customType, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "../db/columns.ts";
import { testDatabase } from "./database.ts";
import { migrationsFolder } from "./migrations.ts";

// A table of no domain, for the tests of the database layer itself.

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

/** A database with the table `accounts`, empty; of the kind that `TEST_DATABASE` says. */
export async function openScratchDatabase() {
  const folder = await migrationsFolder([SCHEMA]);
  try {
    return await testDatabase(folder.path);
  } finally {
    await folder.remove();
  }
}

/** What `work` throws; a failed test where it throws nothing. */
export const failureOf = (work: () => Promise<unknown>): Promise<unknown> =>
  work().then(
    () => expect.unreachable(),
    (error: unknown) => error,
  );
