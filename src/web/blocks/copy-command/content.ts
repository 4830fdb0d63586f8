export const COPY_COMMAND = {
  label: "Copy as command",
  copied: "Copied",
  failed: "Could not copy: the browser does not allow it",
} as const;
