import { expect, test } from "bun:test";
import { lockDirectory } from "../../src/db/drivers/directory-lock.ts";
import { readEnv } from "../../src/env.ts";
import { freshDataDir } from "../../src/testing/database/database.ts";
import { socketOr } from "./open-transport.ts";

test("A command waits for the end of another one, and gives up on a process that never opens a socket", async () => {
  const dir = await freshDataDir();
  const settings = readEnv({ DATA_DIR: dir.path });
  const first = await lockDirectory(dir.path);
  let attempts = 0;
  const open = () => {
    attempts += 1;
    return lockDirectory(dir.path);
  };
  await expect(socketOr(settings, open, 250)).rejects.toThrow(`is in use by process ${process.pid}`);
  expect(attempts).toBeGreaterThan(1);
  const waiting = socketOr(settings, open);
  await first.release();
  const opened = await waiting;
  if ("socket" in opened) throw new Error("no server is running");
  await opened.work.release();
  await dir.remove();
});
