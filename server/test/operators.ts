import { createOperatorKey } from '../tenants/accounts/operator-keys.ts'
import { addOperator } from '../tenants/accounts/operators.ts'
import { insertUser } from '../tenants/accounts/users.ts'
import { type AdminClient, adminClient, aPasswordHash } from './admin.ts'
import type { Answer, TestApp } from './app.ts'

/** A program with an operator key. */
export type OperatorClient = {
  keyId: string
  apiKey: string
  send: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>
}

const by = () => ({ at: new Date(), actor: 'command' }) as const

export async function anOperatorKey(
  it: TestApp,
  name = 'Billing',
  expiresAt?: Date,
): Promise<OperatorClient> {
  const { key_id, api_key } = await createOperatorKey(
    it.database,
    { name, expiresAt: expiresAt ?? null },
    by(),
  )
  return {
    keyId: key_id,
    apiKey: api_key,
    send: (method, path, body, headers = {}) =>
      it.send(method, `/operator/v1${path}`, {
        headers: {
          authorization: `Bearer ${api_key}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        body,
      }),
  }
}

let made = 0

/** A signed-in operator, who is no member of any store. */
export async function anOperator(it: TestApp): Promise<AdminClient & { userId: string; email: string }> {
  const email = `operator.${++made}@host.example`
  const person = { name: 'The operator', email, passwordHash: aPasswordHash, at: new Date() }
  const { id } = await it.database.transaction(tx => insertUser(tx, person))
  await addOperator(it.database, id, by())
  const client = adminClient(it)
  const { status } = await client.signIn(email)
  if (status !== 200) throw new Error(`could not sign in: ${status}`)
  return { ...client, userId: id, email }
}
