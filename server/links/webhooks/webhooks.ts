import sql, { type Sql } from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import { type Actor, logChanges } from '../../foundation/events/audit/audit.ts'
import { type EventType, eventTypes } from '../../foundation/events/event-types.ts'
import type { Egress } from '../../foundation/http/egress.ts'
import { enqueue } from '../../foundation/jobs/jobs.ts'
import { makeScopedId, storeOfScopedId } from '../../foundation/lib/ids/scoped-id.ts'
import { uuid } from '../../foundation/lib/ids/uuid.ts'
import type { Secrets } from '../../foundation/lib/secret.ts'
import { shownKey } from '../../tenants/stores/keys.ts'
import { refusalError } from './refusals.ts'
import { makeSigningSecret } from './signing.ts'
import { checkWebhookAddress } from './webhook-address.ts'
import { openSigning, sealSigning } from './webhook-secrets.ts'

/** An endpoint as members, commands and the API see it: never its secret. */
export type Webhook = {
  webhook_id: string
  url: string
  /** Empty: all of them. */
  events: EventType[]
  state: 'active' | 'disabled'
  disabled_why: DisabledWhy | null
  created_at: Date
  /** The key of the management API that made it; null: a member or the command did. */
  created_by_key: string | null
  /** Until then, the secret before the last rotation signs too. */
  previous_until: Date | null
  failing_since: Date | null
  last_success_at: Date | null
  /** Deliveries that wait, also for another attempt. */
  waiting: number
}

/** `gone`: it answered 410; `failing`: nothing but failures for 120 hours; `member`: somebody disabled it. */
export type DisabledWhy = 'gone' | 'failing' | 'member'

/** What verbs need besides the database. */
export type WebhookContext = {
  secrets: Secrets
  egress: Egress
  by: { at: Date; actor: Actor }
  /** The key of the management API, if one asks. */
  byKey?: string | undefined
}

export type NewWebhook = { url: string; events?: readonly string[] | undefined }

const mostOfStore = 20

/** Adds an endpoint. The secret is returned only here. Throws `settings_invalid`, also beyond 20 endpoints. */
export async function createWebhook(
  tx: Connection,
  storeId: string,
  { url, events = [] }: NewWebhook,
  { secrets, egress, by, byKey }: WebhookContext,
): Promise<Webhook & { secret: string }> {
  const row = { store_id: storeId, webhook_id: makeScopedId(storeId) }
  const secret = makeSigningSecret()
  const address = checkWebhookAddress(url, egress)
  const taken = checkEvents(events)
  // Locked first, so that two at once cannot exceed the limit.
  await lockStore(tx, storeId)
  const [count] = await tx.query<{ webhooks: number }>(sql`
    select count(*)::integer as webhooks
    from webhook_endpoints
    where store_id = ${storeId}`)
  if ((count?.webhooks ?? 0) >= mostOfStore) throw refusalError('webhooks', 'many')
  await tx.query(sql`
    insert into webhook_endpoints (
      store_id, webhook_id, url, events, secrets, state, created_at, updated_at, created_by_key
    )
    values (
      ${storeId}, ${row.webhook_id}, ${address}, ${taken}::text[],
      ${sealSigning(secrets, row, { current: secret })}, 'active', ${by.at}, ${by.at}, ${byKey ?? null}
    )`)
  await noteEvents(tx, storeId)
  if (byKey) await log(tx, storeId, by, 'create webhook_by_key', [await shownKey(tx, storeId, byKey)])
  else await log(tx, storeId, by, 'create webhook', [])
  return { ...(await readWebhook(tx, storeId, row.webhook_id)), secret }
}

/** The endpoints of a store, newest first. With `since`: whose settings changed since then, the last change first. */
export async function listWebhooks(db: Connection, storeId: string, since?: Date): Promise<Webhook[]> {
  if (!since) return await readWebhooks(db, storeId, sql`true`)
  return await readWebhooks(db, storeId, sql`updated_at >= ${since}`, sql`updated_at`)
}

