import type { inferRouterOutputs } from "@trpc/server";
import { useEffect, useRef, useState } from "react";
import { approveInput } from "../../../../modules/accounts/devices/schema.ts";
import type { AppRouter } from "../../../../router.ts";
import { formatDateTime } from "../../../../shared/format.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { chosenScopes, ScopePicker } from "../../../kit/form/scope-picker.tsx";
import { Alert } from "../../../kit/page/alert.tsx";
import { Facts } from "../../../kit/text/facts.tsx";
import { trpc } from "../../../lib/api.tsx";
import { toastError } from "../../../lib/toast.ts";
import { useSubmit } from "../../../lib/use-submit.ts";

export type WaitingDevice = inferRouterOutputs<AppRouter>["admin"]["devices"]["show"];

interface DeviceRequestProps {
  readonly device: WaitingDevice;
  readonly onDecided: (decision: "approved" | "denied") => void;
}

export function DeviceRequest({ device, onDecided }: DeviceRequestProps) {
  const { userCode, scopes } = device;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { wrong, fields, sending, onSubmit } = useApproval(userCode, () => onDecided("approved"));
  const deny = useDenial(userCode, () => onDecided("denied"));
  return (
    <form className="device-form" aria-label="Approval" noValidate onSubmit={onSubmit}>
      <h2 ref={heading} tabIndex={-1}>
        {`Sign in the device with the code ${userCode}?`}
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
const schema = approveInput.refine(({ scopes }) => Boolean(scopes?.length), {
  path: ["scopes"],
  error: "Please choose at least one permission",
});

function useApproval(userCode: string, onApproved: () => void) {
  const approve = trpc.admin.devices.approve.useMutation();
  const [wrong, setWrong] = useState<string | null>(null);
  const form = useSubmit({
    schema,
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
