import { sendInput } from "../../../../modules/evidence/renewals/schema.ts";
import { EVIDENCE } from "../../../../modules/ownership/claims/schema.ts";
import { DialogForm } from "../../../blocks/form-dialog/dialog-form.tsx";
import { trpc } from "../../../lib/api.tsx";
import { textOf } from "../../../lib/form/form-text.ts";
import { toast } from "../../../lib/toast/toast.ts";
import { Field } from "../../../ui/field/field.tsx";
import { FileDrop } from "../../../ui/file-drop/file-drop.tsx";
import { RENEW } from "./content.ts";
import { useCertificateFile } from "./use-certificate-file.ts";

const WORDS = {
  title: RENEW.file,
  submit: RENEW.send,
  sending: RENEW.sending,
  missing: RENEW.missing,
  failed: RENEW.failed,
  errorTitle: RENEW.failed,
};

/** The owner sends a photo or PDF of the new certificate; what it says is optional. */
export function CertificateForm({ poiId }: { readonly poiId: string }) {
  const send = trpc.partner.renewals.send.useMutation();
  const utils = trpc.useUtils();
  const { file, choose } = useCertificateFile();
  const fileId = file?.state === "kept" ? file.id : "";
  return (
    <DialogForm
      words={WORDS}
      schema={sendInput}
      read={(form) => ({
        ...{ id: poiId, kind: "certificate" as const, fileId },
        ...{ issuer: textOf(form, "issuer"), number: textOf(form, "number") },
        validUntil: textOf(form, "validUntil"),
      })}
      send={(input) => send.mutateAsync(input)}
      onDone={() => {
        toast({ title: RENEW.arrived, description: RENEW.arrivedText });
        void utils.partner.renewals.invalidate();
      }}
    >
      {(errors) => (
        <>
          <FileDrop
            label={RENEW.file}
            hint={RENEW.hint}
            action={RENEW.choose}
            cameraAction={RENEW.camera}
            accept={EVIDENCE.accept}
            onFiles={choose}
          />
          {file && (
            <p role="status">
              <bdi>{file.name}</bdi>: {wordOf(file)}
            </p>
          )}
          {errors.fileId && !fileId && <p className="field-error">{RENEW.missing}</p>}
          <details className="renewals-details">
            <summary>{RENEW.details}</summary>
            <div className="dialog-form">
              <Field label={RENEW.issuer} name="issuer" autoComplete="off" error={errors.issuer} />
              <Field label={RENEW.number} name="number" autoComplete="off" error={errors.number} />
              <Field
                label={RENEW.validUntil}
                name="validUntil"
                type="date"
                autoComplete="off"
                error={errors.validUntil}
              />
            </div>
          </details>
          <p className="soft">{RENEW.next}</p>
        </>
      )}
    </DialogForm>
  );
}

function wordOf(file: NonNullable<ReturnType<typeof useCertificateFile>["file"]>): string {
  if (file.state === "kept") return RENEW.uploaded;
  return file.state === "refused" ? file.problem : RENEW.uploading(Math.round(file.share * 100));
}
