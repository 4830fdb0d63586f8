import { BackupError } from "../../../db/backup/backup-file.ts";
import { isFileId } from "../../evidence/public.ts";

/** The name of a file in a backup, which becomes a path or a key of a bucket. Throws `BackupError` unless it is an id. */
export function requireFileId(name: string): string {
  if (!isFileId(name)) throw new BackupError("The backup holds a file whose name is not an id.");
  return name;
}
