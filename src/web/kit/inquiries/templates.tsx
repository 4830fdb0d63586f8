import { type RefObject, useState } from "react";
import { type InquiryDetail, type ReplyTemplate, templateInput } from "../../../modules/inquiries/schema.ts";
import { trpc } from "../../lib/api.tsx";
import { textOf } from "../../lib/form.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../controls/button.tsx";
import { Confirm } from "../dialog/confirm.tsx";
import { DialogForm, FormDialog } from "../dialog/form-dialog.tsx";
import { Field, SelectField, TextAreaField } from "../form/field.tsx";
import { useAct } from "../records/use-act.ts";
import { refreshInquiries } from "./progress.tsx";

interface TemplatesProps {
  readonly inquiry: Pick<InquiryDetail, "contactName" | "businessName">;
  /** Its field `text` takes the chosen template. */
  readonly form: RefObject<HTMLFormElement | null>;
}

/** A template for the answer, with the names filled in, and what keeps or deletes one. */
export function Templates({ inquiry, form }: TemplatesProps) {
  const { data: templates = [] } = trpc.admin.partnerships.templates.useQuery();
  const [chosenId, setChosenId] = useState("");
  const [keeping, setKeeping] = useState<string | null>(null);
  const [deleting, setDeleting] = useState<ReplyTemplate | null>(null);
  const chosen = templates.find(({ id }) => id === chosenId);
  const area = () => form.current?.elements.namedItem("text");
  function choose(id: string): void {
    setChosenId(id);
    const [template, field] = [templates.find((each) => each.id === id), area()];
    if (!template || !(field instanceof HTMLTextAreaElement)) return;
    field.value = filled(template.text, inquiry);
    field.dispatchEvent(new Event("input", { bubbles: true })); // kept as a draft like typed text
    field.focus();
  }
  function keep(): void {
    const field = area();
    setKeeping(chosen?.text ?? (field instanceof HTMLTextAreaElement ? field.value : ""));
  }
  return (
    <div className="inquiry-panel-templates">
      {templates.length > 0 && (
        <SelectField
          label="Template"
          name="template"
          value={chosen ? chosenId : ""}
          error={undefined}
          onChange={({ currentTarget: { value } }) => choose(value)}
        >
          <option value="">None</option>
          {templates.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      <Button look="text" className="button-tiny" onClick={keep}>
        {chosen ? "Edit template" : "Save as template"}
      </Button>
      {chosen && (
        <Button look="text" className="button-tiny" onClick={() => setDeleting(chosen)}>
          Delete template
        </Button>
      )}
      <FormDialog open={keeping !== null} onClose={() => setKeeping(null)} title={SAVE.title}>
        {keeping !== null && <TemplateForm template={chosen} text={keeping} />}
      </FormDialog>
      <DeleteTemplate template={deleting} onClose={() => setDeleting(null)} />
    </div>
  );
}

interface DeleteTemplateProps {
  /** Null while the question is closed. */
  readonly template: ReplyTemplate | null;
  readonly onClose: () => void;
}

function DeleteTemplate({ template, onClose }: DeleteTemplateProps) {
  const act = useAct(refreshInquiries);
  async function remove({ id, name }: ReplyTemplate): Promise<void> {
    await act(id, {
      send: (client) => client.admin.partnerships.deleteTemplate.mutate({ id }),
      done: { title: "Template deleted", description: name },
      failed: "The template was not deleted",
    });
    onClose();
  }
  return (
    <Confirm
      open={template !== null}
      onClose={onClose}
      title="Delete template"
      action="Delete"
      acting="Deleting..."
      onConfirm={async () => {
        if (template) await remove(template);
      }}
    >
      <strong>{template?.name}</strong>
      <br />
      The template is deleted for the whole team. Answers that were sent stay as they are.
    </Confirm>
  );
}

interface TemplateFormProps {
  /** The one that is changed. */
  readonly template: ReplyTemplate | undefined;
  readonly text: string;
}

function TemplateForm({ template, text }: TemplateFormProps) {
  const save = trpc.admin.partnerships.saveTemplate.useMutation();
  const utils = trpc.useUtils();
  return (
    <DialogForm
      words={SAVE}
      schema={templateInput}
      read={(form) => ({
        ...(template && { id: template.id, updatedAt: template.updatedAt }),
        name: textOf(form, "name"),
        text: textOf(form, "text"),
      })}
      send={(input) => save.mutateAsync(input)}
      conflictField="name"
      onDone={() => {
        toast({ title: "Template saved" });
        void utils.admin.partnerships.templates.invalidate();
      }}
    >
      {(errors) => (
        <>
          <Field label="Name" name="name" required defaultValue={template?.name} error={errors.name} />
          <TextAreaField label="Text" name="text" rows={6} required defaultValue={text} error={errors.text} />
          <p className="soft">
            {"When you choose it, {contactName} and {businessName} become the names of the inquiry."}
          </p>
        </>
      )}
    </DialogForm>
  );
}

/** The text with the names of an inquiry. */
export const filled = (text: string, { contactName, businessName }: TemplatesProps["inquiry"]): string =>
  text
    .replaceAll("{contactName}", () => contactName || businessName)
    .replaceAll("{businessName}", () => businessName);

const SAVE = {
  title: "Reply template",
  submit: "Save template",
  sending: "Saving...",
  missing: "Name and text are required",
  failed: "The template was not saved",
} as const;
