import { Link, useSearch } from "@tanstack/react-router";
import type { inferRouterOutputs } from "@trpc/server";
import { useEffect, useRef, useState } from "react";
import { approveInput } from "../../../modules/accounts/devices/schema.ts";
import type { AppRouter } from "../../../router.ts";
import { formatDateTime } from "../../../shared/format.ts";
import { Button } from "../../kit/controls/button.tsx";
import { Field } from "../../kit/form/field.tsx";
import { chosenScopes, ScopePicker } from "../../kit/form/scope-picker.tsx";
import { Alert } from "../../kit/page/alert.tsx";
import { Card } from "../../kit/page/card.tsx";
import { StaffFrame } from "../../kit/staff/frame.tsx";
import { Facts } from "../../kit/text/facts.tsx";
import { trpc } from "../../lib/api.tsx";
import { requiredTexts, textOf } from "../../lib/form.ts";
import { toastError } from "../../lib/toast.ts";
import { useSubmit } from "../../lib/use-submit.ts";

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
  approvedText: "Return to it; it continues within a few seconds. You can revoke its token at any time under",
  denied: "Access denied",
  deniedText: "The device was not signed in. If you didn't start this, you don't need to do anything else.",
  security: "Security",
  another: "Enter another code",
} as const;

type WaitingDevice = inferRouterOutputs<AppRouter>["admin"]["devices"]["show"];

interface DeviceRequestProps {
  readonly device: WaitingDevice;
  readonly onDecided: (decision: "approved" | "denied") => void;
}

function DeviceRequest({ device, onDecided }: DeviceRequestProps) {
  const { userCode, scopes } = device;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { wrong, fields, sending, onSubmit } = useApproval(userCode, () => onDecided("approved"));
  const deny = useDenial(userCode, () => onDecided("denied"));
  return (
    <form className="device-form" aria-label="Approval" noValidate onSubmit={onSubmit}>
      <h2 ref={heading} tabIndex={-1}>
        {`Sign in the device showing ${userCode}?`}
      </h2>
      <Alert tone="warning">
        Approve only if you started this yourself just now and your device shows exactly this code. If someone
        sent you the code, deny it.
      </Alert>
      <DeviceFacts device={device} />
      {wrong !== null && <Alert>{wrong}</Alert>}
      <ScopePicker scopes={scopes} checked error={fields.scopes} />
      <div className="device-actions">
        <Button look="quiet" onClick={deny}>
          Deny
        </Button>
        <Button type="submit" disabled={sending}>
          {sending ? "Approving..." : "Approve"}
        </Button>
      </div>
    </form>
  );
}

const DeviceFacts = ({
  device: { name, device, address, createdAt },
}: Pick<DeviceRequestProps, "device">) => (
  <Facts
    facts={[
      ["Name", name],
      ["Program", device],
      ["Network address", address ?? "Unknown"],
      ["Asked", formatDateTime(createdAt)],
    ]}
  />
);

/** No box checked would mean all of the role's scopes to the server, so the form requires one. */
const approveSchema = approveInput.refine(({ scopes }) => Boolean(scopes?.length), {
  path: ["scopes"],
  error: "Please choose at least one permission",
});

function useApproval(userCode: string, onApproved: () => void) {
  const approve = trpc.admin.devices.approve.useMutation();
  const [wrong, setWrong] = useState<string | null>(null);
  const form = useSubmit({
    schema: approveSchema,
    missing: "Please choose at least one permission",
    read: (data) => ({ userCode, scopes: chosenScopes(data) }),
    send: (input) => {
      setWrong(null);
      return approve.mutateAsync(input);
    },
    onInvalid: () => undefined,
    onDone: onApproved,
    onFailed: (message) => setWrong(message ?? "Failed to approve the device. Please try again."),
  });
  return { wrong, ...form } as const;
}

function useDenial(userCode: string, onDenied: () => void) {
  const deny = trpc.admin.devices.deny.useMutation();
  return async () => {
    try {
      await deny.mutateAsync({ userCode });
      onDenied();
    } catch (error) {
      toastError("Failed to deny the device. Please try again.", error);
    }
  };
}
