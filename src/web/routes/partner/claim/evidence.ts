import pLimit from "p-limit";
import { use, useEffect, useRef, useState } from "react";
import { z } from "zod";
import { EVIDENCE_WORDS } from "../../../../copy/en/partner-places.ts";
import { EVIDENCE } from "../../../../modules/evidence/uploads/schema.ts";
import { FILE_NAME_HEADER } from "../../../../shared/file-names.ts";
import type { ProofSlot } from "../../../../shared/reviews/reviews.ts";
import { trpc } from "../../../lib/api.tsx";
import { messageOf, refusalOf } from "../../../lib/errors.ts";
import { RecoveryContext } from "../../../lib/session/recovery.ts";
import { toastError } from "../../../lib/toast.ts";
import { NotSent, type Sending, uploadFile } from "../../../lib/upload.ts";

interface Chosen {
  /** What it proves, if its partner says so. */
  readonly slot?: ProofSlot | undefined;
  /** A local key, independent of the id from the server. */
  readonly key: string;
  readonly name: string;
  readonly bytes: number;
}

/** An evidence file: uploading, stored, or refused with a message. */
export type EvidenceItem = Chosen &
  (
    | { readonly state: "sending"; readonly share: number }
    | { readonly state: "kept"; readonly id: string; readonly before?: true }
    | { readonly state: "refused"; readonly problem: string }
    | { readonly state: "failed"; readonly problem: string; readonly file: File }
  );

const HEIC_ENDING = /\.hei[cf]$/i;
const ENDING = /\.(pdf|jpe?g|png)$/i;

/** Why a file would be refused; null if it can be uploaded. `taken` is how many files the claim has already. */
export function problemOf({ name, size }: Pick<File, "name" | "size">, taken: number): string | null {
  if (HEIC_ENDING.test(name)) return EVIDENCE_WORDS.heic;
  if (!ENDING.test(name)) return EVIDENCE_WORDS.wrongKind;
  if (size > EVIDENCE.fileBytes) return EVIDENCE_WORDS.tooLarge;
  if (size === 0) return EVIDENCE_WORDS.empty;
  return taken >= EVIDENCE.filesPerClaim ? EVIDENCE_WORDS.tooMany : null;
}

type KeptFile = Extract<EvidenceItem, { readonly state: "kept" }>;

interface Removal {
  /** Whether nothing is left that this claim could submit. */
  readonly gone: boolean;
  /** The message to show; null if the file is removed as intended. */
  readonly failure: string | null;
}

export const REMOVED: Removal = { gone: true, failure: null };

/** Interprets a refused removal: a file removed earlier counts as removed, and one of another claim is not ours. */
export function refusedRemoval(error: unknown): Removal {
  const status = refusalOf(error)?.status;
  if (status === 404) return REMOVED;
  return { gone: status === 409, failure: messageOf(error) ?? EVIDENCE_WORDS.unreached };
}

const storedFile = z.object({ id: z.string(), bytes: z.number() });
const UPLOAD = "/partner/api/evidence";