/** With `lock`, nothing changes it until the transaction ends. Throws `webhook_unknown`. */
export async function readWebhook(
  db: Connection,
  storeId: string,
  webhookId: string,
  lock = false,
): Promise<Webhook> {
  requireForm(webhookId)
  if (lock) await lockStore(db, storeId)
  const [webhook] = await readWebhooks(db, storeId, sql`webhook_id = ${webhookId}`)
  if (!webhook) throw new ApiError('webhook_unknown')
  return webhook
}

export type WebhookChange = {
  url?: string | undefined
  events?: readonly string[] | undefined
  state?: Webhook['state'] | undefined
}

/**
 * Changes what is given. An endpoint that becomes active receives what waited since it was disabled. Throws
 * `webhook_unknown` or `settings_invalid`.
 */
export async function changeWebhook(
  tx: Connection,
  storeId: string,
  webhookId: string,
  change: WebhookChange,
  { egress, by }: Pick<WebhookContext, 'egress' | 'by'>,
): Promise<Webhook> {
  await lockStore(tx, storeId)
  const before = await readWebhook(tx, storeId, webhookId)
  const { url, events, state = before.state } = change
  const address = url === undefined ? before.url : checkWebhookAddress(url, egress)
  const taken = events === undefined ? before.events : checkEvents(events)
  const why = state === 'active' ? null : (before.disabled_why ?? 'member')
  await tx.query(sql`
    update webhook_endpoints
    set url = ${address}, events = ${taken}::text[], state = ${state}, disabled_why = ${why}, updated_at = ${by.at}
    where store_id = ${storeId} and webhook_id = ${webhookId}`)
  if (state === 'active' && (before.state !== state || address !== before.url))
    await startAfresh(tx, storeId, webhookId, by.at)
  await noteEvents(tx, storeId)
  const named = { url: change.url, events: change.events, active: change.state }
  const fields = Object.entries(named).flatMap(([name, given]) => (given === undefined ? [] : [name]))
  await log(tx, storeId, by, 'change webhook', fields)
  return await readWebhook(tx, storeId, webhookId)
}

// It takes the slots of endpoints that have not answered yet, so that no change is a way to those of the others.
async function startAfresh(tx: Connection, storeId: string, webhookId: string, at: Date): Promise<void> {
  await tx.query(sql`
    update webhook_endpoints
    set responsive = false, failing_since = null, failures = 0, waits_until = null
    where store_id = ${storeId} and webhook_id = ${webhookId}`)
  await tx.query(sql`
    update webhook_deliveries
    set next_at = null, updated_at = ${at}
    where store_id = ${storeId} and webhook_id = ${webhookId} and state = 'waiting' and next_at is not null`)
  await enqueue(tx, 'send-webhooks', storeId, [uuid()])
}

/** Deletes the endpoint with its deliveries. Does nothing if there is none: unsubscribing twice is no error. */
export async function deleteWebhook(
  tx: Connection,
  storeId: string,
  webhookId: string,
  by: WebhookContext['by'],
): Promise<boolean> {
  await lockStore(tx, storeId)
  const deleted = await tx.query(sql`
    delete from webhook_endpoints
    where store_id = ${storeId} and webhook_id = ${webhookId}
    returning 1`)
  await tx.query(sql`
    delete from webhook_deliveries
    where store_id = ${storeId} and webhook_id = ${webhookId}`)
  await noteEvents(tx, storeId)
  if (deleted.length > 0) await log(tx, storeId, by, 'delete webhook', [])
  return deleted.length > 0
}

const bothSign = 24 * 60 * 60 * 1000 // ms

/**
 * Makes a new secret, returned only here. The former one signs too for 24 hours; one before it does no more. Throws
 * `webhook_unknown`.
 */
