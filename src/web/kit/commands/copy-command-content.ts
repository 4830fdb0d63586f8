const number = new Intl.NumberFormat("en-US");

export const COPY_COMMAND = {
  label: "Copy as command",
  copied: "Copied",
  notAllowed: "Could not copy: the browser does not allow it",
  failed: "Could not copy",
  some: (copied: number, all: number) =>
    `Copied the first ${number.format(copied)} of ${number.format(all)} lines`,
} as const;
