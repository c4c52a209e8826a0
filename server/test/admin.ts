import sql from 'sql-template-tag'
import { expect, vi } from 'vitest'
import { addMember } from '../tenants/accounts/members.ts'
import type { Role } from '../tenants/accounts/roles.ts'
import { insertUser } from '../tenants/accounts/users.ts'
import type { Answer, TestApp } from './app.ts'

/** A browser on the dashboard: keeps cookies, and sends the headers of our own page. */
export type AdminClient = {
  send: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>
  signIn: (email: string, password?: string) => Promise<Answer>
  cookies: () => string
}

export const aPassword = 'correct horse battery'

/** A hash of `aPassword` that is checked in 0.1 ms. The service's own takes 30 ms. */
export const aPasswordHash =
  '$argon2id$v=19$m=8,t=1,p=1$YSBzYWx0IGZvciB0ZXN0cw$MlFQP5pWrc/k0mn24kiaChL9CmQ2yl/EQKiVVUIY4R8'

export function adminClient({ send, url }: Pick<TestApp, 'send' | 'url'>): AdminClient {
  const jar = new Map<string, string>()
  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const client: AdminClient = {
    cookies,
    send: async (method, path, body, headers = {}) => {
      const answer = await send(method, `/admin/api${path}`, {
        headers: {
          cookie: cookies(),
          origin: url,
          'x-realword-page': '1',
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        body,
      })
      for (const cookie of answer.headers.getSetCookie()) keep(jar, cookie)
      return answer
    },
    signIn: (email, password = aPassword) => client.send('POST', '/session', { email, password }),
  }
  return client
}

let made = 0

/** A signed-in user with a role in the store. */
export async function aMember(
  it: TestApp,
  storeId: string,
  role: Role,
): Promise<AdminClient & { userId: string; email: string }> {
  const at = new Date()
  const email = `${role}.${++made}@shop.example`
  const { id } = await it.database.transaction(async tx => {
    const person = await insertUser(tx, { name: `The ${role}`, email, passwordHash: aPasswordHash, at })
    await addMember(tx, storeId, { userId: person.id, role, at })
    return person
  })
  const client = adminClient(it)
  const { status } = await client.signIn(email)
  if (status !== 200) throw new Error(`could not sign in: ${status}`)
  await signInIsLogged(it, id)
  return { ...client, userId: id, email }
}

// The entry is written after the answer. A test that compares what the database has would find it in one of two.
async function signInIsLogged(it: TestApp, id: string): Promise<void> {
  const logged = sql`select from audit_log where record_id = ${id} and action = 'sign_in'`
  await vi.waitFor(async () => expect(await it.database.query(logged)).not.toEqual([]), { timeout: 120_000 })
}

function keep(jar: Map<string, string>, cookie: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
  if (/max-age=0/i.test(cookie)) jar.delete(name)
  else jar.set(name, value)
}
