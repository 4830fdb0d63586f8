import { freshDataDir } from "../../../src/testing/database/database.ts";
import { pdf } from "../../../src/testing/evidence-files.ts";
import { type HostileFile, hostileFiles, largeHostileFiles } from "../../../src/testing/hostile-files.ts";
import { type UploadRun, uploadAll } from "../../harness/evidence-uploads.ts";
import { growthDuring } from "../../harness/memory.ts";
import { addPartners, type SignedIn } from "../../harness/partners.ts";
import { startServer } from "../../harness/server.ts";
import type { Case, Finding } from "../../harness/suite.ts";
import { finding } from "../on-postgres.ts";

const SENDERS = 8;
const LONGEST_HEALTH_ANSWER = 100; // milliseconds
const MOST_RATIO = 1.5; // on a busy machine, where valid files delay responses too
const MOST_GROWTH = 128; // MiB; docs/security.md UPL-02

/** Evidence files made to block the server, and valid files of the same sizes as the reference. */
export const hostileUploads: Case = {
  name: "hostile-uploads",
  async run({ short }) {
    const dir = await freshDataDir();
    const seeds = short ? [1] : [1, 2, 3];
    const senders = await addPartners({ dataDir: dir.path }, "sender", (seeds.length + 1) * SENDERS);
    const server = await startServer({ DATA_DIR: dir.path, RATE_LIMIT: "off" });
    try {
      const partnersOf = (round: number): readonly SignedIn[] =>
        senders.slice(round * SENDERS, (round + 1) * SENDERS);
      const filesOf = (seed: number) => [...largeHostileFiles(), ...hostileFiles(seed)];
      const sound = filesOf(1).map(soundFile);
      const reference = longestHealthAnswer(await uploadAll(server.url, partnersOf(0), sound));
      const findings: Finding[] = [];
      for (const [index, seed] of seeds.entries()) {
        const files = filesOf(seed);
        const [run, growth] = await growthDuring(server, () =>
          uploadAll(server.url, partnersOf(index + 1), files),
        );
        findings.push(...findingsOf(run, reference, growth));
      }
      const { code } = await server.term();
      return [...findings, finding("and the server stops on SIGTERM", code === 0, `code ${code}`)];
    } finally {
      if (server.running()) await server.kill9();
      await dir.remove();
    }
  },
};

const soundFile = ({ kind, bytes }: HostileFile): HostileFile => ({
  kind: `sound, in the size of ${kind}`,
  name: "a.pdf",
  bytes: pdf("sound", Math.max(0, bytes.length - pdf("sound").length)),
});

const longestHealthAnswer = ({ health }: UploadRun): number =>
  Math.max(...health.map((taken) => taken ?? Number.POSITIVE_INFINITY));

function findingsOf(run: UploadRun, reference: number, growth: number): readonly Finding[] {
  const count = run.answers.length;
  const clear = run.answers.filter(({ status }) => status === 201 || status === 415).length;
  const longest = longestHealthAnswer(run);
  const ratio = longest / reference;
  return [
    finding(`${count} hostile files are stored or refused`, clear === count, `${clear} of ${count}`),
    finding(
      `/healthz answers within ${LONGEST_HEALTH_ANSWER} ms or ${MOST_RATIO} x that during valid uploads`,
      longest < LONGEST_HEALTH_ANSWER || ratio < MOST_RATIO,
      `longest ${Math.round(longest)} ms, ${ratio.toFixed(1)} x that during valid uploads, of ${run.health.length}`,
    ),
    finding(`memory grows by ${MOST_GROWTH} MiB at most`, growth <= MOST_GROWTH, `+${growth} MiB`),
  ];
}
