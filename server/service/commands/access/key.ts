import { type Command, InvalidArgumentError, Option } from 'commander'
import { Problem } from '../../../foundation/lib/problem.ts'
import { systemClock } from '../../../foundation/lib/time/clock.ts'
import { readInstant } from '../../../foundation/lib/time/instant.ts'
import { createKey, type KeyType, keyTypes, listKeys, revokeKey } from '../../../tenants/stores/keys.ts'
import { type Scope, scopes } from '../../../tenants/stores/scopes.ts'
import { readStore } from '../../../tenants/stores/stores.ts'
import { print, say, sayPairs, sayTable } from '../output.ts'
import { withDatabase } from '../with-database.ts'

type Flags = {
  store: string
  type: KeyType
  scope: Scope[]
  name?: string
  expiresAt?: Date
  json?: boolean
}

export function addKeyCommands(program: Command): void {
  const key = program.command('key').description('create, list and revoke API keys')
  addCreate(key)
  addList(key)
  addRevoke(key)
}

function addCreate(key: Command): void {
  key
    .command('create')
    .description('create an API key')
    .requiredOption('--store <id>', 'the store it belongs to')
    .addOption(new Option('--type <type>', 'what it opens').choices(keyTypes).default('orders'))
    .addOption(
      new Option('--scope <scope>', 'what a key of the type manage may do, such as reviews:read; repeatable')
        .argParser(toScopes)
        .default([], 'none'),
    )
    .option('--name <text>', 'what it is for, such as the name of a shop, up to 100 characters', toName)
    .option('--expires-at <instant>', 'ISO 8601, such as 2027-01-31T00:00:00Z (never)', toInstant)
    .option('--json', 'print JSON')
    .action(async ({ store, type, scope, name = '', expiresAt, json }: Flags) => {
      checkScopes(type, scope)
      const made = await withDatabase(async db => {
        const { store_id } = await readStore(db, store)
        const key = { type, scopes: scope, name, expiresAt: expiresAt ?? null }
        return await createKey(db, systemClock, store_id, key)
      })
      print(json, made, () => {
        say('The API key is shown only once. Store it safely.')
        say()
        sayPairs(made)
      })
    })
}

function addList(key: Command): void {
  key
    .command('list')
    .description('list the API keys of a store, without their secrets')
    .requiredOption('--store <id>', 'the store')
    .option('--json', 'print JSON')
    .action(async ({ store, json }: Flags) => {
      const keys = await withDatabase(async db => listKeys(db, (await readStore(db, store)).store_id))
      print(json, keys, () => {
        if (keys.length === 0) return say(`No key yet. Make one: ./realword key create --store ${store}`)
        sayTable(
          ['id', 'name', 'ends with', 'type', 'scopes', 'created', 'by', 'last used', 'expires', 'revoked'],
          keys.map(one => [
            ...[one.key_id, one.name, one.last_four ?? '—', one.type, one.scopes.join(' ') || '—'],
            ...[one.created_at, one.created_by, one.last_used_at, one.expires_at, one.revoked_at],
          ]),
        )
      })
    })
}

function addRevoke(key: Command): void {
  key
    .command('revoke')
    .description('revoke a key; every running instance refuses it within a second')
    .argument('<key-id>')
    .option('--json', 'print JSON')
    .action(async (keyId: string, { json }: Flags) => {
      const revoked = await withDatabase(db => revokeKey(db, systemClock, keyId))
      print(json, revoked, () => say(`${keyId} is revoked.`))
    })
}

function toScopes(text: string, before: Scope[]): Scope[] {
  const scope = scopes.find(one => one === text)
  if (!scope) throw new InvalidArgumentError(`It takes one of ${scopes.join(', ')}.`)
  return [...before, scope]
}

// A key without scopes would open nothing, and the other types have none.
function checkScopes(type: KeyType, given: Scope[]): void {
  if (type === 'manage' && given.length === 0)
    throw new Problem(
      'A key of the type manage needs a scope.',
      `Add --scope, with one of ${scopes.join(', ')}.`,
    )
  if (type !== 'manage' && given.length > 0)
    throw new Problem(`A key of the type ${type} has no scopes.`, 'Leave out --scope, or add --type manage.')
}

export function toName(text: string): string {
  const name = text.trim()
  if ([...name].length > 100 || !name.isWellFormed() || name.includes('\0'))
    throw new InvalidArgumentError('It takes a text of up to 100 characters.')
  return name
}

export function toInstant(text: string): Date {
  const milliseconds = readInstant(text)
  if (milliseconds === undefined)
    throw new InvalidArgumentError(
      'It takes an ISO 8601 instant from 1970 to 2199, such as 2027-01-31T00:00:00Z.',
    )
  return new Date(milliseconds)
}
