import type { Offers } from "../../core/rpc/offers.ts";
import { mails } from "./table.ts";

export const mail: Offers = { recordNames: { mail: { table: mails, id: mails.id, name: mails.subject } } };
