import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'

export const nobody = 65534
export const isRoot = process.getuid?.() === 0

/**
 * Why the service cannot be started as another user here; undefined if it can. Only root can do that, and the other
 * user must be able to enter the checkout and the temporary folder, which fails below root's home.
 */
export const noOtherUsers = isRoot ? findClosedFolder() : 'only root can start it as another user'

function findClosedFolder(): string | undefined {
  const packages = fileURLToPath(new URL('../node_modules/fastify', import.meta.url))
  const closed = [packages, tmpdir()].find(folder => !isOpen(folder))
  return closed && `the user ${nobody} cannot enter ${closed}`
}

function isOpen(folder: string): boolean {
  return spawnSync('test', ['-x', folder], { uid: nobody, gid: nobody, cwd: '/' }).status === 0
}
