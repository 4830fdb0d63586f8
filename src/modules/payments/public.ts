/**
 * Gifts: checkout, gateways, settlement, receipts and pledges. One gift is charged once, and card numbers stay in memory.
 */

export { giftHealth } from "./queries.ts";
