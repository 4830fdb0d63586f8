import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { z } from "zod";
import {
  type Broadcast,
  broadcast,
  type createInput,
} from "../../../../modules/waitlist/broadcasts/schema.ts";
import type { FieldErrors } from "../../../../shared/errors.ts";
import { currentOf } from "../../../kit/dialog/edit-form.tsx";
import { trpc } from "../../../lib/api.tsx";
import { storedText } from "../../../lib/drafts.ts";
import { fieldsOf as errorsOf } from "../../../lib/errors.ts";
import { removeErrorToast, toast, toastError } from "../../../lib/toast.ts";

/** Deleted when the user logs out. */
const DRAFTS = "staff-session:broadcast:";

/** The text of the editor, which this tab keeps until it is saved, and its saving. */
export function useEditor(saved: Broadcast | null, onCreated: (id: string) => void) {
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const create = trpc.admin.broadcasts.create.useMutation();
  const update = trpc.admin.broadcasts.update.useMutation();
  const [stored] = useState(() => storedText(`${DRAFTS}${saved?.id ?? "new"}`));
  const [first] = useState(() => readUnsaved(stored.current));
  const [base, setBase] = useState<Broadcast | null>(saved);
  const [readAt, setReadAt] = useState(first?.updatedAt ?? saved?.updatedAt.toISOString() ?? null);
  const [values, setValues] = useState<Values>(first?.values ?? (saved ? valuesOf(saved) : NEW));
  const [errors, setErrors] = useState<FieldErrors>({});
  const [theirs, setTheirs] = useState<Broadcast | null>(null);
  const isDirty = JSON.stringify(values) !== JSON.stringify(base ? valuesOf(base) : NEW);

  function change(next: Partial<Values>): void {
    const changed = { ...values, ...next };
    setValues(changed);
    stored.current = JSON.stringify({ values: changed, updatedAt: readAt });
  }

  function take(row: Broadcast, shown: Values): void {
    stored.current = "";
    setBase(row);
    setReadAt(row.updatedAt.toISOString());
    setValues(shown);
    setErrors({});
    setTheirs(null);
  }

  /** Saves what was typed. Resolves to the draft, or to null if it was refused. `over`: without looking at the version. */
  async function save(over = false): Promise<Broadcast | null> {
    removeErrorToast();
    if (!isDirty && base) return base;
    const fields = fieldsOf(values);
    const updatedAt = over || readAt === null ? undefined : new Date(readAt);
    try {
      const row = base
        ? await update.mutateAsync({ id: base.id, ...fields, ...(updatedAt && { updatedAt }) })
        : await create.mutateAsync(fields);
      take(row, values);
      utils.admin.broadcasts.get.setData({ id: row.id }, row);
      if (!base) {
        onCreated(row.id);
        await navigate({ to: "/admin/broadcasts", search: { open: row.id }, replace: true });
      }
      return row;
    } catch (error) {
      setTheirs(currentOf(error, broadcast));
      setErrors(errorsOf(error));
      toastError("The draft was not saved", error);
      return null;
    }
  }

  return {
    values,
    change,
    errors,
    base,
    isDirty,
    theirs,
    isSaving: create.isPending || update.isPending,
    save,
    saveAndTell: async (over = false) => {
      if (await save(over)) toast({ title: "The draft is saved" });
    },
    loadTheirs: () => theirs && take(theirs, valuesOf(theirs)),
    forget: () => {
      stored.current = "";
    },
  } as const;
}

export type EditorState = ReturnType<typeof useEditor>;

const TYPING_ENDS = 500; // milliseconds without a change

/** The value once it has not changed for a moment; compared as JSON. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  const text = JSON.stringify(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the value, which is new in each render
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_ENDS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

const text = z.string().default("");

/** The fields of the editor as typed; flags are `true`, `false`, or empty for everyone. */
const values = z.object({
  subject: text,
  markdown: text,
  confirmed: text,
  beta: text,
  referred: text,
  neverInvited: text,
  joinedAfter: text,
  joinedBefore: text,
  cityIds: z.array(z.string()).default([]),
  rate: text,
  startsAt: text,
});
export type Values = z.output<typeof values>;
export type TextName = Exclude<keyof Values, "cityIds">;

/** An unsaved text, and the version of the draft that it was typed over. */
const unsaved = z.object({ values, updatedAt: z.string().nullable() });
type Unsaved = z.output<typeof unsaved>;

export function readUnsaved(stored: string): Unsaved | null {
  if (stored === "") return null;
  return unsaved.safeParse(JSON.parse(stored)).data ?? null;
}

/** A new broadcast goes to confirmed addresses at 60 emails a minute, unless staff choose otherwise. */
export const NEW: Values = values.parse({ confirmed: "true", rate: "60" });

export function valuesOf({ subject, markdown, filter, ratePerMinute, startsAt }: Broadcast): Values {
  return {
    subject,
    markdown,
    confirmed: flagText(filter.confirmed),
    beta: flagText(filter.beta),
    referred: flagText(filter.referred),
    neverInvited: flagText(filter.neverInvited),
    joinedAfter: dayText(filter.joinedAfter),
    joinedBefore: dayText(filter.joinedBefore),
    cityIds: (filter.cityIds ?? []).map(String),
    rate: ratePerMinute === null ? "" : String(ratePerMinute),
    startsAt: minuteText(startsAt),
  };
}

/** The audience that the fields mean. */
export const audienceOf = (typed: Values) => ({
  confirmed: flagOf(typed.confirmed),
  beta: flagOf(typed.beta),
  referred: flagOf(typed.referred),
  neverInvited: flagOf(typed.neverInvited),
  joinedAfter: dayOf(typed.joinedAfter),
  joinedBefore: dayOf(typed.joinedBefore),
  cityIds: typed.cityIds.length === 0 ? undefined : typed.cityIds,
});

/** What saving sends; the server checks it. */
export const fieldsOf = (typed: Values) =>
  ({
    subject: typed.subject,
    markdown: typed.markdown,
    audience: audienceOf(typed),
    ratePerMinute: typed.rate.trim() === "" ? null : Number(typed.rate),
    startsAt: typed.startsAt === "" ? null : new Date(typed.startsAt),
  }) satisfies z.input<typeof createInput>;

const flagOf = (value: string): boolean | undefined => (value === "" ? undefined : value === "true");
const flagText = (flag: boolean | null | undefined): string => (flag == null ? "" : String(flag));

/** A day begins where the sender is. */
const dayOf = (day: string): Date | undefined => (day === "" ? undefined : new Date(`${day}T00:00`));
const dayText = (at: unknown): string => (at instanceof Date ? localText(at).slice(0, 10) : "");
const minuteText = (at: Date | null): string => (at === null ? "" : localText(at));

/** `2026-11-22T16:30` by the clock of the browser, as date fields take it. */
function localText(at: Date): string {
  const two = (part: number) => String(part).padStart(2, "0");
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join("-");
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}
