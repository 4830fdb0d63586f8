/**
 * What goes out by mail, and what comes in by the provider's webhook: the outbox that no acknowledged mail is lost from, sending, the events of the provider, suppressed
 * addresses, and one-time links, of which the database has the hash alone.
 */

export { type InboundHeaders, inboundMax, readInbound, replyAddress } from "./events/inbound.ts";
export { suppressedAmong } from "./events/suppression.ts";
export {
  countCodeAttempt,
  dataOfValidLink,
  endLinks,
  endLinksSince,
  issueLink,
  linkExpired,
  mailedRecently,
  ownerOfLink,
  redeemCode,
  redeemLink,
  UNISSUED_TOKEN,
} from "./links/service.ts";
export { actorName, type NoticeContext, postNewDevice, postNotice } from "./notices.ts";
export {
  countMails,
  countReady,
  countSent,
  isStreamStopped,
  mailHealth,
  mailStop,
  mailsTo,
  outboxDelay,
  outboxVersion,
  stateOf,
  streamStopped,
} from "./queries.ts";
export { checkFailingServer, mailServerProblem } from "./server.ts";
export {
  deleteMailsBefore,
  linkUrl,
  mailText,
  type NewMail,
  pageUrl,
  post,
  postAll,
  postOrDiscard,
  postWithId,
  previewOf,
  reencryptMails,
  stopMailsWithSecrets,
} from "./service.ts";
export { hashOf, mailboxOf, mailSuppressions, mails } from "./table.ts";
export { stopMails, takeBack, type UndoneMail, withdrawMails } from "./withdrawal.ts";
