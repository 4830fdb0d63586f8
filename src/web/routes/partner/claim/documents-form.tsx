import { type ReactNode, useId, useRef } from "react";
import { z } from "zod";
import { EVIDENCE_WORDS, PROOF_BUTTONS, PROOFS } from "../../../../copy/en/partner-places.ts";
import { EVIDENCE } from "../../../../modules/evidence/uploads/schema.ts";
import type { FieldErrors } from "../../../../shared/errors.ts";
import { formatSize } from "../../../../shared/format.ts";
import { documents, PROOF_SLOTS, type ProofSlot } from "../../../../shared/reviews/reviews.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { TextAreaField } from "../../../kit/form/field.tsx";
import { FileChoosers, FileDrop } from "../../../kit/form/file-drop.tsx";
import { focusFrom } from "../../../lib/focus.ts";
import { type FormSchema, textOf } from "../../../lib/form.ts";
import { toastError } from "../../../lib/toast.ts";
import { useSubmit } from "../../../lib/use-submit.ts";
import { type EvidenceItem, useEvidence } from "./evidence.ts";

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
  /** Gets the text and the ids of the uploaded files, what each of these proves, and the own fields. */
  readonly send: (
    documents: string[],
    slots: Record<string, ProofSlot>,
    own: Readonly<Record<string, string>>,
  ) => Promise<unknown>;
  /** The rules of own fields, which `children` shows, by name. */
  readonly rules?: Readonly<Record<string, z.ZodType<string, string>>>;
  /** Asks for each proof by its name. */
  readonly hasSlots?: true;
  readonly onSent: () => void;
  readonly onClose: () => void;
  /** What is asked for. */
  readonly children?: ReactNode | ((errors: FieldErrors) => ReactNode);
}

/** Files and a text for our team, in a dialog. */
export function DocumentsForm({
  words,
  send,
  rules = {},
  hasSlots,
  onSent,
  onClose,
  children,
}: DocumentsFormProps) {
  const evidence = useEvidence();
  const { fields, sending, onSubmit } = useDocuments({
    ...{ words, send, rules, onSent },
    settled: evidence.settled,
  });
  return (
    <form className="dialog-form" aria-label={words.form} noValidate onSubmit={onSubmit}>
      {typeof children === "function" ? children(fields) : children}
      {hasSlots && <ProofSlots evidence={evidence} />}
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
  readonly rules: Readonly<Record<string, z.ZodType<string, string>>>;
  readonly settled: ReturnType<typeof useEvidence>["settled"];
}

interface Typed extends Readonly<Record<string, unknown>> {
  readonly texts: readonly string[];
  readonly own: Readonly<Record<string, string>>;
}

function useDocuments({ words, send, rules, onSent, settled }: DocumentsOptions) {
  const problem = useRef(words.tryAgain);
  const names = Object.keys(rules);
  return useSubmit<FormSchema, Typed>({
    schema: z.object({ documents, ...rules }),
    missing: words.failed,
    read: (data) => {
      const own = Object.fromEntries(names.map((name) => [name, textOf(data, name)]));
      const texts = [textOf(data, "documents")];
      return { ...own, documents: texts, own, texts };
    },
    send: async ({ texts, own }) => {
      problem.current = words.tryAgain;
      const files = await settled();
      if (files === null) {
        problem.current = words.filesFailed;
        throw new Error(words.filesFailed);
      }
      const slots = files.flatMap(({ id, slot }) => (slot ? [[id, slot] as const] : []));
      await send([...texts, ...files.map(({ id }) => id)], Object.fromEntries(slots), own);
    },
    onDone: onSent,
    onFailed: (_, error) => toastError(words.failed, error, problem.current),
  });
}

/** A place for each proof, with an example. */
function ProofSlots({ evidence: { items, add } }: Pick<EvidenceFieldProps, "evidence">) {
  const id = useId();
  return (
    <ul className="evidence-field-slots" aria-label={PROOF_BUTTONS.list}>
      {PROOF_SLOTS.map((slot) => {
        const { label, example } = PROOFS[slot];
        const isThere = items.some((item) => item.slot === slot && item.state === "kept");
        return (
          <li key={slot} data-there={isThere || undefined}>
            <p>
              <strong>{label}</strong>
              {isThere && <span className="visually-hidden"> ({PROOF_BUTTONS.there})</span>}
              <span className="soft" id={`${id}-${slot}`}>
                {example}
              </span>
            </p>
            <FileChoosers
              action={PROOF_BUTTONS.file}
              cameraAction={PROOF_BUTTONS.photo}
              labels={{ action: PROOF_BUTTONS.fileOf(label), camera: PROOF_BUTTONS.photoOf(label) }}
              describedBy={`${id}-${slot}`}
              accept={EVIDENCE.accept}
              multiple
              onFiles={(files) => add(files, slot)}
            />
          </li>
        );
      })}
    </ul>
  );
}

interface EvidenceFieldProps {
  readonly evidence: ReturnType<typeof useEvidence>;
  readonly hint?: string | undefined;
}

/** The evidence files of a claim. */
function EvidenceField({ evidence, hint = EVIDENCE_WORDS.hint }: EvidenceFieldProps) {
  const { items, add, drop, again } = evidence;
  const part = useRef<HTMLDivElement>(null);
  async function remove(item: EvidenceItem, pressed: Element): Promise<void> {
    if (await drop(item))
      focusFrom(pressed, part.current?.querySelector<HTMLElement>("button:not(.file-drop-camera)"));
  }
  return (
    <div className="evidence-field" ref={part}>
      <FileDrop
        label={EVIDENCE_WORDS.label}
        hint={hint}
        action={EVIDENCE_WORDS.choose}
        cameraAction={EVIDENCE_WORDS.camera}
        accept={EVIDENCE.accept}
        onFiles={add}
      />
      {items.length > 0 && (
        <ul className="evidence-field-list" aria-label={EVIDENCE_WORDS.files}>
          {items.map((item) => (
            <li key={item.key} data-state={item.state}>
              <div className="evidence-field-file">
                <p className="evidence-field-name">
                  {item.slot && `${PROOFS[item.slot].label}: `}
                  <bdi>{item.name}</bdi> <span className="soft">{formatSize(item.bytes)}</span>
                </p>
                <UploadState item={item} />
              </div>
              {item.state === "failed" && (
                <Button look="text" className="button-small" onClick={() => again(item)}>
                  {EVIDENCE_WORDS.again}
                </Button>
              )}
              <Button
                look="text"
                className="button-small"
                aria-label={`${EVIDENCE_WORDS.remove} ${item.name}`}
                onClick={(event) => void remove(item, event.currentTarget)}
              >
                {EVIDENCE_WORDS.remove}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function UploadState({ item }: { readonly item: EvidenceItem }) {
  if (item.state === "kept") {
    return (
      <p className="evidence-field-stored" role="status">
        {item.before ? EVIDENCE_WORDS.keptBefore : EVIDENCE_WORDS.kept}
      </p>
    );
  }
  if (item.state !== "sending") {
    return (
      <p className="field-error" role="alert">
        {item.problem}
      </p>
    );
  }
  const percent = Math.round(item.share * 100);
  return (
    <p className="evidence-field-progress">
      <progress value={percent} max={100} aria-label={item.name} />
      <span className="soft">{EVIDENCE_WORDS.sending(percent)}</span>
    </p>
  );
}
