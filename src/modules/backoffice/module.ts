import type { Offers } from "../../core/rpc/offers.ts";
import { deleteNotesAbout, deleteNotesWithoutRecord, notesAbout } from "./notes/service.ts";
import { restoreItem } from "./quarantine/service.ts";

export const backoffice: Offers = {
  restore: { quarantine: restoreItem },
  retention: [deleteNotesWithoutRecord],
  personalDataAbout: (tx, _, { erased }) => notesAbout(tx, erased),
  eraseAbout: (tx, _, { erased }) => deleteNotesAbout(tx, erased),
};
