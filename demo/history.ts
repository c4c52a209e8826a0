import type { Connection } from '../server/foundation/database/connect.ts'
import { type Actor, type Change, logChanges } from '../server/foundation/events/audit/audit.ts'
import { uuid } from '../server/foundation/lib/ids/uuid.ts'
import { boundsOf, dateAfter } from '../server/foundation/lib/time/days.ts'
import { addMember, changeMember } from '../server/tenants/accounts/members.ts'
import type { Role } from '../server/tenants/accounts/roles.ts'
import { createUserWithoutPassword, type User } from '../server/tenants/accounts/users.ts'
import { createKey, renameKey, revokeKeyOf } from '../server/tenants/stores/keys.ts'
import type { ReplyTemplate } from '../server/tenants/stores/settings/reply-templates.ts'
import { changeStore, newStoreSettings, type StoreSettings } from '../server/tenants/stores/stores.ts'
import { ownQuestions } from './own-questions.ts'

/** What the demo's store is created with. `fillHistory` changes it to the settings that the demo has. */
export const firstSettings: Partial<StoreSettings> & { name: string } = {
  name: 'Cafe da Serra',
  color: '#7a4a21',
  request_delay_days: 10,
  send_at: '09:00',
  retention_months: 36,
  attributes: ownQuestions,
  asks_about_store: true,
  videos: true,
  buyer_answers: true,
}

const { color, request_delay_days, send_at, moderation, retention_months } = newStoreSettings

const thanks: ReplyTemplate = {
  title: 'Agradecimento',
  text: 'Obrigado, {name}! Que bom que você gostou de {product}. Um abraço da {store}.',
}
const trouble: ReplyTemplate = {
  title: 'Algo deu errado',
  text: 'Olá, {name}. Sentimos muito pelo problema com {product}. Responda ao e-mail do seu pedido e resolvemos.',
}

/** The store, and when something happened there: a time of day, some days ago. */
type Place = { tx: Connection; storeId: string; at: (day: number, time: string) => Date }

/**
 * Simulates what the team did before `now`: it set up the store, a colleague joined, and it worked for a day, the last
 * one from Monday to Friday. It calls the normal verbs, oldest first, because the log is read by id. Only invitations
 * are just logged: they would send emails.
 */
export async function fillHistory(tx: Connection, storeId: string, owner: User, now: number): Promise<void> {
  const place: Place = { tx, storeId, at: (day, time) => timeBefore(now, day, time) }
  const oldKey = await setUp(place, owner)
  const clara = await join(place, owner, {
    ...{ name: 'Clara Monteiro', role: 'moderator' },
    ...{ day: 40, invited: '10:50', joined: '11:05' },
  })
  await changeMember(tx, storeId, clara.id, 'owner', { at: place.at(28, '09:41'), userId: owner.id })
  await work(place, owner, clara, { day: lastWorkday(now), oldKey })
}

/** When the store was created, with its first key. */
export const firstDay = (now: number): Date => timeBefore(now, 45, '10:02')

async function setUp({ tx, storeId, at }: Place, owner: User): Promise<string> {
  const change = (settings: Partial<StoreSettings>, time: string) =>
    changeStore(tx, storeId, settings, { at: at(45, time), actor: actorOf(owner) })
  await change({ name: 'Café da Serra', color }, '10:18')
  await change({ request_delay_days, send_at }, '10:32')
  await change({ open_reviews: true }, '11:15')
  const key = { type: 'orders', name: 'Planilha', actor: actorOf(owner) } as const
  return (await createKey(tx, () => at(45, '11:40').getTime(), storeId, key)).key_id
}

type Workday = { day: number; oldKey: string }

async function work(place: Place, owner: User, clara: User, { day, oldKey }: Workday): Promise<void> {
  const { tx, storeId } = place
  const at = (time: string) => place.at(day, time)
  const clock = (time: string) => () => at(time).getTime()
  const change = (user: User, time: string, settings: Partial<StoreSettings>) =>
    changeStore(tx, storeId, settings, { at: at(time), actor: actorOf(user) })

  await change(clara, '09:07', { reply_templates: [thanks] })
  await change(owner, '09:24', { moderation: 'hold' })
  await join(place, owner, { name: 'Bruno Sato', role: 'viewer', day, invited: '10:02', joined: '10:31' })
  const key = { type: 'manage', scopes: ['reviews:read', 'questions:write'], actor: actorOf(owner) } as const
  const { key_id } = await createKey(tx, clock('11:15'), storeId, key)
  await renameKey(tx, clock('11:18'), storeId, key_id, { name: 'Atendimento', actor: actorOf(owner) })
  await change(clara, '13:42', { requests_paused: true })
  await change(clara, '14:25', { requests_paused: false })
  await log(place, clara, at('15:03'), { action: 'export', record: 'person', recordId: uuid(), fields: [] })
  await change(clara, '15:47', { reply_templates: [thanks, trouble] })
  await revokeKeyOf(tx, clock('16:20'), storeId, oldKey, actorOf(owner))
  await change(owner, '16:34', { retention_months })
  await change(owner, '17:26', { moderation })
}

type Newcomer = { name: string; role: Role; day: number; invited: string; joined: string }

/** Somebody is invited, and accepts. */
async function join(
  place: Place,
  owner: User,
  { name, role, day, invited, joined }: Newcomer,
): Promise<User> {
  const { tx, storeId } = place
  const at = place.at(day, joined)
  const email = owner.email.replace(/^[^.]+/, name.split(' ', 1)[0] ?? '')
  const user = await createUserWithoutPassword(tx, { name, email, at })
  const recordId = uuid()
  await log(place, owner, place.at(day, invited), {
    action: 'invite',
    record: 'invitation',
    recordId,
    fields: [],
  })
  await addMember(tx, storeId, { userId: user.id, role, at })
  await log(place, user, at, { action: 'join', record: 'member', recordId: user.id, fields: ['role'] })
  return user
}

async function log(
  { tx, storeId }: Place,
  user: User,
  at: Date,
  change: Omit<Change, 'at' | 'actor'>,
): Promise<void> {
  await logChanges(tx, storeId, [{ ...change, at, actor: actorOf(user) }])
}

const actorOf = ({ id }: User): Actor => `user ${id}`

const { time_zone } = newStoreSettings
const minute = 60_000

function timeBefore(now: number, day: number, time: string): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const { begins } = boundsOf(dateAfter(now, -day, { time_zone }), { time_zone })
  return new Date(begins.getTime() + (hours * 60 + minutes) * minute)
}

/** How many days ago that was. */
function lastWorkday(now: number): number {
  const isWorkday = (day: number) => ![0, 6].includes(timeBefore(now, day, '12:00').getUTCDay())
  return [1, 2, 3].find(isWorkday) ?? 1
}
