import { setTimeout as pause } from 'node:timers/promises'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { readConfig } from '../../foundation/config/config.ts'
import type { Connection, Database } from '../../foundation/database/connect.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import { type EventType, eventTypes } from '../../foundation/events/event-types.ts'
import { egressOf } from '../../foundation/http/egress.ts'
import { storeOfScopedId } from '../../foundation/lib/ids/scoped-id.ts'
import { Problem } from '../../foundation/lib/problem.ts'
import { systemClock } from '../../foundation/lib/time/clock.ts'
import {
  type Delivery,
  listDeliveries,
  readDelivery,
  replayDeliveries,
  testWebhook,
} from '../../links/webhooks/deliveries.ts'
import { deliveryStates } from '../../links/webhooks/delivery-states.ts'
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listWebhooks,
  rotateWebhook,
  type Webhook,
  type WebhookContext,
} from '../../links/webhooks/webhooks.ts'
import { readStore } from '../../tenants/stores/stores.ts'
import { toInstant } from './access/key.ts'
import { configuredSecrets } from './access/secrets.ts'
import { print, say, sayPairs, sayTable } from './output.ts'
import { withDatabase } from './with-database.ts'

type Json = { json?: boolean }

/** `webhook`: addresses that receive what happens in a store. */
export function addWebhookCommands(program: Command): void {
  const webhook = program.command('webhook').description('send what happens in a store to other systems')
  addCreate(webhook)
  addList(webhook)
  addUpdate(webhook)
  addTest(webhook)
  addDeliveries(webhook)
  addReplay(webhook)
  addRotate(webhook)
  addDelete(webhook)
}

function addCreate(webhook: Command): void {
  webhook
    .command('create')
    .description('add an endpoint; its secret is shown only once')
    .requiredOption('--store <id>', 'the store')
    .requiredOption('--url <address>', 'where events are sent, beginning with https://')
    .addOption(
      new Option('--event <type>', 'an event to send; repeatable; all of them when it is left out')
        .argParser(addEvent)
        .default([]),
    )
    .option('--json', 'print JSON')
    .action(async ({ store, url, event, json }: Json & { store: string; url: string; event: string[] }) => {
      const { webhook_id, secret } = await withDatabase(async db => {
        const { store_id } = await readStore(db, store)
        const context = await contextOf(db)
        return await db.transaction(tx => createWebhook(tx, store_id, { url, events: event }, context))
      })
      printSecret(json, { webhook_id, secret })
    })
}

function printSecret(json: boolean | undefined, made: { webhook_id: string; secret: string }): void {
  print(json, made, () => {
    say('The secret is shown only once. Store it in the receiver, which verifies every request with it.\n')
    sayPairs(made)
  })
}

function addEvent(text: string, before: string[]): string[] {
  if (eventTypes.some(type => type === text)) return [...before, text]
  throw new InvalidArgumentError(`It takes one of ${eventTypes.join(', ')}.`)
}

function addList(webhook: Command): void {
  webhook
    .command('list')
    .description('list the endpoints of a store')
    .requiredOption('--store <id>', 'the store')
    .option('--json', 'print JSON')
    .action(async ({ store, json }: Json & { store: string }) => {
      const found = await withDatabase(async db => listWebhooks(db, (await readStore(db, store)).store_id))
      print(json, found, () => printWebhooks(found, store))
    })
}

function printWebhooks(found: Webhook[], store: string): void {
  if (found.length === 0) {
    say(`No webhook yet. Add one: ./realword webhook create --store ${store} --url https://…`)
    return
  }
  sayTable(
    ['id', 'url', 'events', 'state', 'why', 'last success', 'failing since', 'waiting'],
    found.map(one => [
      ...[one.webhook_id, one.url, one.events.join(' ') || 'all', one.state, one.disabled_why],
      ...[one.last_success_at, one.failing_since, one.waiting],
    ]),
  )
}

type UpdateFlags = Json & { url?: string; event: string[]; active?: string }

function addUpdate(webhook: Command): void {
  withId(webhook, 'update', 'change an endpoint, or activate one that was disabled')
    .option('--url <address>', 'where events are sent')
    .addOption(
      new Option('--event <type>', 'an event to send; repeatable; replaces the list')
        .argParser(addEvent)
        .default([]),
    )
    .addOption(new Option('--active <answer>', 'whether events are sent').choices(['true', 'false']))
    .action(async (id: string, { url, event, active, json }: UpdateFlags) => {
      const state = active === 'true' ? ('active' as const) : ('disabled' as const)
      const change = { url, events: event.length > 0 ? event : undefined, ...(active && { state }) }
      const changed = await withDatabase(async db => {
        const context = await contextOf(db)
        return await db.transaction(tx => changeWebhook(tx, storeOf(id), id, change, context))
      })
      print(json, changed, () => say(`${id} is ${changed.state}.`))
    })
}

const longestTest = 30_000 // ms

