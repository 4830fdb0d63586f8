import { closeInput } from "../../../../../modules/directory/reports/schema.ts";
import { isShortened } from "../../../../../shared/reports/shortened.ts";
import { act } from "../../../../blocks/copy-command/acts.ts";
import { trpc } from "../../../../lib/api.tsx";
import { textOf } from "../../../../lib/form/form-text.ts";
import { useSubmit } from "../../../../lib/form/use-submit.ts";
import { toast } from "../../../../lib/toast/toast.ts";
import { CLOSE } from "./content.ts";
import type { ShownReport } from "./shown-report.ts";
import { type CloseDraft, clearDraft } from "./use-close-draft.ts";

/** Texts that hold something else than the original words are refused before they are sent. */
const schemaFor = ({ text, reply }: ShownReport) =>
  closeInput.superRefine(({ reportText, replyText }, context) => {
    for (const [field, sent, original] of [
      ["reportText", reportText, text],
      ["replyText", replyText, reply],
    ] as const) {
      if (sent !== undefined && !isShortened(sent, original))
        context.addIssue({ code: "custom", path: [field], message: CLOSE.wrong });
    }
  });

/** Closes a report once. */
export function useClose(report: ShownReport, draft: CloseDraft) {
  const close = trpc.reviews.reports.close.useMutation();
  const utils = trpc.useUtils();
  const read = (form: FormData) => ({
    id: report.id,
    close: true,
    text: textOf(form, "text"),
    publishText: form.has("publishText"),
    ...(form.has("reportText") && { reportText: textOf(form, "reportText") }),
    ...(form.has("replyText") && { replyText: textOf(form, "replyText") }),
    updatedAt: report.updatedAt,
  });
  const submit = useSubmit({
    schema: schemaFor(report),
    missing: CLOSE.missing,
    read,
    send: async (input) => {
      await close.mutateAsync(input);
      clearDraft(draft);
    },
    onInvalid: (sentence) => toast({ title: sentence, variant: "destructive" }),
    onDone: async () => {
      toast({ title: CLOSE.done, description: CLOSE.doneText });
      await utils.reviews.invalidate();
    },
    onFailed: (message) => {
      toast({ title: CLOSE.failed, variant: "destructive", ...(message && { description: message }) });
      void utils.reviews.reports.invalidate(); // it may be closed, or have another reply
    },
  });
  return { ...submit, command: (form: FormData) => act("reviews.reports.close", read(form)) } as const;
}
