import type { Phrase } from "./phrases.ts";

/** The words of what operators and the schedule do with the whole installation. */
export const OPERATOR_ACTION_WORDS: Readonly<Record<string, Phrase>> = {
  "upkeep.sweep": "deleted expired data",
  "upkeep.move": "moved the embedded database to PostgreSQL",
  "upkeep.rotateKey": "re-encrypted all secrets with a new key",
  "upkeep.restore": "restored a backup",
  "alerts.check": "checked what can fail",
  "alerts.test": "sent a test alert",
  "backups.create": "made a backup",
  "backups.run": "made the scheduled backup",
  "backups.prune": "deleted old backups",
  "upkeep.backup": "made a backup",
  "admin.health.deep": "tried everything that the server depends on",
};
