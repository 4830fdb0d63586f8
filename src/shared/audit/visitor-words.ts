/** The words of what visitors and other services do. */
export const VISITOR_ACTION_WORDS: Readonly<Record<string, string>> = {
  "public.waitlist.join": "joined the waitlist",
  "public.joined.correct": "corrected the address of a signup",
  "public.joined.city": "chose a city for a signup",
  "public.joined.beta": "switched the beta wish of a signup",
  "public.joined.greeting": "switched the greeting of a link",
  "public.joined.leave": "left the waitlist",
  "public.joined.undoLeave": "undid leaving the waitlist",
  "public.joined.dismiss": "removed a signup from their browser",
  "public.partnerships.submit": "sent {inquiry}",
  "public.partnerships.receiveReply": "replied by email about {inquiry}",
  "public.support.pay": "started {gift}",
  "public.support.verify": "asked for the status of {gift}",
  "public.support.webhook": "reported the status of {gift}",
  "public.sandbox.decide": "decided {gift} at the sandbox",
  "public.mail.events": "reported bounces and complaints",
  "public.me.link": "asked for the link to their data",
  "public.me.show": "looked at their data",
  "public.me.confirm": "confirmed their address",
  "public.me.update": "corrected their signup",
  "public.me.leave": "left the waitlist",
  "public.me.rejoin": "came back to the waitlist",
  "public.me.export": "exported their data",
  "public.me.erase": "erased their data",
  "public.beta.accept": "accepted an invitation to the beta",
  "public.reports.submit": "reported a problem with a place",
  "public.places.answerStillOpen": "said whether {place} is still open",
  "public.suggestions.submit": "suggested a missing place",
  "public.issuers.answer": "answered about a certificate of {place}",
};

/** The words of what operators and the schedule do with the whole installation. */
export const OPERATOR_ACTION_WORDS: Readonly<Record<string, string>> = {
  "operator.maintenance.sweep": "deleted expired data",
  "operator.maintenance.move": "moved the embedded database to PostgreSQL",
  "operator.maintenance.rotateKey": "re-encrypted all secrets with a new key",
  "operator.maintenance.restore": "restored a backup",
  "operator.alerts.check": "checked what can fail",
  "admin.alerts.test": "sent a test alert",
  "operator.alerts.test": "sent a test alert", // until version 1.0
  "admin.backups.create": "made a backup",
  "operator.backups.create": "made a backup", // until version 1.0
  "operator.backups.run": "made the scheduled backup",
  "operator.backups.delete": "deleted a backup",
  "operator.backups.prune": "deleted old backups",
  "operator.maintenance.backup": "made a backup",
  "admin.health.deep": "tried everything that the server depends on",
};
