export const LOG_OUT = {
  label: "Logout",
  done: "Logged out",
  failed: "Logout failed",
  failedText: "Please try again.",
} as const;
