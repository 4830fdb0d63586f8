/**
 * Zod compiles its parsers with `new Function` where it can, and even the attempt violates the page's CSP. It
 * reads this global when it loads. `z.config` would come too late: chunks that make schemas may run before any module
 * that imports Zod first.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
