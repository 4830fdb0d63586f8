import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import type { Broadcast } from "../../../../modules/waitlist/broadcasts/schema.ts";
import { MARKDOWN_MAX } from "../../../../modules/waitlist/broadcasts/schema.ts";
import { counted } from "../../../../shared/format.ts";
import { LIMITS } from "../../../../shared/text-rules.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { ConfirmDelete } from "../../../kit/dialog/confirm.tsx";
import { EmailField } from "../../../kit/form/email-field.tsx";
import { Field, SelectField, TextAreaField } from "../../../kit/form/field.tsx";
import { Alert } from "../../../kit/page/alert.tsx";
import { ListCard } from "../../../kit/page/card.tsx";
import { useRestore } from "../../../kit/records/use-act.ts";
import { trpc } from "../../../lib/api.tsx";
import { useBrand } from "../../../lib/brand.ts";
import { messageOf, refusalOf } from "../../../lib/errors.ts";
import { toastOutcome } from "../../../lib/toast.ts";
import { useBusy } from "../../../lib/use-busy.ts";
import { MetroPick } from "./metro-pick.tsx";
import { Preview } from "./preview.tsx";
import { COUNT_FAILED, SendDialog } from "./send-dialog.tsx";
import {
  audienceOf,
  type EditorState,
  type TextName,
  useEditor,
  useSettled,
  type Values,
} from "./use-editor.ts";

interface EditorInput {
  /** Null for a new one. */
  readonly saved: Broadcast | null;
  readonly onCreated: (id: string) => void;
}

/** The fields of a draft with its preview; on wide screens next to each other. */
export function Editor({ saved, onCreated }: EditorInput) {
  const editor = useEditor(saved, onCreated);
  const fields = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a refusal moves the focus, not what is typed after it
  useEffect(
    () => fields.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus(),
    [editor.errors],
  );
  return (
    <div className="broadcast-editor">
      <div className="stack" ref={fields}>
        {editor.theirs && <Conflict editor={editor} />}
        <MessageCard {...editor} />
        <AudienceCard {...editor} />
        <SendingCard {...editor} />
      </div>
      <div className="broadcast-side">
        <LivePreview editor={editor} />
      </div>
      <Actions editor={editor} />
    </div>
  );
}

interface EditorProps {
  readonly editor: EditorState;
}

const Conflict = ({ editor }: EditorProps) => (
  <div className="broadcast-conflict">
    <Alert>Someone else changed this draft while you wrote. Your text is still here.</Alert>
    <Button className="button-small" onClick={() => void editor.saveAndTell(true)}>
      Save mine over it
    </Button>
    <Button look="quiet" className="button-small" onClick={editor.loadTheirs}>
      Load theirs and drop mine
    </Button>
  </div>
);

function LivePreview({ editor: { values } }: EditorProps) {
  const message = useSettled({ subject: values.subject, markdown: values.markdown });
  const enabled = message.subject.trim() !== "" && message.markdown.trim() !== "";
  const made = trpc.admin.broadcasts.preview.useQuery(message, {
    enabled,
    placeholderData: (previous) => previous,
  });
  const last = useRef(made.data ?? null); // stays while a placeholder is typed
  if (made.data) last.current = made.data;
  const problem = made.error && (refusalOf(made.error)?.sentence ?? "The preview could not be made");
  return <Preview mail={enabled ? last.current : null} problem={enabled ? problem : null} />;
}

function Actions({ editor }: EditorProps) {
  const [sending, setSending] = useState<Broadcast | null>(null);
  const [busy, run] = useBusy();
  const { base, isDirty, isSaving } = editor;
  return (
    <div className="broadcast-actions">
      <p className="soft" role="status">
        {isDirty ? "Not saved yet. This tab keeps your text." : base && "Saved"}
      </p>

      {base && <Remove draft={base} onRemoved={editor.forget} />}
      <Button look="quiet" aria-disabled={isSaving} onClick={() => void run(() => editor.saveAndTell())}>
        {isSaving ? "Saving..." : "Save draft"}
      </Button>
      <Button aria-disabled={busy} onClick={() => void run(async () => setSending(await editor.save()))}>
        Send...
      </Button>
      <SendDialog draft={sending} onClose={() => setSending(null)} />
    </div>
  );
}

interface RemoveProps {
  readonly draft: Broadcast;
  readonly onRemoved: () => void;
}

function Remove({ draft: { id, subject }, onRemoved }: RemoveProps) {
  const [asked, setAsked] = useState(false);
  const restore = useRestore();
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const remove = trpc.admin.broadcasts.delete.useMutation();
  async function send(): Promise<void> {
    const gone = await toastOutcome(remove.mutateAsync({ id }), {
      done: { title: "The draft is deleted", onUndo: () => void restore(id) },
      failed: "The draft was not deleted",
    });
    setAsked(false);
    if (!gone) return;
    onRemoved();
    await navigate({ to: "/admin/broadcasts" });
    await utils.admin.broadcasts.list.invalidate();
  }
  return (
    <>
      <Button look="quiet" className="button-destructive" onClick={() => setAsked(true)}>
        Delete draft
      </Button>
      <ConfirmDelete
        record={asked ? { name: subject, detail: "" } : null}
        onClose={() => setAsked(false)}
        title="Delete draft"
        question="Are you sure you want to delete this draft?"
        onDelete={send}
      />
    </>
  );
}

