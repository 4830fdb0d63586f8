import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: ["./src/modules/**/table.ts", "./src/core/**/*.table.ts"],
  out: "./drizzle",
});
