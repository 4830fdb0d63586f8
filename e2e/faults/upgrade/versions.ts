import { cp, mkdir, symlink } from "node:fs/promises";
import { join, resolve } from "node:path";
import { nameOf, readMigrations } from "../../../src/db/migrations.ts";
import { addMigration } from "../../../src/testing/database/migrations.ts";

const ROOT = resolve(import.meta.dir, "../../..");
const COPIED = ["src", "cli", "drizzle", "public", "package.json", "tsconfig.json"];

/** Folders of three versions, each of which runs beside the one before. */
export interface Versions {
  readonly present: string;
  /** Replaces the column `website` of inquiries by `site`, and keeps both in step. */
  readonly next: string;
  /** Drops `website`. */
  readonly afterNext: string;
}

/** A view has the columns that its table had when it was created. It goes first: readers lock it before its table. */
const DROP_VIEW = "drop view current_inquiries";
const CREATE_VIEW =
  "create view current_inquiries as select * from partnership_inquiries where deleted_at is null";

const EXPAND = [
  DROP_VIEW,
  "alter table partnership_inquiries add column site text not null default ''",
  "update partnership_inquiries set site = website",
  "alter table partnership_inquiries alter column website set default ''",
  `create function keep_site() returns trigger language plpgsql as $$ begin
     if tg_op = 'INSERT' then new.site := coalesce(nullif(new.site, ''), new.website);
     elsif new.site = old.site then new.site := new.website; end if;
     new.website := new.site;
     return new;
   end $$`,
  "create trigger keep_site before insert or update on partnership_inquiries for each row execute function keep_site()",
  CREATE_VIEW,
];

const CONTRACT = [
  DROP_VIEW,
  "drop trigger keep_site on partnership_inquiries",
  "drop function keep_site",
  "alter table partnership_inquiries drop column website",
  CREATE_VIEW,
];

/** What makes a program use the new column. */
const USE_SITE: readonly (readonly [file: string, from: string, to: string])[] = [
  ["table.ts", "website: text().notNull()", 'website: text("site").notNull()'],
  ["queries.ts", '{ name: "website", sql: "website"', '{ name: "website", sql: "site"'],
];

/** Makes the two later versions of the program from this one. */
export async function makeVersions(home: string): Promise<Versions> {
  const [next, afterNext] = [join(home, "next"), join(home, "after-next")];
  await copyProgram(ROOT, next);
  for (const [file, from, to] of USE_SITE)
    await replaceIn(join(next, "src/modules/inquiries", file), from, to);
  const present = readMigrations(join(next, "drizzle")).map(nameOf).at(-1);
  const expand = await addMigration(join(next, "drizzle"), "expand", [
    `-- oldest program: ${present}\n${EXPAND[0]}`,
    ...EXPAND.slice(1),
  ]);
  await copyProgram(next, afterNext);
  await addMigration(join(afterNext, "drizzle"), "contract", [
    `-- oldest program: ${expand}\n${CONTRACT[0]}`,
    ...CONTRACT.slice(1),
  ]);
  return { present: ROOT, next, afterNext };
}

async function copyProgram(from: string, to: string): Promise<void> {
  await mkdir(to);
  for (const name of COPIED) await cp(join(from, name), join(to, name), { recursive: true });
  await symlink(join(ROOT, "node_modules"), join(to, "node_modules"));
}

async function replaceIn(file: string, from: string, to: string): Promise<void> {
  const text = await Bun.file(file).text();
  if (!text.includes(from)) throw new Error(`${file} has changed: ${from} is missing`);
  await Bun.write(file, text.replace(from, to));
}
