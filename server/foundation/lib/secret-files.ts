import { randomBytes } from 'node:crypto'
import { chmodSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Problem } from './problem.ts'
import { syncFolder } from './sync-folder.ts'

export const shortestSecret = 32 // characters

const currentFile = (folder: string) => join(folder, 'secret')
const previousFile = (folder: string) => join(folder, 'secret.previous')

/**
 * The secret of a data folder, which is created on first use, and the previous one after `replaceSecretFile`. Two
 * concurrent starts get the same secret: the file is written whole under another name, and only the first link to its
 * final name succeeds. Throws Problem if a file is damaged.
 */
export function readSecretFiles(folder: string): { current: string; previous?: string | undefined } {
  // The previous one first: `replaceSecretFile` writes it first.
  const previous = readSecret(previousFile(folder))
  const current = readSecret(currentFile(folder)) ?? createSecret(folder)
  return { current, previous }
}

/** Creates a new secret in the folder and keeps the present one as the previous one. A killed call can be repeated. */
export function replaceSecretFile(folder: string): void {
  const { current } = readSecretFiles(folder)
  renameSync(writeDraft(previousFile(folder), current), previousFile(folder))
  syncFolder(folder)
  renameSync(writeDraft(currentFile(folder), newSecret()), currentFile(folder))
  syncFolder(folder)
}

/** Writes the previous secret of a data folder that is being restored. */
export function writePreviousFile(folder: string, secret: string): void {
  writeFileSync(previousFile(folder), `${secret}\n`, { mode: 0o600 })
}

export function dropPreviousFile(folder: string): void {
  rmSync(previousFile(folder), { force: true })
}

function createSecret(folder: string): string {
  const file = currentFile(folder)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const draft = writeDraft(file, newSecret())
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  return readSecret(file) as string
}

function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

function writeDraft(file: string, secret: string): string {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  writeFileSync(draft, `${secret}\n`, { mode: 0o600, flush: true })
  chmodSync(draft, 0o600) // regardless of the umask
  return draft
}

/** Undefined: there is no such file. */
function readSecret(file: string): string | undefined {
  let secret: string
  try {
    secret = readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  if (secret.length >= shortestSecret) return secret
  throw new Problem(
    `${file} holds less than ${shortestSecret} characters.`,
    'Put back what it held, or remove it: links in mails that were sent stay valid, retried mails get new ones.',
  )
}
