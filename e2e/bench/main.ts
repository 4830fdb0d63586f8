import { runSuite } from "../suite.ts";
import { signups } from "./signups.ts";

await runSuite([signups], process.argv.slice(2));
