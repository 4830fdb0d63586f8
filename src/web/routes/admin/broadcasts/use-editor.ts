import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { type Broadcast, broadcast } from "../../../../modules/waitlist/broadcasts/schema.ts";
import type { FieldErrors } from "../../../../shared/errors.ts";
import { currentOf } from "../../../kit/dialog/edit-form.tsx";
import { trpc } from "../../../lib/api.tsx";
import { storedText } from "../../../lib/drafts.ts";
import { fieldsOf as errorsOf } from "../../../lib/errors.ts";
import { removeErrorToast, toast, toastError } from "../../../lib/toast.ts";
import { fieldsOf, NEW, readUnsaved, type Values, valuesOf } from "./values.ts";

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
