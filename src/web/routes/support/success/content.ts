export const RESULT = {
  verifying: "Verifying your payment",
  verifyingText: "One moment: we are asking the payment provider.",
  thanks: "Thank you",
  received: "Your payment was received. May it be a road made easier for many.",
  noPayment: "Thank you for thinking of us. This page knows of no payment, so it confirms none.",
  pending: "Your payment is still being processed",
  pendingText:
    "The payment provider has not told us how it went yet. We keep asking; you can leave this page open.",
  stillPending: (address: string) =>
    "This takes longer than usual. You can close this page: as soon as the payment is settled, the receipt " +
    `goes to your email. If nothing has come by tomorrow, write to ${address}.`,
  /** Sentences quoted from the specification. */
  failed: "Payment Verification Failed",
  declined:
    "The payment did not go through. If your bank shows a charge for it all the same, write to us with the date and the amount.",
  declinedByYou: "You declined this payment on the payment page. Nothing was charged.",
  unknown:
    "We know of no payment with this address. If you have been charged, write to us with what you know of it.",
  unanswered: "We could not find out how your payment went. It may still have been received.",
  askAgain: "Ask again",
  tryAgain: "Try Again",
  contact: "Contact Support",
  contactSubject: (paymentId: string) => `Payment ${paymentId}`,
  refunded: "This gift was refunded",
  refundedText: "The whole amount went back the way it came. Banks take a few days to show it.",
  home: "Back to the start",
  give: "See the ways to give",
};

export const RECEIPT = {
  heading: "Receipt",
  reference: "Reference",
  date: "Date",
  amount: "Amount",
  tier: "Tier",
  status: "Status",
  paid: "Received",
  refunded: "Refunded",
  receivedBy: "Received by",
  ownAmount: "Own amount",
  line: "This gift went to a company before its launch.",
  print: "Print the receipt",
};
