import { runSuite } from "../harness/suite.ts";
import { cases, essential } from "./cases.ts";

const args = process.argv.slice(2);
await runSuite(args.includes("--essential") ? essential : cases, args);
