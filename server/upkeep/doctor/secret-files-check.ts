import { realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { describeSettings } from '../../foundation/config/config.ts'
import { type Finding, ok, warning } from './check.ts'

/** Whether every user of this machine can read a file that NAME_FILE names for a secret. */
export function checkSecretFiles(env: NodeJS.ProcessEnv): Finding {
  const named = describeSettings()
    .filter(({ secret }) => secret)
    .map(({ name }) => ({ name: `${name}_FILE`, file: env[`${name}_FILE`] }))
    .filter((one): one is { name: string; file: string } => Boolean(one.file))
  const open = named.filter(({ file }) => isOpen(realpathSync(file)))
  if (open.length === 0) return ok(`no other user can read the files of secrets (${named.length})`)
  const files = open.map(({ name, file }) => `${name}=${file}`).join(', ')
  const paths = open.map(({ file }) => file).join(' ')
  return warning(`every user of this machine can read ${files}. Run: chmod o-rwx ${paths}`)
}

// A group may be the service's own. Others reach a file only through folders that let them pass.
function isOpen(file: string): boolean {
  const others = (path: string, bit: number) => (statSync(path).mode & bit) !== 0
  let passes = others(file, 0o004)
  for (let folder = dirname(file); passes && folder !== dirname(folder); folder = dirname(folder))
    passes = others(folder, 0o001)
  return passes
}
