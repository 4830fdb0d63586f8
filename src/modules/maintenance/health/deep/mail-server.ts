import type { Deps } from "../../../../core/rpc/context.ts";
import { mailServerProblem } from "../../../mail/server/service.ts";
import { failedBy, ok } from "../findings.ts";
import type { Finding } from "../schema.ts";

const CHECK = "mail server";

/** Signs in to the mail server; sends nothing. */
export async function tryMailServer(deps: Deps): Promise<readonly Finding[]> {
  const { mailUrl } = deps.settings;
  if (mailUrl === undefined) return [ok(CHECK, "There is none to try (MAIL_URL).")];
  const problem = await mailServerProblem(deps);
  if (problem) return [failedBy(CHECK, problem)];
  const { host, password } = new URL(mailUrl);
  return [ok(CHECK, `${host} responds${password === "" ? "" : " and accepts the password"}.`)];
}
