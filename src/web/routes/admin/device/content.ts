export const DEVICE = {
  title: "Approve a device",
  lead: "The command line or another device shows a code of eight letters. Enter it here to let the device in.",
  form: "Find the device",
  label: "Code",
  continue: "Continue",
  checking: "Checking...",
  missing: "Please enter the code that the device shows",
  failed: "The code could not be checked. Please try again.",
} as const;

export const REQUEST = {
  title: (code: string) => `Sign in the device with the code ${code}?`,
  warning:
    "Approve only if you started this yourself just now and your device shows exactly this code. If someone sent you the code, deny it.",
  name: "Name",
  program: "Program",
  address: "Network address",
  noAddress: "Unknown",
  asked: "Asked",
  form: "Approval",
  approve: "Approve",
  approving: "Approving...",
  deny: "Deny",
  failed: "Failed to approve the device. Please try again.",
  denyFailed: "Failed to deny the device. Please try again.",
  nothing: "Please choose at least one permission",
} as const;

export const OUTCOME = {
  approved: "The device is signed in",
  approvedText:
    "Go back to it: it continues by itself within a few seconds. You can revoke its token at any time under",
  denied: "The device was denied",
  deniedText: "It gets no access. If you did not start this, there is nothing else to do.",
  security: "Security",
  another: "Enter another code",
} as const;
