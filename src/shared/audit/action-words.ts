import type { TrashKind } from "../trash.ts";
import { OPERATOR_ACTION_WORDS, VISITOR_ACTION_WORDS } from "./visitor-words.ts";

/** What a record is called in a sentence, without and with its name. */
export const RECORD_NOUNS = {
  place: { some: "a place", named: "{}" },
  inquiry: { some: "an inquiry", named: "the inquiry of {}" },
  partner: { some: "a partner", named: "the partner {}" },
  person: { some: "a person of a business", named: "{}" },
  staff: { some: "a staff account", named: "the account of {}" },
  claim: { some: "a claim of ownership", named: "the claim of ownership of {}" },
  request: { some: "a request for a new place", named: "the request to add {}" },
  broadcast: { some: "a broadcast", named: "the broadcast {}" },
  issuer: { some: "an issuer", named: "the issuer {}" },
  token: { some: "an API token", named: "the API token {}" },
  gift: { some: "a gift", named: "the gift {}" },
  mail: { some: "an email", named: "the email {}" },
} as const;

export type RecordNoun = keyof typeof RECORD_NOUNS;

/** What an action did, after the actor's name. `{place}` is the record that it was done to. */
type Phrase = string | ((after: Readonly<Record<string, unknown>>) => string);

/** A sign-in, which may fail. */
const signedIn =
  (how: string): Phrase =>
  ({ success }) =>
    success === false ? `failed to sign in${how}` : `signed in${how}`;
const DECISIONS: Readonly<Record<string, string>> = { approved: "approved", rejected: "rejected" };

/** A decision about a claim or a request. */
const decided =
  (noun: RecordNoun): Phrase =>
  ({ status, decision }) =>
    decision === "more"
      ? `asked for more about {${noun}}`
      : `${DECISIONS[String(status)] ?? "decided"} {${noun}}`;

/** Something done to a note, in terms of the record that it is about. */
const noted =
  (verb: string): Phrase =>
  ({ kind }) =>
    `${verb} a note about ${typeof kind === "string" ? (NOTED[kind] ?? NOTED_ELSE) : NOTED_ELSE}`;
const NOTED_ELSE = "a record";
const NOTED: Readonly<Record<string, string>> = {
  inquiry: "{inquiry}",
  claim: "{claim}",
  request: "{request}",
  partner: "{partner}",
  signup: "a signup",
};

const RESTORED: Readonly<Record<TrashKind, string>> = {
  signup: "restored a signup from the trash",
  inquiry: "restored {inquiry} from the trash",
  quarantine: "restored a submission in quarantine",
  partner: "restored {partner} from the trash",
  broadcast: "restored {broadcast} from the trash",
  place: "restored {place} from the trash",
};

/** What a restoration did. */
const restoredFromTrash = ({ kind }: Readonly<Record<string, unknown>>): string =>
  new Map<unknown, string>(Object.entries(RESTORED)).get(kind) ?? "restored a record from the trash";

/** A change of an inquiry's stage, assignee or place. */
const moved: Phrase = ({ stage, assigneeId, placeId }) => {
  if (stage !== undefined) return `marked {inquiry} as ${String(stage)}`;
  if (assigneeId !== undefined) return assigneeId === null ? "unassigned {inquiry}" : "assigned {inquiry}";
  return placeId === null ? "unlinked {inquiry} from its place" : "linked {inquiry} to a place";
};

/** A decision on a place that failed to sync. */
const syncDecided: Phrase = ({ decision }) => {
  if (decision === "link") return "linked {place} to a row of the main database";
  return decision === "insert"
    ? "chose a new row of the main database for {place}"
    : "took {place} out of the sync until it changes";
};

