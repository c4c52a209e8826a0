import { type Command, Option } from 'commander'
import { readConfig } from '../../../foundation/config/config.ts'
import type { Database } from '../../../foundation/database/connect.ts'
import { noteOwnPort } from '../../../foundation/lib/network/own-ports.ts'
import { printable } from '../../../foundation/lib/text/printable.ts'
import { isDate } from '../../../foundation/lib/time/days.ts'
import { startBackfill } from '../../../links/connections/backfill/backfill.ts'
import { checkConnection } from '../../../links/connections/check-connection.ts'
import {
  type ConnectionContext,
  listConnections,
  wordConnection,
} from '../../../links/connections/connection-list.ts'
import {
  addConnection,
  pauseConnection,
  removeConnection,
  resumeConnection,
} from '../../../links/connections/connections.ts'
import { listEvents, wordEvent } from '../../../links/connections/events/events.ts'
import { type Preset, presets } from '../../../links/connections/generic/presets.ts'
import {
  type Finding,
  type PlatformName,
  platformNames,
  wordFinding,
} from '../../../links/connections/platform.ts'
import { sentence } from '../../../links/connections/sentences.ts'
import { readStore } from '../../../tenants/stores/stores.ts'
import { toInstant } from '../access/key.ts'
import { bad, good, print, say, sayPairs, sayTable } from '../output.ts'
import { withDatabase } from '../with-database.ts'
import {
  byCommand,
  contextOf,
  optionsOfPreset,
  type SettingsFlags,
  storeOf,
  toPairs,
  trySample,
  withId,
} from './connect-arguments.ts'
import { addRetry, addUpdate } from './connect-changes.ts'

type AddFlags = SettingsFlags & { store: string; platform: PlatformName; preset?: Preset }

/** `connect`: shops that send their orders. */
export function addConnectCommands(program: Command): void {
  const connect = program.command('connect').description('connect shops that send their orders by themselves')
  addAdd(connect)
  addList(connect)
  addCheck(connect, 'test', "check the shop's API and its webhooks; changes nothing")
  addCheck(connect, 'repair', "create or activate the shop's webhooks, where its API can")
  addBackfill(connect)
  addLog(connect)
  addUpdate(connect)
  addRetry(connect)
  addChange(
    connect,
    'pause',
    'keep what the shop sends, and do nothing with it',
    'is paused',
    async (db, ids, context) =>
      db.transaction(tx => pauseConnection(tx, ...ids, sentence('pausedByCommand'), byCommand(context))),
  )
  addChange(
    connect,
    'resume',
    'work through what a paused connection kept',
    'runs again',
    async (db, ids, context) => db.transaction(tx => resumeConnection(tx, ...ids, context)),
  )
  addChange(
    connect,
    'remove',
    'delete a connection and its log; its orders stay',
    'is removed',
    async (db, ids, context) => db.transaction(tx => removeConnection(tx, ...ids, byCommand(context))),
  )
}

function addAdd(connect: Command): void {
  connect
    .command('add')
    .description('add a connection; contacts nobody')
    .requiredOption('--store <id>', 'the store')
    .addOption(
      new Option('--platform <name>', 'the system of the shop').choices(platformNames).makeOptionMandatory(),
    )
    .option('--name <text>', 'what to call it, such as the name of the shop')
    .option('--url <address>', 'the address of the shop')
    .option('--key <text>', "the key of the shop's API")
    .option('--secret <text>', "the secret that signs the shop's webhooks; made when it is left out")
    .option('--token <text>', "the token of the shop's API")
    .option('--set <name=value>', 'an option of the platform; repeatable', toPairs, {})
    .addOption(
      new Option('--preset <name>', 'a ready mapping of `generic`; --set changes it').choices(
        Object.keys(presets),
      ),
    )
    .option('--sample <file>', 'JSON of an order, on which a mapping of `generic` is tried first')
    .option('--json', 'print JSON')
    .action(async ({ store, json, set, preset, sample, ...given }: AddFlags) => {
      const options = { ...optionsOfPreset(given.platform, preset), ...set }
      if (sample !== undefined) await trySample(given.platform, options, sample)
      const { connection, secret } = await withDatabase(async db => {
        const { store_id } = await readStore(db, store)
        const context = await contextOf(db)
        return await db.transaction(tx => addConnection(tx, store_id, { ...given, options }, context))
      })
      const { connection_id, webhook_url, missing } = connection
      print(json, { connection_id, webhook_url, ...(secret && { secret }) }, () => {
        if (secret) say('The secret is shown only once. Paste it into the shop with the address.')
        say()
        sayPairs({ connection_id, webhook_url, ...(secret && { secret }) })
        if (missing.length > 0) say(`\nNothing is scheduled yet. Missing: ${missing.join(', ')}.`)
      })
    })
}

