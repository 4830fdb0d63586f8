import { Link, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../../../kit/controls/button.tsx";
import { Field } from "../../../kit/form/field.tsx";
import { Alert } from "../../../kit/page/alert.tsx";
import { Card } from "../../../kit/page/card.tsx";
import { StaffFrame } from "../../../kit/staff/frame.tsx";
import { trpc } from "../../../lib/api.tsx";
import { requiredTexts, textOf } from "../../../lib/form.ts";
import { useSubmit } from "../../../lib/use-submit.ts";
import { DeviceRequest, type WaitingDevice } from "./device-request.tsx";

export const DevicePage = () => (
  <StaffFrame title="Approve a device">
    <Device />
  </StaffFrame>
);

type Stage =
  | { readonly step: "code" }
  | { readonly step: "request"; readonly device: WaitingDevice }
  | { readonly step: "approved" | "denied" };

/** Enter the code, look at the device, approve or deny it. Nothing is approved without the button. */
function Device() {
  const { code = "" } = useSearch({ strict: false });
  const [stage, setStage] = useState<Stage>({ step: "code" });
  return (
    <Card className="device-card">
      {stage.step === "code" && (
        <CodeForm code={code} onFound={(device) => setStage({ step: "request", device })} />
      )}
      {stage.step === "request" && (
        <DeviceRequest device={stage.device} onDecided={(step) => setStage({ step })} />
      )}
      {(stage.step === "approved" || stage.step === "denied") && (
        <Outcome decision={stage.step} onAnother={() => setStage({ step: "code" })} />
      )}
    </Card>
  );
}

interface OutcomeProps {
  readonly decision: "approved" | "denied";
  readonly onAnother: () => void;
}

function Outcome({ decision, onAnother }: OutcomeProps) {
  const isApproved = decision === "approved";
  return (
    <>
      <div role="status">
        <h2>{OUTCOME[decision]}</h2>
        <p>
          {isApproved ? OUTCOME.approvedText : OUTCOME.deniedText}
          {isApproved && (
            <>
              {" "}
              <Link to="/admin/security">{OUTCOME.security}</Link>.
            </>
          )}
        </p>
      </div>
      <Button look="quiet" onClick={onAnother}>
        {OUTCOME.another}
      </Button>
    </>
  );
}

interface CodeFormProps {
  /** From the address. */
  readonly code: string;
  readonly onFound: (device: WaitingDevice) => void;
}

const schema = requiredTexts({ userCode: "Code" });

function CodeForm({ code, onFound }: CodeFormProps) {
  const utils = trpc.useUtils();
  const [wrong, setWrong] = useState<string | null>(null);
  const { fields, sending, onSubmit } = useSubmit({
    schema,
    missing: "Please enter the code that the device shows",
    read: (form) => ({ userCode: textOf(form, "userCode") }),
    send: async ({ userCode = "" }) => {
      setWrong(null);
      onFound(await utils.admin.devices.show.fetch({ userCode }, { staleTime: 0 }));
    },
    onInvalid: setWrong,
    onDone: () => undefined,
    onFailed: (message, _, errors) =>
      setWrong(
        Object.keys(errors).length > 0
          ? null
          : (message ?? "The code could not be checked. Please try again."),
      ),
  });
  return (
    <form className="device-form" aria-label="Find the device" noValidate onSubmit={onSubmit}>
      <p>
        The command line or another device shows a code of eight letters. Enter it here to let the device in.
      </p>
      {wrong !== null && <Alert>{wrong}</Alert>}
      <Field
        label="Code"
        name="userCode"
        defaultValue={code}
        placeholder="XXXX-XXXX"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
        error={fields.userCode}
      />
      <Button type="submit" disabled={sending}>
        {sending ? "Checking..." : "Continue"}
      </Button>
    </form>
  );
}

const OUTCOME = {
  approved: "The device is signed in",
  approvedText:
    "Go back to it: it continues by itself within a few seconds. You can revoke its token at any time under",
  denied: "The device was denied",
  deniedText: "It gets no access. If you did not start this, there is nothing else to do.",
  security: "Security",
  another: "Enter another code",
} as const;
