/**
 * Zod compiles its parsers with `new Function` where it can, and asking is already a violation of the page's policy. It
 * reads this global when it loads. `z.config` would come too late: chunks that make schemas may run before any module
 * that imports Zod first.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
