import { run } from "./server/start.ts";

/** Starts the server. `main.ts FOLDER` serves pages that are built already, whatever the settings. */
await run({ builtPages: import.meta.main ? process.argv[2] : undefined });
