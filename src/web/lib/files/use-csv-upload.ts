import { use } from "react";
import { RecoveryContext } from "../session/recovery.ts";
import { NotSent, uploadFile } from "./upload-file.ts";

interface CsvUpload {
  readonly url: string;
  readonly file: File;
  /** The share of bytes sent, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

/** Posts a CSV file, again once a person whose session ended has signed in. Throws `NotSent`. */
export function useCsvUpload(unreached: string) {
  const recovery = use(RecoveryContext);
  return async function send({ url, file, onProgress = () => {} }: CsvUpload): Promise<unknown> {
    const headers = { "Content-Type": "text/csv" };
    try {
      return await uploadFile({ url, file, headers, onProgress, unreached, inTurn: (run) => run() }).answer;
    } catch (error) {
      const isSignedOut = error instanceof NotSent && error.status === 401;
      if (isSignedOut && (await recovery.current?.signIn(true))) return send({ url, file, onProgress });
      throw error;
    }
  };
}
