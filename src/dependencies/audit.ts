import stored from "./advisories.json" with { type: "json" };
import { type LockedPackage, lockedPackages, ROOT } from "./lock-file.ts";

/** `bun run audit`: known vulnerabilities, as the registry tells them, or as `advisories.json` did on its date. */

export interface Advisory {
  readonly id: string;
  readonly package: string;
  /** A range of versions. */
  readonly vulnerable: string;
  readonly severity: string;
  readonly title: string;
}

export interface Finding {
  readonly advisory: Advisory;
  readonly found: LockedPackage;
}

/** The packages with an advisory. */
export const findingsIn = (
  packages: readonly LockedPackage[],
  advisories: readonly Advisory[],
): readonly Finding[] =>
  advisories.flatMap((advisory) =>
    packages
      .filter((each) => each.name === advisory.package)
      .filter(({ version }) => Bun.semver.satisfies(version, advisory.vulnerable))
      .map((found) => ({ advisory, found })),
  );

const lineOf = ({ advisory, found }: Finding): string =>
  `${advisory.severity}: ${found.name} ${found.version} ${advisory.title} (${advisory.id})${
    found.production ? "" : ", in development only"
  }`;

/** The exit code: 1 if a package that runs in production has an advisory. */
export function auditStored(packages: readonly LockedPackage[], advisories: readonly Advisory[]): number {
  const findings = findingsIn(packages, advisories);
  for (const finding of findings) console.log(lineOf(finding));
  const inProduction = findings.filter(({ found }) => found.production).length;
  console.log(
    `${packages.length} packages, ${findings.length} findings, ${inProduction} of them in production.`,
  );
  return inProduction > 0 ? 1 : 0;
}

function audit(): number {
  const asked = Bun.spawnSync([process.execPath, "audit", "--prod"], { cwd: ROOT });
  const said = `${asked.stdout}${asked.stderr}`;
  if (!/\berror: POST |ConnectionRefused|Unable to connect|FailedToOpenSocket/.test(said)) {
    console.log(said.trim());
    return asked.exitCode;
  }
  console.log(`The registry does not answer: compared with the advisories of ${stored.date}.`);
  return auditStored(lockedPackages(), stored.advisories);
}

if (import.meta.main) process.exitCode = audit();
