/** The command that does the same as a procedure, for procedures that screens call; with its positional arguments. */
export const COMMANDS = {
  "admin.audit.list": "audit list",
  "admin.broadcasts.list": "broadcast list",
  "admin.broadcasts.recipients": "broadcast recipients <id>",
  "admin.issuers.list": "issuer list",
  "admin.partnerships.delete": "partnership delete <id>",
  "admin.partnerships.list": "partnership list",
  "admin.payments.list": "payment list",
  "admin.payments.pledges": "payment pledges",
  "admin.pois.get": "poi show <id>",
  "admin.pois.list": "poi list",
  "admin.quarantine.list": "quarantine list",
  "admin.sync.errors": "sync errors",
  "admin.sync.runs": "sync history",
  "admin.sync.trigger": "sync run",
  "admin.sync.undo": "sync undo <id>",
  "admin.trash.list": "trash list",
  "admin.users.deactivate": "admin deactivate <id>",
  "admin.users.list": "admin list",
  "admin.users.resetMfa": "admin reset-mfa <id>",
  "admin.waitlist.list": "waitlist list",
  "partnerManager.partners.list": "partner list",
} as const satisfies Record<string, string>;

export type CommandPath = keyof typeof COMMANDS;

export const hasCommand = (path: string): path is CommandPath => path in COMMANDS;
