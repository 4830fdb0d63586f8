import { withoutCardNumbers } from "../../src/shared/money/card-numbers.ts";
import type { Case } from "../harness/suite.ts";
import { atMost, median } from "./figures.ts";

const FIELDS = 20;
const DIGITS = 2_000;
const MOST = 5; // milliseconds for all fields (docs/security.md PAY-02)
const RUNS = 50;

/** The worst case: every digit starts a group, and no part passes the checksum. */
const WORST = ["1 ".repeat(DIGITS), "1".repeat(DIGITS), "11 ".repeat(DIGITS / 2)];

/** How long a call with hostile text blocks the server's other calls. */
export const cardMasking: Case = {
  name: "card-masking",
  async run() {
    return WORST.map((text) => {
      const times = Array.from({ length: RUNS }, () => {
        const begun = performance.now();
        for (let field = 0; field < FIELDS; field++) withoutCardNumbers(text);
        return performance.now() - begun;
      });
      return atMost(
        `${FIELDS} fields of ${DIGITS} digits like "${text.slice(0, 6)}"`,
        median(times),
        MOST,
        "ms",
      );
    });
  },
};
