import { z } from "zod";
import { optionalText } from "../../../shared/fields.ts";
import { chosenScopes, tokenScope } from "../tokens/schema.ts";

const NAME_MAX = 100; // characters
const SENT_CODE_MAX = 100; // characters; longer than any code, so that too long ones are just wrong

export const startDeviceInput = z.object({
  /** How the device wants to be shown to the person who approves it. */
  name: optionalText("Name", NAME_MAX),
});
export const startedDevice = z.object({
  deviceCode: z.string(),
  userCode: z.string(),
  verificationUrl: z.string(),
  /** Seconds. */
  expiresIn: z.number().int(),
  /** Seconds between two polls. */
  interval: z.number().int(),
});

export const pollInput = z.object({
  deviceCode: z.string({ error: "deviceCode is required" }).max(SENT_CODE_MAX, "deviceCode is too long"),
});
export const deviceToken = z.object({
  token: z.string(),
  username: z.string(),
  scopes: z.array(tokenScope),
  expiresAt: z.date(),
});

const userCode = z.string({ error: "Code is required" }).max(SENT_CODE_MAX, "The code is too long");
export const userCodeInput = z.object({ userCode });
export const approveInput = z.object({
  userCode,
  /** All scopes of the approver's role where none is chosen. */
  scopes: chosenScopes.nullish(),
});

export const waitingDevice = z.object({
  userCode: z.string(),
  /** Empty if the device gave none. */
  name: z.string(),
  /** The program on the device, as it names itself. */
  device: z.string().nullable(),
  address: z.string().nullable(),
  createdAt: z.date(),
  expiresAt: z.date(),
  /** The scopes that the approver can choose from. */
  scopes: z.array(tokenScope),
});
export type WaitingDevice = z.infer<typeof waitingDevice>;
