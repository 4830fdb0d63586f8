import { createContext, use } from "react";
import type { StaffRole } from "./roles.ts";

/** One screen of the back office. */
export interface StaffScreen {
  readonly path: string;
  /** In the rail. */
  readonly label: string;
  readonly roles: readonly StaffRole[];
  /** An SVG path in a 24 by 24 view box. */
  readonly icon: string;
  /** Opened from another screen or by its address, so the rail has no link to it. */
  readonly unlisted?: true;
}

/** In the order of the rail. A context, because the table of screens imports the screens, and they the rail. */
export const StaffScreensContext = createContext<readonly StaffScreen[]>([]);

export const useStaffScreens = (): readonly StaffScreen[] => use(StaffScreensContext);
