import { appendRecord, recordOwnerStatement } from "../../../modules/evidence/append.ts";
import { lockPlace } from "../../../modules/places/service.ts";
import type { TestApp } from "../../app.ts";
import type { Location } from "./calendar.ts";
import { LAST_DAYS, type Step } from "./steps.ts";

/** The place that a history is about. */
interface Subject {
  readonly id: string;
  readonly name: string;
  readonly model: { readonly location: Location };
  readonly prepared: { readonly partnerId: string };
}

/** Acts of the operator, the schedule and other modules, which answer nothing. */
export async function performOffline(
  app: TestApp,
  subject: Subject,
  step: Step,
  isMasjid: boolean,
): Promise<void> {
  const { id, prepared } = subject;
  if (step.act === "expire") await app.operate("admin.evidence.expire");
  if (step.act === "import") await importPlace(app, subject, isMasjid);
  if (step.act === "ownerState") {
    const said = { partnerId: prepared.partnerId, text: "Halal since 1990." };
    await app.db.transaction((tx) => recordOwnerStatement(tx, app.deps, id, said));
  }
  if (step.act !== "prior" || isMasjid) return;
  const validUntil = LAST_DAYS[step.until] ?? "";
  await app.db.transaction(async (tx) => {
    const row = await lockPlace(tx, id);
    if (row) await appendRecord(tx, app.deps, row, { kind: "prior", source: "migration", validUntil });
  });
}

async function importPlace(app: TestApp, { id, name, model }: Subject, isMasjid: boolean): Promise<void> {
  const { state, position } = model.location;
  const fields = { name, address: "12 Main St", city: "Dearborn", state };
  const category = isMasjid ? "mosque" : "restaurant";
  const properties = { ...fields, category, halalVerificationStatus: "verified" };
  const geometry = position && { type: "Point", coordinates: [position[1], position[0]] };
  const feature = { type: "Feature", geometry, properties };
  const file = `${app.deps.settings.dataDir}/${id}.geojson`;
  await Bun.write(file, JSON.stringify({ type: "FeatureCollection", features: [feature] }));
  await app.operate("admin.pois.import", { file });
  await Bun.file(file).delete();
}
