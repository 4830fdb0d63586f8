import { isolated } from "../../../../../shared/format.ts";

export const SILENT = {
  tab: "Issuer silent",
  title: "Issuers that do not answer",
  failed: "The certificates could not be loaded",
  none: "Every issuer has answered or still has time",
  noneText: "A certificate appears here after two reminders, 5 and 15 days after the question.",
  certificate: (issuer: string, number: string) => `${isolated(issuer)}, certificate ${isolated(number)}`,
  asked: (day: string) => `Asked on ${day} and reminded twice`,
  noAddress: "This issuer has no address, so it was not asked",
  until: (day: string) => `Valid until ${day}`,
  lookUp: "Look it up",
  register: "Open its site",
  ask: "Ask again",
  again: "The issuer was asked again",
  askFailed: "The issuer was not asked",
} as const;
