import sql from 'sql-template-tag'
import { type LinkSource, tokensOf } from '../../foundation/mailings/links.ts'
import { makePasswordLink } from '../../tenants/accounts/sign-in/password-links.ts'
import { type AdminClient, adminClient, aMember, aPassword } from '../admin.ts'
import { type Answer, type TestApp, testSecret } from '../app.ts'
import { totp } from '../totp.ts'
import { seedNow } from './seeded.ts'
import type { Worlds } from './worlds.ts'

/** A signed-in user, created for one request. */
export type Somebody = AdminClient & { userId: string; email: string }

/** Prepares and returns a request. Its sender is a member of the store, and of no twin. */
type Act = (about: About) => Promise<() => Promise<Answer>>

export type About = { it: TestApp; me: Somebody; owner: AdminClient; worlds: Worlds }

/** `idle`: why a request other than GET changes nothing. */
export type PeopleLine = { act: Act; idle?: string } | { exempt: string }

const newPassword = 'another horse, another battery'
const at = new Date(seedNow)

/** Requests of people about themselves, by method and address. */
export const peopleLines: Record<string, PeopleLine> = {
  'POST /admin/api/setup': { exempt: 'Works only while nobody can sign in and there is no store.' },
  'POST /admin/api/setup/look': { exempt: 'Reads no store: it knows tokens alone.' },
  'GET /admin/api/session': { act: simple('GET', '/session') },
  'GET /admin/api/sessions': { act: simple('GET', '/sessions') },
  'POST /admin/api/session': {
    act: async ({ it, me }) => {
      return () => adminClient(it).signIn(me.email)
    },
  },
  'POST /admin/api/session/second-factor': {
    act: async ({ it, me }) => {
      const [recovery_code] = await turnOnFactor(me)
      const elsewhere = adminClient(it)
      await elsewhere.signIn(me.email)
      return () => elsewhere.send('POST', '/session/second-factor', { recovery_code })
    },
  },
  'DELETE /admin/api/session': { act: simple('DELETE', '/session') },
  'DELETE /admin/api/sessions': { act: simple('DELETE', '/sessions', { password: aPassword }) },
  'DELETE /admin/api/sessions/:id': {
    act: async ({ it, me }) => {
      await adminClient(it).signIn(me.email)
      const { body } = await me.send('GET', '/sessions')
      const { id } = body.result.find((session: { current: boolean }) => !session.current)
      return () => me.send('DELETE', `/sessions/${id}`, { password: aPassword })
    },
  },
  'PATCH /admin/api/account': { act: simple('PATCH', '/account', { name: 'Another name' }) },
  'POST /admin/api/stores': {
    exempt: 'Writes rows of a new store only; store-makers.test.ts reads the stores of its user.',
  },
  'POST /admin/api/account/password': {
    act: simple('POST', '/account/password', { password: aPassword, new_password: newPassword }),
  },
  'POST /admin/api/account/second-factor': {
    act: simple('POST', '/account/second-factor', { password: aPassword }),
  },
  'POST /admin/api/account/second-factor/proof': {
    act: async ({ me }) => {
      const { body } = await me.send('POST', '/account/second-factor', { password: aPassword })
      return () => me.send('POST', '/account/second-factor/proof', { code: totp(body.uri) })
    },
  },
  'POST /admin/api/account/second-factor/removal': {
    act: async ({ me }) => {
      const [recovery_code] = await turnOnFactor(me)
      const confirmation = { password: aPassword, recovery_code }
      return () => me.send('POST', '/account/second-factor/removal', confirmation)
    },
  },
  'POST /admin/api/invitations/acceptance': {
    act: async about => {
      const { it, worlds } = about
      const somebody = await aMember(it, worlds.seeded.emptyStoreId, 'viewer')
      const token = await invitationOf(about, somebody.email)
      return () => somebody.send('POST', '/invitations/acceptance', { token })
    },
  },
  'POST /admin/api/invitations/join': {
    act: async about => {
      const token = await invitationOf(about, 'joining@agency.example')
      const who = { name: 'Somebody new', password: newPassword }
      return () => adminClient(about.it).send('POST', '/invitations/join', { token, ...who })
    },
  },
  'POST /admin/api/invitations/look': {
    idle: 'Reads an invitation. The token is in the body to stay out of logs.',
    act: async about => {
      const token = await invitationOf(about, 'reading@agency.example')
      return () => adminClient(about.it).send('POST', '/invitations/look', { token })
    },
  },
  'POST /admin/api/password': {
    act: async ({ it, me }) => {
      const { token } = await makePasswordLink(it.database, me.userId, at, 60)
      return () => adminClient(it).send('POST', '/password', { token, password: newPassword })
    },
  },
  'POST /admin/api/password-links': {
    act: async ({ it, me }) => {
      return () => adminClient(it).send('POST', '/password-links', { email: me.email, language: 'en' })
    },
  },
}

function simple(method: string, path: string, body?: object): Act {
  return async ({ me }) => {
    return () => me.send(method, path, body)
  }
}

/** Turns a second factor on. Resolves with its recovery codes. */
async function turnOnFactor(me: Somebody): Promise<string[]> {
  const { body } = await me.send('POST', '/account/second-factor', { password: aPassword })
  await me.send('POST', '/account/second-factor/proof', { code: totp(body.uri) })
  return body.recovery_codes
}

/** The token of an invitation of the store. Its twins get invitations with the same id and hash. */
async function invitationOf({ it, owner, worlds }: About, email: string): Promise<string> {
  const { storeId } = worlds.seeded.store
  const { body } = await owner.send('POST', `/stores/${storeId}/invitations`, { email, role: 'viewer' })
  for (const twinId of worlds.twinIds)
    await it.database.query(sql`
      insert into invitations
      select (jsonb_populate_record(invitations, jsonb_build_object('store_id', ${twinId}::text))).*
      from invitations
      where store_id = ${storeId} and id = ${body.id}`)
  const [source] = await it.database.query<LinkSource>(sql`
    select store_id as "storeId", id, kind, link_salt
    from mailings
    where store_id = ${storeId} and record_id = ${body.id}`)
  if (!source) throw new Error('The invitation was not mailed.')
  return tokensOf(testSecret, source).link ?? ''
}