/** The evidence files of a claim in progress. Each is uploaded as soon as it is chosen. */
export function useEvidence() {
  const { items, change, latest } = useItems();
  const remove = trpc.partner.evidence.delete.useMutation();
  const underWay = useUploadsInProgress();
  const [inTurn] = useState(() => pLimit(EVIDENCE.parallelUploads));
  const recovery = use(RecoveryContext);
  useRemoveUnsent((unsent) => change((all) => [...unsent, ...all]));

  function send(key: string, file: File): void {
    const sending = uploadFile({
      url: UPLOAD,
      file,
      headers: {
        [FILE_NAME_HEADER]: encodeURIComponent(file.name),
        "Content-Type": "application/octet-stream",
      },
      onProgress: (share) => set(key, { state: "sending", share }),
      unreached: EVIDENCE_WORDS.unreached,
      inTurn,
    });
    const done = sending.answer.then(
      (answer) => set(key, { state: "kept", ...storedFile.parse(answer) }),
      async (error: unknown) => {
        set(key, { ...problemIn(error), file });
        // Uploads bypass the API client, which otherwise waits for a new sign-in.
        const isSignedOut = error instanceof NotSent && error.status === 401;
        if (!isSignedOut || !(await recovery.current?.signIn(true))) return;
        if (!latest().some((each) => each.key === key)) return; // removed in the meantime
        set(key, { state: "sending", share: 0 });
        send(key, file);
        await underWay.get(key)?.done;
      },
    );
    underWay.set(key, { sending, done });
  }

  /** Updates an item unless it was removed. */
  function set(key: string, to: Partial<EvidenceItem>): void {
    change((all) => all.map((each) => (each.key === key ? ({ ...each, ...to } as EvidenceItem) : each)));
  }

  function add(files: readonly File[], slot?: ProofSlot): void {
    for (const file of files) {
      const taken = latest().filter(({ state }) => state === "sending" || state === "kept").length;
      const problem = problemOf(file, taken);
      const chosen = { key: crypto.randomUUID(), name: file.name, bytes: file.size, slot };
      change((all) => [
        ...all,
        problem ? { ...chosen, state: "refused", problem } : { ...chosen, state: "sending", share: 0 },
      ]);
      if (!problem) send(chosen.key, file);
    }
  }

  /** Resolves to whether the file was removed. */
  async function drop(item: EvidenceItem): Promise<boolean> {
    underWay.get(item.key)?.sending.abort();
    if (item.state === "kept") {
      const { gone, failure } = await remove.mutateAsync({ id: item.id }).then(() => REMOVED, refusedRemoval);
      if (failure !== null) toastError(EVIDENCE_WORDS.removeFailed, failure);
      if (!gone) return false;
    }
    change((all) => all.filter(({ key }) => key !== item.key));
    return true;
  }

  function again({ key, file }: EvidenceItem & { state: "failed" }): void {
    set(key, { state: "sending", share: 0 });
    send(key, file);
  }

  /** Waits for pending uploads. The files in the order chosen; null for a failed upload. */
  async function settled(): Promise<readonly KeptFile[] | null> {
    await Promise.all([...underWay.values()].map(({ done }) => done));
    if (latest().some(({ state }) => state === "failed")) return null;
    return latest().flatMap((each) => (each.state === "kept" ? [each] : []));
  }

  return { items, add, drop, again, settled } as const;
}

/** The items as state, and as a ref for code that runs between two renders. */
function useItems() {
  const [items, setItems] = useState<readonly EvidenceItem[]>([]);
  const now = useRef(items);
  function change(by: (all: readonly EvidenceItem[]) => readonly EvidenceItem[]): void {
    now.current = by(now.current);
    setItems(now.current);
  }
  return { items, change, latest: () => now.current } as const;
}

/** Files that were uploaded but never submitted: they count against the storage limit, so they are shown. */
function useRemoveUnsent(onUnsent: (items: readonly EvidenceItem[]) => void): void {
  const unsent = trpc.partner.evidence.list.useQuery(
    { limit: EVIDENCE.filesPerClaim },
    { staleTime: 0, gcTime: 0 },
  );
  const restored = useRef(false);
  useEffect(() => {
    if (!unsent.data || restored.current) return;
    restored.current = true;
    onUnsent(
      unsent.data.items.map(({ id, name, bytes }) => ({
        key: id,
        id,
        name,
        bytes,
        state: "kept",
        before: true,
      })),
    );
  });
}

/** Pending uploads are aborted when the form unmounts. */
function useUploadsInProgress() {
  const [underWay] = useState(() => new Map<string, { sending: Sending; done: Promise<void> }>());
  useEffect(
    () => () => {
      for (const { sending } of underWay.values()) sending.abort();
    },
    [underWay],
  );
  return underWay;
}

/** Statuses that concern the file itself: a retry would be refused again. */
const FINAL: ReadonlySet<number | null> = new Set([400, 413, 415]);

function problemIn(error: unknown) {
  if (!(error instanceof NotSent)) return { state: "failed", problem: EVIDENCE_WORDS.unreached } as const;
  return { state: FINAL.has(error.status) ? "refused" : "failed", problem: error.message } as const;
}