const MessageCard = ({ values, change, errors }: EditorState) => (
  <ListCard title="Message">
    <div className="broadcast-fields">
      <Field
        label="Subject"
        name="subject"
        required
        maxLength={LIMITS.text}
        value={values.subject}
        error={errors.subject}
        onChange={({ currentTarget: { value } }) => change({ subject: value })}
      />
      <TextAreaField
        label="Message in Markdown"
        name="markdown"
        required
        rows={14}
        maxLength={MARKDOWN_MAX}
        value={values.markdown}
        error={errors.markdown}
        onChange={({ currentTarget: { value } }) => change({ markdown: value })}
      />
      <details className="broadcast-help">
        <summary>Placeholders and formatting</summary>
        <dl>
          {MESSAGE.placeholders.map(([code, meaning]) => (
            <div key={code}>
              <dt>
                <code>{code}</code>
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  </ListCard>
);

const FLAG_NAMES = ["confirmed", "beta", "neverInvited", "referred"] as const satisfies readonly TextName[];
const FLAGS = {
  confirmed: { label: "Address", options: { true: "Confirmed", false: "Not confirmed" } },
  beta: { label: "Beta", options: { true: "Beta testers", false: "Others" } },
  neverInvited: { label: "Invited before", options: { true: "Never invited", false: "Already invited" } },
  referred: { label: "Joined through a friend's link", options: { true: "Yes", false: "No" } },
} as const;
const DAY_NAMES = ["joinedAfter", "joinedBefore"] as const satisfies readonly TextName[];
const DAYS = { joinedAfter: "Joined from", joinedBefore: "Joined before" } as const;

/** Who gets it, and how many people that are now. */
const AudienceCard = ({ values, change, errors }: EditorState) => (
  <ListCard title="Who gets it">
    <div className="broadcast-fields">
      <div className="field-pairs">
        {FLAG_NAMES.map((name) => (
          <SelectField
            key={name}
            label={FLAGS[name].label}
            name={name}
            value={values[name]}
            onChange={({ currentTarget: { value } }) => change({ [name]: value })}
          >
            <option value="">All</option>
            {Object.entries(FLAGS[name].options).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </SelectField>
        ))}
        {DAY_NAMES.map((name) => (
          <Field
            key={name}
            label={DAYS[name]}
            name={name}
            type="date"
            value={values[name]}
            error={errors[name]}
            onChange={({ currentTarget: { value } }) => change({ [name]: value })}
          />
        ))}
      </div>
      <MetroPick ids={values.cityIds} onChange={(cityIds) => change({ cityIds })} />
      <Size values={values} />
      <p className="soft">People who left the list, or whose address gets no email, are never included.</p>
    </div>
  </ListCard>
);

function Size({ values }: { readonly values: Values }) {
  const audience = useSettled(audienceOf(values));
  const found = trpc.admin.broadcasts.count.useQuery(
    { audience },
    { staleTime: 0, placeholderData: (previous) => previous },
  );
  const text = found.data ? counted(found.data.count, "person", "people") : "Counting…";
  return (
    <p className="broadcast-size" role="status" aria-busy={found.isFetching}>
      {found.error ? `${COUNT_FAILED}: ${messageOf(found.error) ?? ""}` : text}
    </p>
  );
}

const MESSAGE = {
  placeholders: [
    ["{name}", "the person's first name"],
    ["{city}", "their city"],
    ["{link}", "their own link to share"],
    ["{invite}", "their invitation to the beta"],
    ["**bold**", "bold"],
    ["- item", "a list"],
    ["[Label](https://…)", "a link; alone in a paragraph, a button"],
  ],
} as const;

/** When and how fast it goes out, and a test before. */
function SendingCard(editor: EditorState) {
  const { values, change, errors } = editor;
  return (
    <ListCard title="Sending">
      <div className="broadcast-fields">
        <div className="field-pairs">
          <Field
            label="Emails a minute"
            name="ratePerMinute"
            type="number"
            inputMode="numeric"
            min={1}
            placeholder="As fast as possible"
            value={values.rate}
            error={errors.ratePerMinute}
            onChange={({ currentTarget: { value } }) => change({ rate: value })}
          />
          <Field
            label="Not before"
            name="startsAt"
            type="datetime-local"
            value={values.startsAt}
            error={errors.startsAt}
            onChange={({ currentTarget: { value } }) => change({ startsAt: value })}
          />
        </div>
        <Test editor={editor} />
      </div>
    </ListCard>
  );
}

function Test({ editor }: { readonly editor: EditorState }) {
  const test = trpc.admin.broadcasts.test.useMutation();
  const { sendsEmail } = useBrand();
  const [email, setEmail] = useState("");
  const [busy, run] = useBusy();
  async function send(): Promise<void> {
    const draft = await editor.save();
    if (!draft) return;
    const to = email.trim();
    await toastOutcome(test.mutateAsync({ id: draft.id, ...(to !== "" && { email: to }) }), {
      done: sendsEmail
        ? { title: "The test is on its way" }
        : { title: "Test queued", description: "It goes out once a mail server is set up." },
      failed: "The test was not sent",
    });
  }
  return (
    <div className="broadcast-test">
      <EmailField
        label="Test address"
        name="test"
        placeholder="Leave empty to use your own"
        autoComplete="off"
        value={email}
        onChange={({ currentTarget: { value } }) => setEmail(value)}
      />
      <Button look="quiet" aria-disabled={busy} onClick={() => void run(send)}>
        Send a test
      </Button>
    </div>
  );
}
