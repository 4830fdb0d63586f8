import {
  recentStaffProcedure,
  router,
  scheduleProcedure,
  staffProcedure,
  visitorProcedure,
} from "../../core/rpc/procedures.ts";
import { success } from "../../shared/fields.ts";
import { pay } from "./checkout/pay.ts";
import * as sandbox from "./gateways/sandbox.ts";
import { decideInput, decideOutput, sandboxInput, sandboxOutput } from "./gateways/sandbox-schema.ts";
import * as pledges from "./pledges.ts";
import * as queries from "./queries.ts";
import * as schema from "./schema.ts";
import * as payments from "./service.ts";
import { reconcile, sendReceipt, verify } from "./settlement/settle.ts";
import { receiveWebhook } from "./settlement/webhook.ts";

const admins = staffProcedure("admin", "super_admin");
const recentAdmins = recentStaffProcedure("admin", "super_admin");

export const publicSupport = router({
  options: visitorProcedure
    .meta({ rest: "GET /api/support/payment/options", summary: "List the ways to give" })
    .output(schema.optionsOutput)
    .query(({ ctx }) => payments.options(ctx)),
  pay: visitorProcedure
    .meta({
      rest: "POST /api/support/payment",
      summary: "Start a gift; a repeat with the same Idempotency-Key returns the same response",
      requiredMessage: schema.MISSING,
      rateLimit: "payment",
    })
    .input(schema.payInput)
    .output(schema.payOutput)
    .mutation(({ ctx, input }) => pay(ctx, input)),
  verify: visitorProcedure
    .meta({ rest: "POST /api/support/payment/verify", summary: "Get the status of a gift" })
    .input(schema.verifyInput)
    .output(schema.verifyOutput)
    .mutation(({ ctx, input }) => verify(ctx, input.paymentId)),
  webhook: visitorProcedure
    .meta({ summary: "Receive the gateway's signed webhook event" }) // dispatched by hand: the signature needs the raw body
    .input(schema.webhookInput)
    .output(schema.webhookOutput)
    .mutation(({ ctx, input }) => receiveWebhook(ctx, input.payload, input.signature)),
});

/** The sandbox gateway's own payment page; 404 if another gateway is configured. */
export const publicSandbox = router({
  show: visitorProcedure
    .meta({ summary: "Show a payment at the sandbox gateway" })
    .input(sandboxInput)
    .output(sandboxOutput)
    .query(({ ctx, input }) => sandbox.show(ctx, input.id)),
  decide: visitorProcedure
    .meta({ summary: "Confirm or decline a payment at the sandbox gateway" })
    .input(decideInput)
    .output(decideOutput)
    .mutation(({ ctx, input }) => sandbox.decide(ctx, input)),
});

export const adminPayments = router({
  list: admins
    .meta({
      rest: "GET /api/admin/payments",
      scopes: ["payments:read"],
      cli: "payment list",
      summary: "List gifts",
      list: true,
    })
    .input(schema.paymentList)
    .output(schema.paymentPage)
    .query(({ ctx, input }) => queries.list(ctx, input)),
  totals: admins
    .meta({
      rest: "GET /api/admin/payments/totals",
      scopes: ["payments:read"],
      cli: "payment totals",
      summary: "Show totals of gifts and pledges",
    })
    .output(schema.totalsOutput)
    .query(({ ctx }) => queries.totals(ctx)),
  sum: admins
    .meta({
      rest: "GET /api/admin/payments/sum",
      scopes: ["payments:read"],
      summary: "Add up the gifts that match",
    })
    .input(schema.paymentFilters)
    .output(schema.paymentSum)
    .query(({ ctx, input }) => queries.sum(ctx, input)),
  export: recentAdmins
    .meta({
      rest: "GET /api/admin/payments/export",
      scopes: ["payments:read"],
      cli: "payment export",
      summary: "Export filtered gifts",
      download: "payments.csv",
      slow: true,
    })
    .input(schema.paymentExport)
    .query(({ ctx, input }) => queries.exportAll(ctx, input)),
  pledges: admins
    .meta({
      rest: "GET /api/admin/payments/pledges",
      scopes: ["payments:read"],
      cli: "payment pledges",
      summary: "List pledges to pay by Venmo or Zelle",
      list: true,
    })
    .input(schema.pledgeList)
    .output(schema.pledgePage)
    .query(({ ctx, input }) => pledges.list(ctx, input)),
  receive: admins
    .meta({
      rest: "PUT /api/admin/payments/pledges/{reference}",
      cli: "payment receive <reference>",
      summary: "Mark a pledge as received and send the receipt",
    })
    .input(schema.receiveInput)
    .output(schema.pledge)
    .mutation(({ ctx, input }) => pledges.markReceived(ctx, input)),
  show: admins
    .meta({
      rest: "GET /api/admin/payments/{id}",
      scopes: ["payments:read"],
      cli: "payment show <id>",
      summary: "Show a gift with its webhook events",
    })
    .input(schema.showInput)
    .output(schema.showOutput)
    .query(({ ctx, input }) => queries.show(ctx, input.id)),
  sendReceipt: admins
    .meta({
      rest: "POST /api/admin/payments/{id}/receipt",
      cli: "payment receipt <id>",
      summary: "Send the receipt of a received gift again",
    })
    .input(schema.showInput)
    .output(success)
    .mutation(({ ctx, input }) => sendReceipt(ctx, input.id)),
  reconcile: scheduleProcedure
    .meta({
      cli: "payment reconcile",
      summary: "Look up pending gifts at the gateway",
      slow: true,
    })
    .input(schema.reconcileInput)
    .output(schema.reconcileOutput)
    .mutation(({ ctx, input }) => reconcile(ctx, input.olderThan)),
});
