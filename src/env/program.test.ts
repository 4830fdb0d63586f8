import { expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { revisionOf } from "./program.ts";

const [ON_BRANCH, PACKED, DETACHED] = ["a1", "b2", "c3"].map((pair) => pair.repeat(20)) as [
  string,
  string,
  string,
];

test("The revision of a checkout and of a worktree is found without Git, and there is none outside of them", async () => {
  const home = await mkdtemp(join(tmpdir(), "rihla-revision-"));
  const write = (path: string, text: string) => Bun.write(join(home, path), text);
  try {
    await write(".git/HEAD", "ref: refs/heads/main\n");
    expect(revisionOf(home)).toBeNull();
    await write(".git/packed-refs", `# pack-refs\n${DETACHED} refs/heads/other\n${PACKED} refs/heads/main\n`);
    expect(revisionOf(home)).toBe("b2b2b2b2");
    await write(".git/refs/heads/main", `${ON_BRANCH}\n`);
    expect(revisionOf(home)).toBe("a1a1a1a1");
    await write("tree/.git", `gitdir: ${home}/.git/worktrees/tree\n`);
    await write(".git/worktrees/tree/HEAD", "ref: refs/heads/main\n");
    await write(".git/worktrees/tree/commondir", "../..\n");
    expect(revisionOf(join(home, "tree"))).toBe("a1a1a1a1");
    await write(".git/worktrees/tree/HEAD", `${DETACHED}\n`);
    expect(revisionOf(join(home, "tree"))).toBe("c3c3c3c3");
    expect(revisionOf(join(home, "elsewhere"))).toBeNull();
  } finally {
    await rm(home, { recursive: true });
  }
});
