import type { Command } from 'commander'
import { Problem } from '../../../foundation/lib/problem.ts'
import { changeConnection, openConnection } from '../../../links/connections/connections.ts'
import { retryEvent, retryFailedEvents } from '../../../links/connections/events/events.ts'
import { print, say } from '../output.ts'
import { withDatabase } from '../with-database.ts'
import { contextOf, type SettingsFlags, storeOf, toPairs, trySample, withId } from './connect-arguments.ts'

/** `connect update`: its address and secret stay, so nothing changes in the shop. */
export function addUpdate(connect: Command): void {
  withId(
    connect,
    'update',
    'change a connection; its webhook address stays, and its secret unless one is given',
  )
    .option('--name <text>', 'what to call it')
    .option('--url <address>', 'the address of the shop')
    .option('--key <text>', "the key of the shop's API")
    .option('--secret <text>', "the secret that signs the shop's webhooks")
    .option('--token <text>', "the token of the shop's API")
    .option('--set <name=value>', 'an option of the platform; repeatable; NAME= removes it', toPairs, {})
    .option('--sample <file>', 'JSON of an order, on which the changed mapping of `generic` is tried first')
    .action(async (id: string, { json, set, sample, ...given }: SettingsFlags) => {
      if (Object.keys(given).length === 0 && Object.keys(set).length === 0)
        throw new Problem('Nothing is to be changed.', 'Name it: such as --set transit_days=7.', 2)
      const storeId = storeOf(id)
      const { connection_id, state, missing } = await withDatabase(async db => {
        const context = await contextOf(db)
        if (sample !== undefined) {
          const { platform, settings } = await openConnection(db, context.secrets, storeId, id)
          await trySample(platform.name, { ...settings?.options, ...set }, sample)
        }
        return await db.transaction(tx =>
          changeConnection(tx, storeId, id, { ...given, options: set }, context),
        )
      })
      print(json, { connection_id, state, missing }, () => {
        say(`${connection_id} is changed.`)
        if (missing.length > 0) say(`Nothing is scheduled yet. Missing: ${missing.join(', ')}.`)
        else say(`Failed events are tried again with: ./realword connect retry ${connection_id}`)
      })
    })
}

/** `connect retry`: what failed, or one event of the log. A running service tries it. */
export function addRetry(connect: Command): void {
  withId(connect, 'retry', 'try failed events again, such as after a change of the mapping')
    .option('--event <id>', 'one event, as `connect log --json` names it')
    .action(async (id: string, { json, event }: { json?: boolean; event?: string }) => {
      const retried = await withDatabase(db =>
        db.transaction(async tx => {
          if (event === undefined) return await retryFailedEvents(tx, storeOf(id), id)
          await retryEvent(tx, storeOf(id), id, event)
          return 1
        }),
      )
      print(json, { connection_id: id, retried }, () =>
        say(retried === 0 ? 'No event failed.' : `Events to be tried within a minute: ${retried}.`),
      )
    })
}
