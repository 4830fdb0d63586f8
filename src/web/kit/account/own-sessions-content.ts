export const SESSIONS = {
  endOthers: "End all others",
} as const;
