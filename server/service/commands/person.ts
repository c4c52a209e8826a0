import type { Command } from 'commander'
import type { Database } from '../../foundation/database/connect.ts'
import { Problem } from '../../foundation/lib/problem.ts'
import { comparableAddress } from '../../foundation/lib/text/email-address.ts'
import { systemClock } from '../../foundation/lib/time/clock.ts'
import { listStores } from '../../tenants/stores/all-stores.ts'
import { readStore, type Store } from '../../tenants/stores/stores.ts'
import { type Erased, erasePerson, exportPerson, previewErasure } from '../../upkeep/people/people.ts'
import { configuredSecrets } from './access/secrets.ts'
import { print, say, sayTable } from './output.ts'
import { withDatabase } from './with-database.ts'

type Flags = { store?: string; json?: boolean; dryRun?: boolean }

export function addPersonCommands(program: Command): void {
  const person = program.command('person').description('export or erase the data of a person')
  person
    .command('export')
    .description('print all data about a person, as JSON')
    .argument('<email>')
    .option('--store <id>', 'only this store (all)')
    .option('--json', 'accepted for consistency: the output is always JSON')
    .action(async (email: string, flags: Flags) => {
      const address = addressOf(email)
      const found = await inStores(flags, async (db, store) =>
        exportPerson(db, await configuredSecrets(db), store, address),
      )
      print(true, { email: address, stores: found }, () => {})
    })
  person
    .command('erase')
    .description('erase a person; their orders and texts are kept anonymously')
    .argument('<email>')
    .option('--store <id>', 'only this store (all)')
    .option('--dry-run', 'say what would be erased, and erase nothing')
    .option('--json', 'print JSON')
    .action(async (email: string, flags: Flags) => {
      const address = addressOf(email)
      if (flags.dryRun) return await sayErasure(address, flags)
      const at = new Date(systemClock())
      const erased = await inStores(flags, async (db, store) =>
        erasePerson(db, await configuredSecrets(db), store, address, at),
      )
      print(flags.json, { stores: erased }, () => {
        if (erased.length === 0) return say('There is no data about this person.')
        say('Erased. Only an HMAC of the address is kept, so that it receives no more email.')
        say()
        sayTable(
          ['store', 'orders', 'requests', 'mails', 'reviews', 'questions', 'answers'],
          erased.map(one => [one.store, ...countsOf(one)]),
        )
      })
    })
}

async function sayErasure(address: string, flags: Flags): Promise<void> {
  const found = await inStores(flags, async (db, store) =>
    previewErasure(db, await configuredSecrets(db), store, address),
  )
  print(flags.json, { stores: found }, () => {
    if (found.length === 0) return say('There is no data about this person.')
    say('Nothing was erased. This is what an erasure would concern:')
    say()
    sayTable(
      ['store', 'orders', 'requests', 'mails', 'reviews', 'questions', 'answers', 'names'],
      found.map(one => [one.store, ...countsOf(one), one.names.join(', ')]),
    )
  })
}

const countsOf = (one: Erased) => [
  ...[one.orders, one.requests, one.mailings, one.reviews, one.questions, one.answers],
]

function addressOf(email: string): string {
  const address = comparableAddress(email)
  if (address) return address
  throw new Problem(
    `${JSON.stringify(email)} is no e-mail address.`,
    'Give one address, such as ana@example.com.',
    2,
  )
}

/** What `act` has to tell of one store or of each, without those where there is nothing. */
async function inStores<T>(
  flags: Flags,
  act: (db: Database, store: Store) => Promise<T | undefined>,
): Promise<T[]> {
  return await withDatabase(async db => {
    const stores = flags.store === undefined ? await listStores(db) : [await readStore(db, flags.store)]
    const told: T[] = []
    for (const store of stores) {
      const one = await act(db, store)
      if (one !== undefined) told.push(one)
    }
    return told
  })
}
