import { type ReactNode, useRef } from "react";
import { z } from "zod";
import { documents } from "../../../../shared/reviews/documents.ts";
import { textOf } from "../../../lib/form/form-text.ts";
import { useSubmit } from "../../../lib/form/use-submit.ts";
import { toast } from "../../../lib/toast/toast.ts";
import { Button } from "../../../ui/button/button.tsx";
import { TextAreaField } from "../../../ui/field/field.tsx";
import { EvidenceField } from "./evidence-field.tsx";
import { useEvidence } from "./use-evidence.ts";

const schema = z.object({ documents });

interface DocumentsWords {
  /** Names the form. */
  readonly form: string;
  /** About the files, if they are not those of a claim. */
  readonly hint?: string;
  /** Labels the text. */
  readonly additional: string;
  readonly cancel: string;
  readonly submit: string;
  readonly sending: string;
  readonly failed: string;
  readonly tryAgain: string;
  readonly filesFailed: string;
}

interface DocumentsFormProps {
  readonly words: DocumentsWords;
  /** Gets the text and the ids of the uploaded files. */
  readonly send: (documents: string[]) => Promise<unknown>;
  readonly onSent: () => void;
  readonly onClose: () => void;
  /** What is asked for. */
  readonly children?: ReactNode;
}

/** Files and a text for our team, in a dialog. */
export function DocumentsForm({ words, send, onSent, onClose, children }: DocumentsFormProps) {
  const evidence = useEvidence();
  const { fields, sending, onSubmit } = useDocuments({ words, send, onSent, settled: evidence.settled });
  return (
    <form className="dialog-form" aria-label={words.form} noValidate onSubmit={onSubmit}>
      {children}
      <EvidenceField evidence={evidence} hint={words.hint} />
      <TextAreaField
        label={words.additional}
        name="documents"
        rows={4}
        dir="auto"
        error={fields.documents ?? fields["documents.0"]}
      />
      <div className="dialog-actions">
        <Button look="quiet" onClick={onClose}>
          {words.cancel}
        </Button>
        <Button type="submit" disabled={sending}>
          {sending ? words.sending : words.submit}
        </Button>
      </div>
    </form>
  );
}

interface DocumentsOptions extends Pick<DocumentsFormProps, "words" | "send" | "onSent"> {
  readonly settled: ReturnType<typeof useEvidence>["settled"];
}

function useDocuments({ words, send, onSent, settled }: DocumentsOptions) {
  const problem = useRef(words.tryAgain);
  return useSubmit({
    schema,
    missing: words.failed,
    read: (data) => ({ documents: [textOf(data, "documents")] }),
    send: async ({ documents: texts }) => {
      problem.current = words.tryAgain;
      const files = await settled();
      if (files === null) {
        problem.current = words.filesFailed;
        throw new Error(words.filesFailed);
      }
      await send([...texts, ...files]);
    },
    onInvalid: (sentence) => toast({ title: sentence, variant: "destructive" }),
    onDone: onSent,
    onFailed: (message) =>
      toast({ title: words.failed, description: message ?? problem.current, variant: "destructive" }),
  });
}
