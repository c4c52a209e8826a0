import { existsSync, globSync } from 'node:fs'
import { dirname } from 'node:path'

/** The folder of an installed PostgreSQL's programs; undefined if this machine has none. */
export function findPostgres(): string | undefined {
  const found = globSync('/usr/lib/postgresql/*/bin/postgres').sort()
  return found.length > 0 ? dirname(found.at(-1) as string) : undefined
}

/** The path of a program; undefined if it is not installed. */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin']
  return folders.map(folder => `${folder}/${name}`).find(path => existsSync(path))
}
