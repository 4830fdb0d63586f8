import { router, scheduleProcedure, staffProcedure, visitorProcedure } from "../../core/rpc/procedures.ts";
import * as paying from "./checkout/pay.ts";
import * as sandbox from "./gateways/sandbox-checkout.ts";
import { decideInput, decideOutput, sandboxInput, sandboxOutput } from "./gateways/sandbox-schema.ts";
import * as pledges from "./pledges.ts";
import * as reading from "./queries.ts";
import {
  MISSING,
  optionsOutput,
  payInput,
  paymentExport,
  paymentList,
  paymentPage,
  payOutput,
  pledge,
  pledgeList,
  pledgePage,
  receiveInput,
  reconcileInput,
  reconcileOutput,
  showInput,
  showOutput,
  totalsOutput,
  verifyInput,
  verifyOutput,
  webhookInput,
  webhookOutput,
} from "./schema.ts";
import * as payments from "./service.ts";
import * as reconciling from "./settlement/reconcile.ts";
import * as verifying from "./settlement/verify.ts";
import * as webhook from "./settlement/webhook.ts";

const keepers = staffProcedure("admin", "super_admin");

export const publicSupport = router({
  options: visitorProcedure
    .meta({ rest: "GET /api/support/payment/options", summary: "How one can give" })
    .output(optionsOutput)
    .query(({ ctx }) => payments.options(ctx)),
  pay: visitorProcedure
    .meta({
      rest: "POST /api/support/payment",
      summary: "Begin a gift; the header Idempotency-Key makes a repeat harmless",
      requiredMessage: MISSING,
      rateLimit: "payment",
    })
    .input(payInput)
    .output(payOutput)
    .mutation(({ ctx, input }) => paying.pay(ctx, input)),
  verify: visitorProcedure
    .meta({ rest: "POST /api/support/payment/verify", summary: "What became of a gift" })
    .input(verifyInput)
    .output(verifyOutput)
    .mutation(({ ctx, input }) => verifying.verify(ctx, input.paymentId)),
  webhook: visitorProcedure
    .meta({ summary: "Take the gateway's signed notice" }) // its path is the front door's: it needs the bytes
    .input(webhookInput)
    .output(webhookOutput)
    .mutation(({ ctx, input }) => webhook.receive(ctx, input.payload, input.signature)),
});

/** The sandbox gateway's own page; nothing where another gateway is set up. */
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
  list: keepers
    .meta({ rest: "GET /api/admin/payments", cli: "payment list", summary: "List the gifts", list: true })
    .input(paymentList)
    .output(paymentPage)
    .query(({ ctx, input }) => reading.list(ctx, input)),
  totals: keepers
    .meta({ rest: "GET /api/admin/payments/totals", cli: "payment totals", summary: "Add up the gifts" })
    .output(totalsOutput)
    .query(({ ctx }) => reading.totals(ctx)),
  export: keepers
    .meta({
      rest: "GET /api/admin/payments/export",
      cli: "payment export",
      summary: "Export all gifts",
      download: "payments.csv",
      slow: true,
    })
    .input(paymentExport)
    .query(({ ctx, input }) => reading.exportAll(ctx, input)),
  pledges: keepers
    .meta({
      rest: "GET /api/admin/payments/pledges",
      cli: "payment pledges",
      summary: "List what was to come by Venmo or Zelle",
      list: true,
    })
    .input(pledgeList)
    .output(pledgePage)
    .query(({ ctx, input }) => pledges.list(ctx, input)),
  receive: keepers
    .meta({
      rest: "PUT /api/admin/payments/pledges/{reference}",
      cli: "payment receive <reference>",
      summary: "Note that a pledge arrived; the giver gets the receipt",
    })
    .input(receiveInput)
    .output(pledge)
    .mutation(({ ctx, input }) => pledges.receive(ctx, input)),
  show: keepers
    .meta({
      rest: "GET /api/admin/payments/{id}",
      cli: "payment show <id>",
      summary: "Show a gift and what the gateway said of it",
    })
    .input(showInput)
    .output(showOutput)
    .query(({ ctx, input }) => reading.show(ctx, input.id)),
  reconcile: scheduleProcedure
    .meta({
      cli: "payment reconcile",
      summary: "Ask the gateway what became of gifts that still wait",
      slow: true,
    })
    .input(reconcileInput)
    .output(reconcileOutput)
    .mutation(({ ctx, input }) => reconciling.reconcile(ctx, input.olderThan)),
});
