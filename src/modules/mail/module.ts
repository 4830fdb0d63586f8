import type { Offers } from "../../core/rpc/offers.ts";
import { erase, eraseLinks, personalData, personalLinks } from "./erasure.ts";
import { deleteExpiredLinks } from "./links/service.ts";
import { mailsOfRequest } from "./queries.ts";
import { deleteOldEvents, deleteOldTexts } from "./service.ts";
import { mails } from "./table.ts";

export const mail: Offers = {
  retention: [deleteExpiredLinks, deleteOldTexts, deleteOldEvents],
  trace: mailsOfRequest,
  recordNames: { mail: { table: mails, id: mails.id, name: mails.subject } },
  personalData: (tx, _, email) => personalData(tx, email),
  erase: (tx, _, email) => erase(tx, email),
  personalDataAbout: personalLinks,
  eraseAbout: eraseLinks,
};
