import { foldName, type ListField } from "../../core/files/list-columns.ts";
import type { ListKind } from "../../core/files/list-reader.ts";
import { isEmail } from "../../shared/text-rules.ts";
import { readDate } from "./consent-dates.ts";

export const PEOPLE_LIST = "waitlist";

const folded = (names: string): readonly string[] => names.split(" ");

/** Columns of newsletter tools whose words say that someone may not be written to. */
const STATUS_COLUMNS = folded(
  "status emailmarketingstatus subscriptionstatus memberstatus subscriberstatus contactstatus marketingstatus emailstatus state",
);
/** Columns that say so by any value but no. */
const NO_COLUMNS = folded(
  "unsubscribed emaildisabled optedout optout bounced unsubtime unsubscribedat unsubscribeddate unsubscribedon dateunsubscribed optouttime optoutdate cleaned cleantime leftat suppressed blacklisted emailblacklisted blocklisted emailblocklisted cancelledat canceledat complained complainedat bouncedat removeddate removedat deletedat donotcontact donotemail disabled",
);
/** Columns that say so by a no. */
const YES_COLUMNS = folded(
  "optin subscribed acceptsmarketing acceptsemailmarketing emailconsent marketingconsent consent",
);

const GONE =
  /^(?:unsubscribed|cleaned|bounced|complained|inactive|cancell?ed|disabled|block-?listed|black-?listed|unconfirmed|archived|deleted|removed|opted[ _-]?out|suppressed|non-?subscribed|not subscribed|spam)/i;
const NO = /^(?:|0|no|n|false|never|null|none)$/i;

/** The column that says that a person has left the list that the file comes from; null for none. */
export function leftColumn(fields: Readonly<Record<string, unknown>>): string | null {
  const said = Object.entries(fields).find(([name, value]) => {
    const [column, text] = [foldName(name), String(value).trim()];
    if (STATUS_COLUMNS.includes(column)) return GONE.test(text);
    if (NO_COLUMNS.includes(column)) return !NO.test(text);
    return YES_COLUMNS.includes(column) && text !== "" && NO.test(text);
  });
  return said ? said[0] : null;
}

const FIELDS: readonly ListField[] = [
  {
    name: "email",
    names: folded(
      "emailaddress mail emailid subscriberemail contactemail useremail primaryemail courriel correo",
    ),
    holds: isEmail,
    typical: isEmail,
  },
  { name: "firstName", names: folded("fname givenname first firstnames prenom forename contactfirstname") },
  { name: "fullName", names: folded("name fullname subscribername contactname displayname nom nombre") },
  { name: "city", names: folded("town cityname locality citytown ville ciudad location") },
  { name: "isBetaTester", names: folded("beta betatester wantsbeta betaaccess") },
  {
    name: "consentSource",
    names: folded(
      "consenttext optinsource signupsource signupform subscriptionsource subscribesource formname source",
    ),
  },
  {
    name: "consentAt",
    names: folded(
      "consentdate consenttime confirmtime optintime optindate optinat confirmedat confirmdate subscribedat subscribedon subscribeddate subscriptiondate subscribedate signupdate signuptime signedupat signupat joinedat joindate datejoined dateadded addedtime addedat addedon createdat createdon createddate datecreated created submittedat timestamp",
    ),
    holds: (text) => readDate(text) !== null,
    several: true,
  },
  {
    name: "mayBeWrittenTo",
    names: [...STATUS_COLUMNS, ...NO_COLUMNS, ...YES_COLUMNS],
    several: true,
    raw: true,
  },
];

/** What a list of people is read for. */
export const peopleList: ListKind = {
  fields: FIELDS,
  required: ["email", "consentSource", "consentAt"],
};
