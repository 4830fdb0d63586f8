import { StaffFrame } from "../../../blocks/staff/frame.tsx";
import { HEALTH } from "./content.ts";
import { Health } from "./health.tsx";

export const HealthPage = () => (
  <StaffFrame title={HEALTH.title}>
    <Health />
  </StaffFrame>
);
