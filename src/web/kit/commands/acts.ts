import type { inferRouterInputs } from "@trpc/server";
import type { AppRouter } from "../../../router.ts";
import type { Act, ActPath } from "../../../shared/commands/act-commands.ts";

/** What a procedure takes, by its path. */
type InputAt<Node, Path extends string> = Path extends `${infer Head}.${infer Rest}`
  ? Head extends keyof Node
    ? InputAt<Node[Head], Rest>
    : never
  : Path extends keyof Node
    ? Node[Path]
    : never;

/** Without input nothing is known of it. */
type Known<Input> = Input extends object ? Partial<Input> : Readonly<Record<string, never>>;

/** An act with what is known of its input so far. */
export const act = <Path extends ActPath>(
  path: Path,
  input: Known<InputAt<inferRouterInputs<AppRouter>, Path>>,
): Act => ({ path, input: { ...input } });

type MutationsOf<Node, Prefix extends string = ""> = {
  [Key in keyof Node & string]: Node[Key] extends { readonly _def: { readonly type: infer Type } }
    ? Type extends "mutation"
      ? `${Prefix}${Key}`
      : never
    : MutationsOf<Node[Key], `${Prefix}${Key}.`>;
}[keyof Node & string];

type StaffMutation = Extract<
  MutationsOf<AppRouter["_def"]["record"]>,
  `${"admin" | "reviews" | "partnerManager"}.${string}`
>;

const SESSION = "signs in or out, here";
const CREDENTIALS = "the caller's own credentials, which a browser holds or a mail carries";
const NO_SCREEN = "no screen calls it";

/** Acts that have no line, and why. A new mutation for staff does not compile until it has a command or is named here. */
export const WITHOUT_COMMAND = {
  "admin.session.login": SESSION,
  "admin.session.logout": SESSION,
  "admin.session.reauthenticate": SESSION,
  "admin.session.endOthers": SESSION,
  "partnerManager.session.login": SESSION,
  "partnerManager.session.loginWithPasskey": SESSION,
  "partnerManager.session.logout": SESSION,
  "admin.session.changePassword": CREDENTIALS,
  "admin.mfa.setup": CREDENTIALS,
  "admin.mfa.enable": CREDENTIALS,
  "admin.mfa.disable": CREDENTIALS,
  "admin.mfa.regenerate": CREDENTIALS,
  "admin.passkeys.startAdding": CREDENTIALS,
  "admin.passkeys.add": CREDENTIALS,
  "admin.passkeys.rename": CREDENTIALS,
  "admin.passkeys.delete": CREDENTIALS,
  "admin.passkeys.startSignIn": SESSION,
  "admin.passkeys.signIn": SESSION,
  "admin.recovery.forgotPassword": CREDENTIALS,
  "admin.recovery.resetPassword": CREDENTIALS,
  "admin.recovery.acceptInvitation": CREDENTIALS,
  "admin.recovery.lock": CREDENTIALS,
  "admin.devices.approve": "answers `rihla login`",
  "admin.devices.deny": "answers `rihla login`",
  "reviews.viewers.view": "says which case is open here",
  "admin.health.deep": "`rihla doctor --deep`, which is no procedure's command, has a button of its own",
  "admin.pois.previewImport": "reads a file before `poi import`, which has `--dry-run`",
  "admin.tokens.revokeHeld": NO_SCREEN,
  "admin.devices.start": NO_SCREEN,
  "admin.devices.token": NO_SCREEN,
  "admin.broadcasts.run": NO_SCREEN,
  "admin.waitlist.welcome": NO_SCREEN,
  "admin.cities.count": NO_SCREEN,
  "admin.payments.reconcile": NO_SCREEN,
  "admin.pois.reindex": NO_SCREEN,
  "admin.evidence.expire": NO_SCREEN,
  "admin.sync.tick": NO_SCREEN,
} satisfies Readonly<Record<Exclude<StaffMutation, ActPath>, string>>;