function addList(connect: Command): void {
  connect
    .command('list')
    .description('list the connections of a store')
    .requiredOption('--store <id>', 'the store')
    .option('--json', 'print JSON')
    .action(async ({ store, json }: { store: string; json?: boolean }) => {
      const connections = await withDatabase(async db =>
        listConnections(db, (await readStore(db, store)).store_id, await contextOf(db)),
      )
      const found = connections.map(wordConnection)
      print(json, found, () => printConnections(found, store))
    })
}

function printConnections(found: ReturnType<typeof wordConnection>[], store: string): void {
  if (found.length === 0) {
    say(`No connection yet. Add one: ./realword connect add --store ${store} --platform woocommerce`)
    return
  }
  sayTable(
    ['id', 'platform', 'name', 'state', 'missing', 'last event', 'waiting', 'failed', 'last error'],
    found.map(one => [
      ...[one.connection_id, one.platform, one.name, one.state, one.missing.join(', ') || null],
      ...[one.last_event_at, one.waiting_events, one.failed_events],
      one.last_error && `${one.last_error.message} ${one.last_error.mend}`,
    ]),
  )
}

function addCheck(connect: Command, what: 'test' | 'repair', description: string): void {
  withId(connect, what, description).action(async (id: string, { json }: { json?: boolean }) => {
    const findings = await withDatabase(async db => {
      const { EGRESS_ALLOW, PORT } = readConfig(process.env)
      noteOwnPort(PORT)
      const context = { ...(await contextOf(db)), allowedNetworks: EGRESS_ALLOW }
      return await checkConnection(db, storeOf(id), id, what, context)
    })
    print(json, findings.map(wordFinding), () => printFindings(findings))
    if (findings.some(({ ok }) => !ok)) process.exitCode = 1
  })
}

function printFindings(findings: Finding[]): void {
  for (const { ok, what, mend } of findings.map(wordFinding))
    say(`${ok ? good('ok') : bad('--')}  ${printable(what)}${mend ? `\n    ${printable(mend)}` : ''}`)
}

function addBackfill(connect: Command): void {
  withId(
    connect,
    'backfill',
    'fetch the orders that the shop changed since a date; a running service does it',
  )
    .requiredOption('--from <date>', 'such as 2026-11-24, or an ISO 8601 instant', toStart)
    .action(async (id: string, { from, json }: { from: Date; json?: boolean }) => {
      await withDatabase(async db => {
        const { secrets, now } = await contextOf(db)
        await db.transaction(tx => startBackfill(tx, storeOf(id), id, { from, now, secrets }))
      })
      print(json, { connection_id: id, from }, () => say(`The back-fill of ${id} begins within a minute.`))
    })
}

function toStart(text: string): Date {
  return toInstant(isDate(text) ? `${text}T00:00:00Z` : text)
}

function addLog(connect: Command): void {
  withId(connect, 'log', 'show what the shop sent, and what became of it, newest first').action(
    async (id: string, { json }: { json?: boolean }) => {
      const { events } = await withDatabase(db => listEvents(db, storeOf(id), id, { limit: 100 }))
      const lines = events.map(wordEvent)
      print(json, lines, () => printEvents(lines))
    },
  )
}

function printEvents(events: ReturnType<typeof wordEvent>[]): void {
  if (events.length === 0) {
    say('Nothing has arrived yet.')
    return
  }
  sayTable(
    ['received', 'topic', 'about', 'state', 'what became of it'],
    events.map(one => [
      ...[one.received_at, one.topic, one.subject, one.state],
      [one.outcome, one.mend].filter(Boolean).join(' ') || null,
    ]),
  )
}

type Ids = [storeId: string, connectionId: string]

function addChange(
  connect: Command,
  name: string,
  description: string,
  done: string,
  act: (db: Database, ids: Ids, context: ConnectionContext) => Promise<unknown>,
): void {
  withId(connect, name, description).action(async (id: string, { json }: { json?: boolean }) => {
    await withDatabase(async db => act(db, [storeOf(id), id], await contextOf(db)))
    print(json, { connection_id: id }, () => say(`${id} ${done}.`))
  })
}
