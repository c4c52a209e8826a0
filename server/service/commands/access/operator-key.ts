import type { Command } from 'commander'
import { systemClock } from '../../../foundation/lib/time/clock.ts'
import {
  createOperatorKey,
  listOperatorKeys,
  revokeOperatorKey,
} from '../../../tenants/accounts/operator-keys.ts'
import { print, say, sayPairs, sayTable } from '../output.ts'
import { withDatabase } from '../with-database.ts'
import { toInstant, toName } from './key.ts'

type Flags = { name: string; expiresAt?: Date; json?: boolean }

/** `operator-key`: keys for programs that operate the installation. */
export function addOperatorKeyCommands(program: Command): void {
  const key = program
    .command('operator-key')
    .description('create, list and revoke API keys of the operator API')
  key
    .command('create')
    .description('create a key for the operator API')
    .requiredOption('--name <text>', 'what it is for, up to 100 characters', toName)
    .option('--expires-at <instant>', 'ISO 8601, such as 2027-01-31T00:00:00Z (never)', toInstant)
    .option('--json', 'print JSON')
    .action(async ({ name, expiresAt, json }: Flags) => {
      const made = await withDatabase(db =>
        createOperatorKey(db, { name, expiresAt: expiresAt ?? null }, byCommand()),
      )
      print(json, made, () => {
        say('The key opens every store of this installation. It is shown only once. Store it safely.')
        say()
        sayPairs(made)
      })
    })
  addList(key)
  key
    .command('revoke')
    .description('revoke a key; its next request is refused')
    .argument('<key-id>')
    .option('--json', 'print JSON')
    .action(async (keyId: string, { json }: Flags) => {
      const revoked = await withDatabase(db => revokeOperatorKey(db, keyId, byCommand()))
      print(json, revoked, () => say(`${keyId} is revoked.`))
    })
}

function addList(key: Command): void {
  key
    .command('list')
    .description('list the keys of the operator API, without their secrets')
    .option('--json', 'print JSON')
    .action(async ({ json }: Flags) => {
      const keys = await withDatabase(listOperatorKeys)
      print(json, keys, () => {
        if (keys.length === 0)
          return say('No key yet. Make one: ./realword operator-key create --name "Billing"')
        sayTable(
          ['id', 'name', 'ends with', 'created', 'last used', 'expires', 'revoked'],
          keys.map(one => [
            ...[one.key_id, one.name, one.last_four, one.created_at],
            ...[one.last_used_at, one.expires_at, one.revoked_at],
          ]),
        )
      })
    })
}

const byCommand = () => ({ at: new Date(systemClock()), actor: 'command' }) as const
