import { runSuite } from "../suite.ts";
import { cases } from "./cases.ts";

await runSuite(cases, process.argv.slice(2));
