import type { Offers } from "../../core/rpc/offers.ts";
import type { PersonRecords } from "../../shared/people/personal-data.ts";
import { deleteNotesAbout, deleteNotesWithoutRecord, notesAbout } from "./notes/service.ts";
import { restoreItem } from "./quarantine/service.ts";

const ofPersonAlone = ({ erased, others }: PersonRecords) => erased.filter((id) => !others.includes(id));

export const backoffice: Offers = {
  restore: { quarantine: restoreItem },
  retention: [deleteNotesWithoutRecord],
  personalDataAbout: (tx, _, records) => notesAbout(tx, ofPersonAlone(records)),
  eraseAbout: (tx, _, records) => deleteNotesAbout(tx, ofPersonAlone(records)),
};