export async function rotateWebhook(
  tx: Connection,
  storeId: string,
  webhookId: string,
  { secrets, by }: Pick<WebhookContext, 'secrets' | 'by'>,
): Promise<Webhook & { secret: string }> {
  requireForm(webhookId)
  const [row] = await tx.query<{ store_id: string; webhook_id: string; secrets: Buffer }>(sql`
    select store_id, webhook_id, secrets
    from webhook_endpoints
    where store_id = ${storeId} and webhook_id = ${webhookId}
    for update`)
  if (!row) throw new ApiError('webhook_unknown')
  const current = makeSigningSecret()
  const former = openSigning(secrets, row, row.secrets)?.current
  const sealed = sealSigning(secrets, row, { current, ...(former && { previous: former }) })
  await tx.query(sql`
    update webhook_endpoints
    set secrets = ${sealed}, previous_until = ${former ? new Date(by.at.getTime() + bothSign) : null},
      updated_at = ${by.at}
    where store_id = ${storeId} and webhook_id = ${webhookId}`)
  await log(tx, storeId, by, 'rotate webhook', ['secret'])
  return { ...(await readWebhook(tx, storeId, webhookId)), secret: current }
}

/** Disables it after what its server answered. Waiting deliveries stay, for when it is active again. */
export async function disableWebhook(
  tx: Connection,
  storeId: string,
  webhookId: string,
  why: 'gone' | 'failing',
  at: Date,
): Promise<boolean> {
  await lockStore(tx, storeId)
  const disabled = await tx.query(sql`
    update webhook_endpoints
    set state = 'disabled', disabled_why = ${why}, updated_at = ${at}
    where store_id = ${storeId} and webhook_id = ${webhookId} and state = 'active'
    returning 1`)
  await noteEvents(tx, storeId)
  if (disabled.length > 0) await log(tx, storeId, { at, actor: 'system' }, 'disable webhook', [why])
  return disabled.length > 0
}

/** PostgreSQL would refuse a text with NUL. */
function requireForm(webhookId: string): void {
  if (storeOfScopedId(webhookId) === undefined) throw new ApiError('webhook_unknown')
}

function checkEvents(events: readonly string[]): EventType[] {
  const unknown = events.find(name => !eventTypes.includes(name as EventType))
  if (unknown !== undefined) throw refused('events', `it takes ${eventTypes.join(', ')}`)
  return [...new Set(events)] as EventType[]
}

function refused(path: string, what: string): ApiError {
  return new ApiError('settings_invalid', { problems: [{ path, problem: 'refused', values: [what] }] })
}

async function lockStore(tx: Connection, storeId: string): Promise<void> {
  await tx.query(sql`select from stores where store_id = ${storeId} for no key update`)
}

/** Keeps the events that are taken in the row of the store, under its lock. */
async function noteEvents(tx: Connection, storeId: string): Promise<void> {
  const rows = await tx.query<{ events: string[] }>(sql`
    select events
    from webhook_endpoints
    where store_id = ${storeId} and state = 'active'`)
  const taken = rows.flatMap(({ events }) => (events.length === 0 ? eventTypes : events))
  const noted = taken.length === 0 ? null : [...new Set(taken)].sort()
  await tx.query(sql`
    update stores
    set webhook_events = ${noted}::text[]
    where store_id = ${storeId} and webhook_events is distinct from ${noted}::text[]`)
}

async function log(
  tx: Connection,
  storeId: string,
  by: WebhookContext['by'],
  action: string,
  fields: string[],
): Promise<void> {
  await logChanges(tx, storeId, [{ ...by, action, record: 'store', recordId: storeId, fields }])
}

async function readWebhooks(
  db: Connection,
  storeId: string,
  condition: Sql,
  newest = sql`created_at`,
): Promise<Webhook[]> {
  return await db.query<Webhook>(sql`
    select webhook_id, url, events, state, disabled_why, created_at, created_by_key, previous_until, failing_since,
      last_success_at,
      (
        select count(*)::integer
        from webhook_deliveries as delivery
        where delivery.store_id = ${storeId} and delivery.webhook_id = webhook_endpoints.webhook_id
          and delivery.state = 'waiting'
      ) as waiting
    from webhook_endpoints
    where store_id = ${storeId} and ${condition}
    order by ${newest} desc, webhook_id`)
}
