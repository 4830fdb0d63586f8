import type { Offers } from "../../core/rpc/offers.ts";
import { deleteNotesAbout, notesAbout } from "./notes/service.ts";

export const backoffice: Offers = {
  personalDataAbout: (tx, _, { erased }) => notesAbout(tx, erased),
  eraseAbout: (tx, _, { erased }) => deleteNotesAbout(tx, erased),
};
