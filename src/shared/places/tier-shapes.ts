/** The shapes of the marks of halal tiers, in a square of 64. */
export const STAR =
  "M32 2L40.79 10.79L53.21 10.79L53.21 23.21L62 32L53.21 40.79L53.21 53.21L40.79 53.21L32 62L23.21 53.21" +
  "L10.79 53.21L10.79 40.79L2 32L10.79 23.21L10.79 10.79L23.21 10.79Z";
export const TICK = "M20 33L28.500 41.500L45 24";
export const LEAF = "M10 54C6 26 24 8 56 8C58 40 40 58 16 52";
export const VEIN = "M8 58C20 42 30 32 42 22M24 37V24M33 29H46M18 44H32";
/** For places that are not verified yet: a question. */
export const QUESTION = "M24 25a8 8 0 1 1 11 7.500c-2.500 1-3 2.500-3 5.500M32 46v.1";