/** The words of every action that the audit log records, by the procedure's path. */
export const ACTION_WORDS: Readonly<Record<string, Phrase>> = {
  ...VISITOR_ACTION_WORDS,
  ...OPERATOR_ACTION_WORDS,

  "operator.mail.retry": "sent {mail} again",
  "operator.mail.suppress": "stopped all email to an address",
  "operator.mail.unsuppress": "allowed email to an address again",
  "operator.mail.resume": "resumed the sending of emails",
  "operator.mail.deliver": "sent waiting emails",

  "partnerManager.session.login": signedIn(" as a partner manager"),
  "partnerManager.session.loginWithPasskey": signedIn(" as a partner manager with a passkey"),
  "partnerManager.session.logout": "signed out",
  "partnerManager.partners.create": "added {partner}",
  "partnerManager.partners.update": "updated {partner}",
  "partnerManager.partners.verify": "verified {partner}",
  "partnerManager.partners.unlock": "unlocked {partner}",
  "partnerManager.partners.resetPassword": "emailed {partner} a link to choose a new password",
  "partnerManager.partners.delete": "deleted {partner}",
  "partnerManager.partners.invite": "invited {partner} again",
  "partnerManager.partners.endSession": "ended a session of {partner}",
  "partnerManager.partners.endSessions": "ended all sessions of {partner}",
  "partnerManager.partners.removePerson": "removed {person} from a business",
  "partnerManager.partners.deleteMany": "deleted {partner}, among others",
  "partnerManager.partners.verifyMany": "verified {partner}, among others",
  "partnerManager.partners.inviteMany": "invited {partner} again, among others",

  "partner.session.register": "registered {partner}",
  "partner.session.login": signedIn(" as a partner"),
  "partner.session.logout": "signed out",
  "partner.session.reauthenticate": ({ success }) =>
    success === false ? "failed to confirm their password" : "confirmed their password",
  "partner.session.end": "revoked a session",
  "partner.session.endOthers": "revoked all their other sessions",
  "partner.session.changePassword": "changed their password",
  "partner.account.delete": "deleted their business",
  "partner.profile.update": "changed the names or phone number of their business",
  "partner.people.rename": "changed their name",
  "partner.people.changeRole": ({ role }) =>
    typeof role === "string" ? `gave {person} the role ${role}` : "changed the role of {person}",
  "partner.people.remove": "removed {person} from their business",
  "partner.people.leave": "left their business",
  "partner.people.invite": ({ role }) =>
    typeof role === "string" ? `invited a person as ${role}` : "invited a person to their business",
  "partner.people.withdraw": "withdrew an invitation to their business",
  "partner.people.invitation": "opened an invitation",
  "partner.people.accept": "joined a business",
  "partner.email.confirm": "confirmed their email address",
  "partner.email.resend": "asked for another link to confirm their address",
  "partner.email.change": "asked to change their email address",
  "partner.email.undo": "restored a replaced email address",
  "partner.password.forgot": "asked for a link to choose a new password",
  "partner.password.reset": "chose a new password by an emailed link",
  "partner.password.lock": "locked a partner account by an emailed link",
  "partner.passkeys.startAdding": "started to add a passkey",
  "partner.passkeys.add": "added a passkey",
  "partner.passkeys.rename": "renamed a passkey",
  "partner.passkeys.delete": "removed a passkey",
  "partner.passkeys.startSignIn": "started to sign in with a passkey",
  "partner.passkeys.signIn": signedIn(" as a partner with a passkey"),
  "partner.claims.submit": "sent {claim}",
  "partner.claims.change": ({ reason }) => (reason === "withdrawn" ? "withdrew {claim}" : "added to {claim}"),
  "partner.requests.submit": "sent {request}",
  "partner.evidence.upload": "uploaded an evidence file",
  "partner.evidence.delete": "deleted an evidence file",

  "partner.ownership.propose": "proposed a change of {place}",
  "partner.ownership.savePlace": "changed {place}",
  "partner.ownership.release": "released {place}",
  "partner.ownership.ask": "asked for the transfer of a place",
  "partner.ownership.answer": "answered about the transfer of a place",
  "partner.renewals.send": "renewed the evidence of {place}",
  "partner.proofs.ask": "asked for a code to prove {claim}",
  "partner.proofs.confirm": ({ confirmed }) =>
    confirmed === false ? "entered a wrong code for {claim}" : "proved {claim} with a code",
  "partner.photos.add": "sent a photo of {place}",
  "partner.photos.order": "reordered the photos of {place}",
  "partner.photos.remove": "deleted a photo of {place}",
  "partner.facts.save": "changed facts about {place}",
  "partner.prayer.save": "updated the prayer times of {place}",
  "partner.suppliers.name": "named a supplier of {place}",
  "partner.suppliers.remove": "removed a supplier of {place}",
  "partner.suppliers.confirm": "confirmed the suppliers of {place}",
  "partner.stillOpen.answer": "said whether {place} is still open",
  "partner.reports.reply": "replied to a report",

  "admin.reviews.assign": ({ assignee }) =>
    typeof assignee === "string" ? `assigned a case to ${assignee}` : "unassigned a case",
  "admin.reviews.snooze": ({ snoozedUntil }) =>
    snoozedUntil === null ? "ended the snooze of a case" : "snoozed a case",
  "admin.reviews.proposals.decide": "decided a proposed change of a place",
  "admin.reviews.transfers.decide": "decided the transfer of a place",
  "admin.reviews.proposals.undo": "undid the decision on a proposed change",
  "admin.reviews.transfers.undo": "undid the decision on a transfer",
  "admin.reviews.renewals.decide": "declined the renewal of {place}",
  "admin.reviews.proofs.code": "made a code that proves {claim}",
  "admin.reviews.photos.decide": "decided about a photo of {place}",
  "admin.reviews.askAgain": "asked an issuer about a certificate again",
  "admin.reviews.reports.close": "closed a report",
  "admin.reviews.suggestions.decide": "decided the suggestion of a place",
  "admin.reviews.suggestions.undo": "undid the decision on the suggestion of a place",
  "admin.reviews.samples.answer": "checked a place from a file",
  "admin.reviews.decideClaim": decided("claim"),
  "admin.reviews.decideRequest": decided("request"),
  "admin.reviews.undoClaim": "undid the decision on {claim}",
  "admin.reviews.undoRequest": "undid the decision on {request}",
  "admin.reviews.viewers.view": "opened a case",
  "admin.reviews.readings.read": "read a certificate of {place}",
  "admin.reviews.readings.sendBack": "sent back a certificate of {place}",

  "admin.session.login": signedIn(""),
  "admin.session.logout": "signed out",
  "admin.session.reauthenticate": ({ success }) =>
    success === false ? "failed to confirm their password" : "confirmed their password",
  "admin.session.end": "revoked a session",
  "admin.session.endOthers": "revoked all their other sessions",
  "admin.session.changePassword": "changed their password",
  "admin.payments.sendReceipt": "sent the receipt of {gift} again",
  "admin.notes.add": noted("added"),
  "admin.notes.delete": noted("deleted"),
  "admin.views.create": "saved a view of a list",
  "admin.views.delete": "deleted a view of a list",
  "admin.mfa.setup": "started to set up MFA",
  "admin.mfa.enable": "turned on MFA",
  "admin.mfa.disable": "turned off MFA",
  "admin.mfa.regenerate": "replaced their backup codes",
  "admin.recovery.forgotPassword": "asked for a link to set a new password",
  "admin.recovery.resetPassword": "set a new password by an emailed link",
  "admin.recovery.acceptInvitation": "accepted the invitation to {staff}",
  "admin.recovery.lock": "locked {staff} by an emailed link",
  "admin.passkeys.startAdding": "started to add a passkey",
  "admin.passkeys.add": "added a passkey",
  "admin.passkeys.rename": "renamed a passkey",
  "admin.passkeys.delete": "removed a passkey",
  "admin.passkeys.startSignIn": "started to sign in with a passkey",
  "admin.passkeys.signIn": signedIn(" with a passkey"),
  "admin.tokens.create": "created {token}",
  "admin.tokens.revoke": "revoked {token}",
  "admin.tokens.revokeHeld": "revoked {token} with the token itself",
  "admin.devices.start": "started to sign in on a device",
  "admin.devices.token": "signed in on a device",
  "admin.devices.approve": "approved a device",
  "admin.devices.deny": "refused a device",
  "admin.trash.restore": restoredFromTrash,
  "admin.trash.restoreAct": restoredFromTrash,
  "admin.users.create": "added {staff}",
  "admin.users.invite": "invited a person to {staff}",
  "admin.users.update": "updated {staff}",
  "admin.users.setRole": "changed the role of {staff}",
  "admin.users.deactivate": "deactivated {staff}",
  "admin.users.activate": "activated {staff}",
  "admin.users.setRoleMany": "changed the role of {staff}, among others",
  "admin.users.deactivateMany": "deactivated {staff}, among others",
  "admin.users.activateMany": "activated {staff}, among others",
  "admin.users.resetMfa": "turned off MFA for {staff}",
  "admin.users.unlock": "unlocked {staff}",
  "admin.users.lockdown": "locked down {staff}",
  "admin.users.resetPassword": "set a new password for {staff}",
  "admin.broadcasts.create": "drafted {broadcast}",
  "admin.broadcasts.update": "changed {broadcast}",
  "admin.broadcasts.delete": "deleted {broadcast}",
  "admin.broadcasts.test": "sent a test of {broadcast}",
  "admin.broadcasts.send": "sent {broadcast}",
  "admin.broadcasts.pause": "paused {broadcast}",
  "admin.broadcasts.resume": "resumed {broadcast}",
  "admin.broadcasts.cancel": "canceled {broadcast}",
  "admin.broadcasts.run": "sent emails of broadcasts",
  "admin.quarantine.release": "released a submission from quarantine",
  "admin.quarantine.delete": "deleted a submission in quarantine",
  "admin.quarantine.restore": "restored a submission in quarantine",
  "admin.waitlist.update": "corrected a signup",
  "admin.waitlist.delete": "deleted a signup",
  "admin.waitlist.deleteMany": "deleted a signup, among others",
  "admin.waitlist.importColumns": "looked at the columns of a list",
  "admin.waitlist.import": "imported a list to the waitlist",
  "admin.waitlist.welcome": "posted joining emails",
  "admin.waitlist.forget": "erased a person's data",
  "admin.cities.setBar": "changed how many confirmed people a metro needs",
  "admin.cities.count": "counted the people and places of each metro",
  "admin.partnerships.progress": moved,
  "admin.partnerships.answer": "answered {inquiry} by email",
  "admin.partnerships.saveTemplate": "saved a template of replies",
  "admin.partnerships.deleteTemplate": "deleted a template of replies",
  "admin.partnerships.invite": "made a partner account for {inquiry}",
  "admin.partnerships.create": "added {inquiry}",
  "admin.partnerships.update": "updated {inquiry}",
  "admin.partnerships.setAnswered": ({ answered }) =>
    answered === false ? "marked {inquiry} as waiting" : "marked {inquiry} as answered",
  "admin.partnerships.delete": "deleted {inquiry}",
  "admin.partnerships.deleteMany": "deleted {inquiry}, among others",
  "admin.partnerships.progressMany": "changed the stage of {inquiry}, among others",
  "admin.partnerships.restore": "restored {inquiry}",
  "admin.payments.receive": "marked {gift} as received",
  "admin.payments.reconcile": "looked up pending gifts at the gateway",
  "admin.people.erase": "erased a person's data",
  "admin.people.export": "exported a person's data",
  "admin.waitlist.export": "exported signups",
  "admin.waitlist.exportSources": "exported the sources of the waitlist",
  "admin.partnerships.export": "exported inquiries",
  "admin.payments.export": "exported gifts",
  "admin.pois.export": "exported places",
  "admin.audit.export": "exported the audit log",
  "admin.reviews.evidence": "opened an evidence file of {claim}",
  "admin.mails.retry": "sent {mail} again",
  "admin.mails.retryMany": "sent {mail} again, among others",
  "admin.mails.resume": "resumed the sending of emails",
  "admin.mails.suppress": "stopped all email to an address",
  "admin.mails.unsuppress": "allowed email to an address again",
  "admin.pois.update": "updated {place}",
  "admin.pois.create": "added {place}",
  "admin.pois.merge": "merged a duplicate into {place}",
  "admin.pois.undoMerge": "undid a merge into {place}",
  "admin.pois.delete": "deleted {place}",
  "admin.pois.deleteMany": "deleted {place}, among others",
  "admin.pois.import": "imported places from a file",
  "admin.pois.importPreviewed": "imported places from a file",
  "admin.pois.importColumns": "looked at the columns of a list of places",
  "admin.pois.previewImport": "previewed an import of places",
  "admin.reviews.matches.decide": "decided whether a row of a file is a listed place",
  "admin.reviews.matches.undo": "undid the decision whether a row of a file is a listed place",
  "admin.intakes.take": "imported a file of a public source, or planned to",
  "admin.intakes.receive": "imported a file of a public source, or planned to",
  "admin.intakes.applyPlan": "applied a planned intake",
  "admin.intakes.undo": "undid an intake",
  "admin.pois.reindex": "rebuilt the search index",
  "admin.intakes.setFloor": "changed below which share a source stays out of the search",
  "admin.facts.save": "changed facts about {place}",
  "admin.prayer.save": "recorded the prayer times of {place}",
  "admin.suppliers.name": "named a supplier of {place}",
  "admin.suppliers.remove": "removed a supplier of {place}",
  "admin.stillOpen.answer": "said whether {place} is still open",
  "admin.evidence.add": "recorded evidence about {place}",
  "admin.evidence.revoke": "withdrew evidence about {place}",
  "admin.evidence.expire": "stored the tiers that had ended",
  "admin.issuers.add": "added {issuer}",
  "admin.issuers.update": "updated {issuer}",
  "sync.trigger": "started a sync",
  "sync.undo": "undid a sync",
  "sync.retry": "retried failed places in the next sync",
  "sync.decide": syncDecided,
  "sync.takeBack": "took back how the sync treats {place}",
  "sync.cancel": "canceled the sync",
  "sync.tick": "started the scheduled sync",
};
