import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Mutant, mutantsOf, parse } from './mutant.ts'
import { checks, verdicts } from './rules/checks.ts'
import { policies, routePolicies } from './rules/guards.ts'
import { caps } from './rules/limits.ts'
import { locks, rowLimits, states, tenants } from './rules/sql.ts'

export const root = fileURLToPath(new URL('..', import.meta.url))

export const rules = [tenants, policies, routePolicies, checks, verdicts, states, rowLimits, caps, locks]

/** The files of the working tree, including new ones, without those that Git ignores. */
export function filesOfTree(): string[] {
  const list = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root })
  return list
    .toString()
    .split('\0')
    .filter(file => file !== '' && existsSync(join(root, file)))
}

/** Whether a file is code of the service: neither a test nor a file of texts. */
export function isSource(file: string): boolean {
  return /^server\/.*\.ts$/.test(file) && !/\.test\.ts$|\.d\.ts$|^server\/test\/|\/texts\//.test(file)
}

export function isTest(file: string): boolean {
  return /^server\/.*\.test\.ts$/.test(file)
}

/** Reads a file of the working tree, or of a copy, which does not change while somebody edits the sources. */
export function read(file: string, folder = root): string {
  return readFileSync(join(folder, file), 'utf8')
}

export function allMutants(files: string[]): Mutant[] {
  return files.filter(isSource).flatMap(file => mutantsOf(parse(file, read(file)), rules))
}
