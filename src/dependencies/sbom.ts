import packageFile from "../../package.json" with { type: "json" };
import { type LockedPackage, licenseOf, lockedPackages } from "./lock-file.ts";

/** `bun run sbom`: what an installation consists of, as CycloneDX 1.6. The same lock file gives the same text. */

const nameAndVersion = ({ name, version }: LockedPackage): string =>
  `pkg:npm/${name.replace("@", "%40")}@${version}`;

/** The packages that run in production, each once. */
export function sbomOf(packages: readonly LockedPackage[]) {
  const shipped = packages.filter(({ production }) => production);
  const byKey = new Map(shipped.map((each) => [each.key, each]));
  const unique = [...new Map(shipped.map((each) => [nameAndVersion(each), each])).values()];
  const own = `pkg:npm/${packageFile.name}@${packageFile.version}`;
  const direct = Object.keys(packageFile.dependencies);
  const refs = (keys: readonly string[]) =>
    [...new Set(keys.flatMap((key) => byKey.get(key) ?? []).map(nameAndVersion))].sort();
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      component: {
        type: "application",
        name: packageFile.name,
        version: packageFile.version,
        purl: own,
        "bom-ref": own,
      },
    },
    components: unique.map(componentOf),
    dependencies: [
      { ref: own, dependsOn: refs(direct) },
      ...unique.map((each) => ({ ref: nameAndVersion(each), dependsOn: refs(each.needs) })),
    ],
  };
}

function componentOf(each: LockedPackage) {
  const license = licenseOf(each);
  const [algorithm, checksum = ""] = each.integrity.split(/-(.*)/s);
  return {
    type: "library",
    name: each.name,
    version: each.version,
    purl: nameAndVersion(each),
    "bom-ref": nameAndVersion(each),
    ...(algorithm === "sha512" && {
      hashes: [{ alg: "SHA-512", content: Buffer.from(checksum, "base64").toString("hex") }],
    }),
    ...(license !== null && { licenses: [{ expression: license }] }),
  };
}

if (import.meta.main) console.log(JSON.stringify(sbomOf(lockedPackages()), null, 2));
