import type { inferRouterOutputs } from "@trpc/server";
import { useEffect, useRef, useState } from "react";
import { approveInput } from "../../../../modules/accounts/devices/schema.ts";
import type { AppRouter } from "../../../../router.ts";
import { formatDateTime } from "../../../../shared/format.ts";
import { chosenScopes, ScopePicker } from "../../../kit/form/scope-picker.tsx";
import { Alert } from "../../../kit/page/alert.tsx";
import { Button } from "../../../kit/page/button.tsx";
import { Facts } from "../../../kit/page/facts.tsx";
import { trpc } from "../../../lib/api.tsx";
import { useSubmit } from "../../../lib/form/use-submit.ts";
import { toastError } from "../../../lib/toast/toast-error.ts";
import { REQUEST } from "./content.ts";

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
    <form className="device-form" aria-label={REQUEST.form} noValidate onSubmit={onSubmit}>
      <h2 ref={heading} tabIndex={-1}>
        {REQUEST.title(userCode)}
      </h2>
      <Alert tone="warning">{REQUEST.warning}</Alert>
      <DeviceFacts device={device} />
      {wrong !== null && <Alert>{wrong}</Alert>}
      <ScopePicker scopes={scopes} checked error={fields.scopes} />
      <div className="device-actions">
        <Button look="quiet" onClick={deny}>
          {REQUEST.deny}
        </Button>
        <Button type="submit" disabled={sending}>
          {sending ? REQUEST.approving : REQUEST.approve}
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
      [REQUEST.name, name],
      [REQUEST.program, device],
      [REQUEST.address, address ?? REQUEST.noAddress],
      [REQUEST.asked, formatDateTime(createdAt)],
    ]}
  />
);

/** No box checked would mean all of the role's scopes to the server, so the form requires one. */
const schema = approveInput.refine(({ scopes }) => Boolean(scopes?.length), {
  path: ["scopes"],
  error: REQUEST.nothing,
});

function useApproval(userCode: string, onApproved: () => void) {
  const approve = trpc.admin.devices.approve.useMutation();
  const [wrong, setWrong] = useState<string | null>(null);
  const form = useSubmit({
    schema,
    missing: REQUEST.nothing,
    read: (data) => ({ userCode, scopes: chosenScopes(data) }),
    send: (input) => {
      setWrong(null);
      return approve.mutateAsync(input);
    },
    onInvalid: () => undefined,
    onDone: onApproved,
    onFailed: (message) => setWrong(message ?? REQUEST.failed),
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
      toastError(REQUEST.denyFailed, error);
    }
  };
}
