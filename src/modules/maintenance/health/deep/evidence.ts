import type { Deps } from "../../../../core/rpc/context.ts";
import { errorLogFields } from "../../../../core/rpc/error-mapping.ts";
import { randomId } from "../../../../shared/id.ts";
import { storedFileIds } from "../../../evidence/public.ts";
import { failed, ok } from "../findings.ts";
import type { Finding } from "../schema.ts";

const STORE = "evidence store";
const FILES = "evidence files";
const BYTES = new TextEncoder().encode("a trial of `rihla doctor`");
const NAMED = 5;

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes.slice();
}

/** Writes a file to the store of the evidence files, reads it back and deletes it. */
export async function tryEvidenceStore({ ports, settings, log }: Deps): Promise<readonly Finding[]> {
  const name = `doctor-${randomId()}`; // not the name of an evidence file
  const place = settings.evidenceS3
    ? `The bucket ${settings.evidenceS3.bucket}`
    : "The folder of the evidence files";
  try {
    await ports.files.put(name, once(BYTES));
    const stored = await ports.files.get(name);
    const bytes = stored === null ? null : Buffer.concat(await Array.fromAsync(stored));
    await ports.files.remove(name);
    if (bytes?.equals(BYTES)) return [ok(STORE, `${place} takes, returns and deletes files.`)];
    return [
      failed(
        STORE,
        `${place} does not return what was written.`,
        "Check the service behind EVIDENCE_S3_URL.",
      ),
    ];
  } catch (error) {
    log.warn(errorLogFields(error), "the evidence store could not be tried");
    return [
      failed(
        STORE,
        `${place} cannot be used${codeOf(error)}.`,
        remedyOf(error, settings.evidenceS3 !== undefined),
      ),
    ];
  }
}

/** A system's or the service's code, such as `AccessDenied`; never a message, which may hold an address. */
function codeOf(error: unknown): string {
  const { code } = error as { readonly code?: unknown };
  return typeof code === "string" && /^\w{1,40}$/.test(code) ? ` (${code})` : "";
}

function remedyOf(error: unknown, isBucket: boolean): string {
  if (!isBucket) return "Make room on the disk of DATA_DIR, and let the server's user write in it.";
  if (codeOf(error).includes("RequestTimeTooSkewed")) return "Correct the clock of this machine (NTP).";
  return "Check EVIDENCE_S3_URL, the bucket and the key, which needs read, write, delete and list.";
}

/** Compares the files that the database knows with those in the store. */
export async function compareEvidence({ db, ports }: Deps): Promise<readonly Finding[]> {
  const known = () => db.transaction(storedFileIds, { readOnly: true });
  const before = await known();
  const stored = new Set<string>();
  for await (const { name } of ports.files.list()) stored.add(name);
  const absent = before.filter((id) => !stored.has(id));
  const still = new Set(absent.length === 0 ? [] : await known()); // without those deleted since
  const missing = absent.filter((id) => still.has(id));
  if (missing.length === 0) return [ok(FILES, `All evidence files are in the store: ${before.length}.`)];
  const names = missing.slice(0, NAMED).join(", ");
  return [
    failed(
      FILES,
      `Evidence files that are missing in the store: ${missing.length} of ${before.length} (${names}${missing.length > NAMED ? ", …" : ""}).`,
      "Check DATA_DIR or EVIDENCE_S3_BUCKET; else put them back from a backup that was made with evidence.",
    ),
  ];
}
