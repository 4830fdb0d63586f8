import type { Operation } from "../src/core/rpc/operations.ts";
import { CliError, EXIT } from "./errors.ts";
import { operationNamed } from "./operations.ts";
import { note, writeJson, writeRecord } from "./output/output.ts";
import { OVERRIDES } from "./overrides.ts";
import { type Globals, withTransport } from "./run.ts";
import type { Input } from "./transport/transport.ts";

/** The operation that reads what another one deletes, by path. A list is searched for the id. */
const DELETION_PREVIEWS: Readonly<Record<string, string>> = {
  "admin.broadcasts.delete": "admin.broadcasts.get",
  "admin.notes.delete": "admin.notes.get",
  "admin.partnerships.delete": "admin.partnerships.get",
  "admin.people.erase": "admin.people.show",
  "admin.pois.delete": "admin.pois.get",
  "admin.quarantine.delete": "admin.quarantine.list",
  "admin.waitlist.delete": "admin.waitlist.get",
  "admin.waitlist.forget": "admin.people.show",
  "partnerManager.partners.delete": "partnerManager.partners.get",
  "operator.maintenance.sweep": "operator.maintenance.previewSweep",
};

/** The operation that reads the record before it is deleted; null if this one deletes none. */
export function deletionPreviewOf({ path }: Operation): Operation | null {
  const preview = DELETION_PREVIEWS[path];
  return preview === undefined ? null : operationNamed(preview);
}

/** Prints what a command would delete, without deleting it. Throws 404 if there is no such record. */
export function printDeletionPreview(preview: Operation, input: Input, globals: Globals): Promise<number> {
  return withTransport(globals, "migrated", async (transport) => {
    const found = await transport.call(preview, input);
    const record = Array.isArray(found) ? found.find((each) => each.id === input.id) : found;
    if (record === undefined) throw new CliError("notFound", "No record has this id.");
    await (globals.json
      ? writeJson({ dryRun: true, deletes: record })
      : (OVERRIDES[preview.path]?.print ?? writeRecord)(record));
    note("This was a dry run: nothing was deleted.");
    return EXIT.done;
  });
}