function addTest(webhook: Command): void {
  withId(webhook, 'test', 'send the event endpoint.test; a running service sends it')
    .addOption(
      new Option('--event <type>', 'an event about made-up records instead').choices([...eventTypes]),
    )
    .action(async (id: string, { event, json }: Json & { event?: EventType }) => {
      const tested = await withDatabase(async db => {
        const at = new Date(systemClock())
        const sent = await db.transaction(tx => testWebhook(tx, storeOf(id), id, at, event))
        return await settled(db, id, sent)
      })
      print(json, tested, () => printDeliveries([tested]))
      if (tested.state === 'delivered') return
      const what =
        tested.attempts === 0 ? 'No service sent the event yet.' : 'The endpoint did not accept the event.'
      throw new Problem(what, 'Start the service, or read the answer: ./realword webhook deliveries ID.')
    })
}

/** The delivery after its first attempt, or as it is after half a minute. */
async function settled(db: Connection, id: string, { delivery_id }: Delivery): Promise<Delivery> {
  const until = performance.now() + longestTest
  for (;;) {
    const {
      body: _body,
      last_answer: _answer,
      ...delivery
    } = await readDelivery(db, storeOf(id), id, delivery_id)
    if (delivery.attempts > 0 || performance.now() > until) return delivery
    await pause(250)
  }
}

function addDeliveries(webhook: Command): void {
  withId(webhook, 'deliveries', 'show the newest 100 deliveries')
    .addOption(new Option('--state <state>', 'only these').choices(deliveryStates))
    .action(async (id: string, { state, json }: Json & { state?: Delivery['state'] }) => {
      const { deliveries } = await withDatabase(db =>
        listDeliveries(db, storeOf(id), id, { state, limit: 100 }),
      )
      print(json, deliveries, () => printDeliveries(deliveries))
    })
}

function printDeliveries(deliveries: Delivery[]): void {
  if (deliveries.length === 0) {
    say('Nothing was sent yet.')
    return
  }
  sayTable(
    ['id', 'event', 'at', 'state', 'attempts', 'answer', 'next attempt'],
    deliveries.map(one => [
      ...[one.delivery_id, one.type, one.at, one.state, one.attempts],
      ...[one.last_status ?? one.last_error, one.next_at],
    ]),
  )
}

type ReplayFlags = Json & { delivery?: string; from?: Date; to?: Date }

function addReplay(webhook: Command): void {
  withId(webhook, 'replay', 'send deliveries again: one, or those of the events of a time')
    .option('--delivery <id>', 'as `webhook deliveries` shows it')
    .option('--from <instant>', 'the beginning of a time, in ISO 8601', toInstant)
    .option('--to <instant>', 'its end; now when it is left out', toInstant)
    .action(async (id: string, { delivery, from, to, json }: ReplayFlags) => {
      if ((delivery === undefined) === (from === undefined))
        throw new Problem('Nothing says what to replay.', 'Give --delivery, or --from and --to.', 2)
      const now = new Date(systemClock())
      const which = from ? { from, to: to ?? now } : { deliveryId: delivery ?? '' }
      const replayed = await withDatabase(db =>
        db.transaction(tx => replayDeliveries(tx, storeOf(id), id, which, now)),
      )
      print(json, { replayed }, () => sayReplayed(replayed))
    })
}

function sayReplayed(replayed: number): void {
  say(replayed === 1 ? '1 delivery is sent again.' : `${replayed} deliveries are sent again.`)
}

function addRotate(webhook: Command): void {
  withId(webhook, 'rotate', 'make a new secret; the former one signs too for 24 hours').action(
    async (id: string, { json }: Json) => {
      const { webhook_id, secret } = await withDatabase(async db => {
        const context = await contextOf(db)
        return await db.transaction(tx => rotateWebhook(tx, storeOf(id), id, context))
      })
      printSecret(json, { webhook_id, secret })
      if (!json) say('\nRotating again within 24 hours ends the former secret at once.')
    },
  )
}

function addDelete(webhook: Command): void {
  withId(webhook, 'delete', 'delete an endpoint with its deliveries').action(
    async (id: string, { json }: Json) => {
      const isDeleted = await withDatabase(async db => {
        const { by } = await contextOf(db)
        return await db.transaction(tx => deleteWebhook(tx, storeOf(id), id, by))
      })
      if (!isDeleted) throw new ApiError('webhook_unknown')
      print(json, { webhook_id: id }, () => say(`${id} is deleted.`))
    },
  )
}

function withId(webhook: Command, name: string, description: string): Command {
  return webhook
    .command(name)
    .description(description)
    .argument('<webhook-id>', 'as `webhook list` shows it')
    .option('--json', 'print JSON')
}

function storeOf(webhookId: string): string {
  const storeId = storeOfScopedId(webhookId)
  if (!storeId) throw new ApiError('webhook_unknown')
  return storeId
}

async function contextOf(db: Database): Promise<WebhookContext> {
  return {
    secrets: await configuredSecrets(db),
    egress: egressOf(readConfig(process.env)),
    by: { at: new Date(systemClock()), actor: 'command' },
  }
}
