import type { Operation } from "../src/core/rpc/operations.ts";
import { CliError, EXIT } from "./errors.ts";
import { operationNamed } from "./operations.ts";
import { note, writeJson, writeRecord } from "./output/output.ts";
import { OVERRIDES } from "./overrides.ts";
import { type Globals, withTransport } from "./run.ts";
import type { Input } from "./transport/transport.ts";

/** What shows the record that an operation deletes, by its path. A list is searched for the id. */
const SHOWN_BY: Readonly<Record<string, string>> = {
  "admin.broadcasts.delete": "admin.broadcasts.get",
  "admin.partnerships.delete": "admin.partnerships.get",
  "admin.people.erase": "admin.people.show",
  "admin.pois.delete": "admin.pois.get",
  "admin.quarantine.delete": "admin.quarantine.list",
  "admin.waitlist.delete": "admin.waitlist.get",
  "admin.waitlist.forget": "admin.people.show",
  "partnerManager.partners.delete": "partnerManager.partners.get",
};

/** What shows the record before it is deleted; null if the operation deletes none, or nothing shows it. */
export function shownBefore({ path }: Operation): Operation | null {
  const shows = SHOWN_BY[path];
  return shows === undefined ? null : operationNamed(shows);
}

/** Prints what a command would delete, without deleting it. */
export function printDeletion(shows: Operation, input: Input, globals: Globals): Promise<number> {
  return withTransport(globals, "migrated", async (transport) => {
    const found = await transport.call(shows, input);
    const record = Array.isArray(found) ? found.find((each) => each.id === input.id) : found;
    if (record === undefined) throw new CliError("notFound", "No record has this id.");
    await (globals.json
      ? writeJson({ dryRun: true, deletes: record })
      : (OVERRIDES[shows.path]?.print ?? writeRecord)(record));
    note("This was a dry run: nothing was deleted.");
    return EXIT.done;
  });
}
