import { z } from "zod";

// Zod compiles its parsers with `new Function` where it can; asking is already a violation of the page's policy.
z.config({ jitless: true });
