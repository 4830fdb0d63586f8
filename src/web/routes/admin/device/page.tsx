import { Link, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { StaffFrame } from "../../../blocks/staff/frame.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { Card } from "../../../ui/card/card.tsx";
import { CodeForm } from "./code-form.tsx";
import { DEVICE, OUTCOME } from "./content.ts";
import { DeviceRequest, type WaitingDevice } from "./device-request.tsx";
import { deviceSearch } from "./search-params.ts";

export const DevicePage = () => (
  <StaffFrame title={DEVICE.title}>
    <Device />
  </StaffFrame>
);

type Stage =
  | { readonly step: "code" }
  | { readonly step: "request"; readonly device: WaitingDevice }
  | { readonly step: "approved" | "denied" };

/** Enter the code, look at the device, approve or deny it. Nothing is approved without the button. */
function Device() {
  const { code = "" } = deviceSearch.parse(useSearch({ strict: false }));
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
