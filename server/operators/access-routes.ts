import { z } from 'zod'
import { createOperatorKey, listOperatorKeys, revokeOperatorKey } from '../accounts/operator-keys.ts'
import { addOperator, listOperators, removeOperator } from '../accounts/operators.ts'
import { findPerson } from '../accounts/people.ts'
import type { Dependencies } from '../dependencies.ts'
import { ApiError } from '../errors/errors.ts'
import { endpoint } from '../http/endpoint.ts'
import { instant, text, textOf } from '../http/input/fields.ts'

// Who may operate the installation. For signed-in operators only: a key makes neither keys nor operators, so that it ends
// when it is revoked.

const operator = z
  .object({ user_id: z.string(), name: z.string(), email: z.string(), added_at: z.date() })
  .meta({ title: 'Operator' })

const operatorList = z.object({ result: z.array(operator) })

/** GET /admin/api/operator/operators */
export function operatorsOfAll({ database }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'listOperators',
      summary: 'List the operators',
      response: { 200: operatorList },
    },
    handler: async () => ({ result: await listOperators(database) }),
  })
}

const newOperator = z.strictObject({
  email: text(254, 1).meta({ description: 'The address with which a user signs in' }),
})

/** POST /admin/api/operator/operators: adding an operator again changes nothing. */
export function makeOperator({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'addOperator',
      summary: 'Make a user an operator',
      body: newOperator,
      response: { 201: z.object({ user_id: z.string(), name: z.string() }) },
    },
    handler: async ({ body, operator: actor }, reply) => {
      const person = await findPerson(database, body.email)
      if (!person) throw new ApiError('body_invalid', { problems: [{ path: 'email', problem: 'user' }] })
      await addOperator(database, person.id, { at: new Date(clock()), actor })
      return reply.status(201).send({ user_id: person.id, name: person.name })
    },
  })
}

const userPath = z.object({ userId: text(255, 1) })

/** DELETE /admin/api/operator/operators/{user_id}: the user stays. Removing one who is none changes nothing. */
export function dismissOperator({ database, clock }: Dependencies) {
  return endpoint({
    schema: { operationId: 'removeOperator', summary: 'Take the role of an operator away', params: userPath },
    handler: async ({ params, operator: actor }, reply) => {
      await removeOperator(database, params.userId, { at: new Date(clock()), actor }, { keepsOne: true })
      return reply.status(204).send()
    },
  })
}

const key = z
  .object({
    key_id: z.uuid(),
    name: z.string(),
    last_four: z.string(),
    created_at: z.date(),
    expires_at: z.date().nullable(),
    revoked_at: z.date().nullable(),
    last_used_at: z.date().nullable().meta({ description: 'To the minute' }),
  })
  .meta({ title: 'OperatorKey' })

const keyList = z.object({ result: z.array(key) })

/** GET /admin/api/operator/keys: the keys without their secrets. */
export function operatorKeys({ database }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'listOperatorKeys',
      summary: 'List the keys of the operator API',
      response: { 200: keyList },
    },
    handler: async () => ({ result: await listOperatorKeys(database) }),
  })
}

const newKey = z.strictObject({
  name: textOf(z.string().trim().min(1), 100).meta({ description: 'What it is for' }),
  expires_at: instant.nullable(),
})

const createdKey = z.object({ key_id: z.uuid(), api_key: z.string() }).meta({ title: 'CreatedOperatorKey' })

/** POST /admin/api/operator/keys: `api_key` is in this answer only. */
export function makeOperatorKey({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'createOperatorKey',
      summary: 'Create a key of the operator API',
      body: newKey,
      response: { 201: createdKey },
    },
    handler: async ({ body: { name, expires_at }, operator: actor }, reply) => {
      const given = { name, expiresAt: expires_at === null ? null : new Date(expires_at) }
      const made = await createOperatorKey(database, given, { at: new Date(clock()), actor })
      return reply.status(201).send(made)
    },
  })
}

const keyPath = z.object({
  keyId: z.string().meta({ format: 'uuid', description: 'The id of the key' }),
})

/** DELETE /admin/api/operator/keys/{key_id}: revokes the key, which stays in the list. */
export function withdrawOperatorKey({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'revokeOperatorKey',
      summary: 'Revoke a key of the operator API',
      params: keyPath,
    },
    handler: async ({ params, operator: actor }, reply) => {
      await revokeOperatorKey(database, params.keyId, { at: new Date(clock()), actor })
      return reply.status(204).send()
    },
  })
}
