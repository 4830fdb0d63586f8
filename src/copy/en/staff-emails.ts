/** What an account's owner is notified of: everything that someone who takes over an account would do. */
export const OWNER_NOTICES = {
  codesRefused: {
    subject: "Wrong codes for your account",
    text: (name: string) =>
      `Someone entered the correct password for ${name} and then ten or more wrong codes within an hour. Further attempts are blocked for a while. If that was you, wait and try again, or use a backup code.`,
  },
  codeMissing: {
    subject: "Someone knows your password",
    text: (name: string) =>
      `Someone entered the correct password for ${name} several times on a new device, but no code, so they were not signed in. If that was not you, change your password now: someone else knows it.`,
  },
  mfaOn: {
    subject: "Multi-factor authentication (MFA) was turned on",
    text: (name: string) => `Signing in as ${name} now needs a code from an authenticator app.`,
  },
  mfaOff: {
    subject: "Multi-factor authentication (MFA) was turned off",
    text: (name: string) =>
      `MFA was turned off for ${name}. From now on the password alone opens the account, so please turn it on again soon.`,
  },
  mfaResetRequested: {
    subject: "Someone asked to reset your MFA",
    text: (name: string) =>
      `A reset of the second factor of ${name} was requested. It happens only if another super admin confirms it within 24 hours.`,
  },
  passkeyAdded: {
    subject: "Your account has a new passkey",
    text: (name: string) =>
      `A passkey was added to ${name}. It signs in without the password and without a code.`,
  },
  backupCodesMade: {
    subject: "You have new backup codes",
    text: (name: string) => `New backup codes were made for ${name}, and the old ones no longer work.`,
  },
  backupCodesLow: {
    subject: "Your backup codes are nearly used up",
    text: (name: string) =>
      `A backup code was used for ${name}, and two or fewer are left. Make new ones under Security.`,
  },
  passwordChanged: {
    subject: "Your password was changed",
    text: (name: string) => `The password of ${name} was changed, and all other devices were signed out.`,
  },
  passwordReset: {
    subject: "Your password was changed",
    text: (name: string) =>
      `The password of ${name} was changed, and all devices were signed out. Passkeys and API tokens still work: look at them under Security, and end those that you do not recognize.`,
  },
  passwordSet: {
    subject: "Your password was changed",
    text: (name: string) =>
      `An administrator gave ${name} a new password, and all devices were signed out. You will be asked for a password of your own when you sign in.`,
  },
  emailChanged: {
    subject: "Your account has a new email address",
    text: (name: string) =>
      `The email address of the staff account ${name} was changed. Email about it no longer comes to this address.`,
  },
  lockedDown: {
    subject: "Your account was locked down",
    text: (name: string) =>
      `The account ${name} may have been used by someone else. All its devices, tokens, passkeys and links were ended, and it needs a new password. A super admin will give you a link.`,
    advice: ["If you did not expect this, speak to a super admin."],
  },
  sessionsEnded: {
    subject: "Your devices were signed out",
    text: (name: string) =>
      `An administrator changed the account ${name}, and all its devices were signed out.`,
  },
} as const;

/** What the other super admins are notified of. */
export const SUPER_ADMIN_NOTICES = {
  newSuperAdmin: {
    subject: "There is a new super admin",
    text: (name: string, actor: string) => `${actor} made ${name} a super admin, who can change everything.`,
  },
  demoted: {
    subject: "A super admin lost that role",
    text: (name: string, actor: string) => `${actor} gave ${name}, who was a super admin, another role.`,
  },
  deactivated: {
    subject: "A super admin was deactivated",
    text: (name: string, actor: string) =>
      `${actor} deactivated the account of ${name}, who is a super admin.`,
  },
  mfaReset: {
    subject: "MFA of a staff account was reset",
    text: (name: string, actor: string) =>
      `${actor} reset the MFA of ${name}. The password alone now opens that account.`,
  },
  mfaResetRequested: {
    subject: "A super admin's MFA reset waits for confirmation",
    text: (name: string, actor: string) =>
      `${actor} asked to reset the MFA of the super admin ${name}. It happens only if another super admin confirms it in the list of users within 24 hours. Make sure that the request really comes from ${name}.`,
  },
  passwordReset: {
    subject: "A staff account has a new password",
    text: (name: string, actor: string) => `${actor} set a new password for the staff account ${name}.`,
  },
  lockedByOwner: {
    subject: "A staff account was locked",
    text: (name: string) =>
      `The staff account ${name} was locked with the link of a security mail. It stays locked until its password is reset.`,
  },
  lockedDown: {
    subject: "A staff account was locked down",
    text: (name: string, actor: string) =>
      `${actor} locked ${name} down: sessions, tokens, passkeys and links have ended, and the account needs a new password.`,
  },
} as const;

export const SUPER_ADMIN_ADVICE =
  "If you did not expect this, look at the audit log and deactivate the account:";

export const TOKEN_MADE = {
  subject: "A new API token for your account",
  text: (username: string, token: string, day: string, scopes: string) =>
    `A new API token was made for ${username}: "${token}". Until ${day} it may use ${scopes}.`,
} as const;

export const SERVICE_TOKEN_MADE = {
  subject: "A new API token for a service account",
  text: (service: string, token: string, day: string, scopes: string) =>
    `A new API token was made for the service account ${service}: "${token}". Until ${day} it may use ${scopes}.`,
} as const;

export const PASSWORD_LINK = {
  subject: "Choose a new password",
  text: (username: string, link: string) => [
    `Someone asked for a new password for ${username}. If it was you, choose one:`,
    `Choose a new password:\n${link}`,
    "The link works once and for 30 minutes. If you did not ask for it, there is nothing to do: your password stays as it is.",
  ],
} as const;

export const STAFF_INVITATION = {
  subject: (brand: string) => `Your invitation to ${brand}`,
  text: (inviter: string, brand: string, username: string, link: string) => [
    `${inviter} invited you to the team of ${brand}. Your username is ${username}. Choose a password, and you can sign in:`,
    `Choose a password:\n${link}`,
    "The link works once and for 7 days. If you did not expect it, there is nothing to do: without a password the account cannot be used.",
  ],
} as const;
