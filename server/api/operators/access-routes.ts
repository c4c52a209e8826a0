import type { Dependencies } from '../../dependencies.ts'
import type { Connection } from '../../foundation/database/connect.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import { creatorsOfKeys } from '../../foundation/events/audit/operator-log.ts'
import { endpoint } from '../../foundation/http/endpoint.ts'
import {
  createOperatorKey,
  listOperatorKeys,
  renameOperatorKey,
  revokeOperatorKey,
} from '../../tenants/accounts/operator-keys.ts'
import { addOperator, listOperators, removeOperator } from '../../tenants/accounts/operators.ts'
import { findUser, namesOf } from '../../tenants/accounts/users.ts'
import {
  addedOperator,
  createdKey,
  keyChange,
  keyList,
  keyPath,
  newKey,
  newOperator,
  operatorList,
  userPath,
} from './access-schemas.ts'

// Who may operate the installation. For signed-in operators only: a key makes neither keys nor operators, so that it ends
// when it is revoked.

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

/** POST /admin/api/operator/operators: adding an operator again changes nothing. */
export function makeOperator({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'addOperator',
      summary: 'Make a user an operator',
      body: newOperator,
      response: { 201: addedOperator },
    },
    handler: async ({ body, operator: actor }, reply) => {
      const person = await findUser(database, body.email)
      if (!person) throw new ApiError('body_invalid', { problems: [{ path: 'email', problem: 'user' }] })
      await addOperator(database, person.id, { at: new Date(clock()), actor })
      return reply.status(201).send({ user_id: person.id, name: person.name })
    },
  })
}

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

/** GET /admin/api/operator/keys: the keys without their secrets. */
export function operatorKeys({ database }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'listOperatorKeys',
      summary: 'List the keys of the operator API',
      response: { 200: keyList },
    },
    handler: async () => ({ result: await listNamedKeys(database) }),
  })
}

async function listNamedKeys(db: Connection) {
  const creators = await creatorsOfKeys(db)
  const people = await namesOf(db, [...creators.values()].map(userOf))
  const describe = (actor: string) => people.get(userOf(actor)) ?? actor.replace(/ .*/, '')
  return (await listOperatorKeys(db)).map(one => {
    const actor = creators.get(one.key_id)
    return { ...one, created_by: actor === undefined ? null : describe(actor) }
  })
}

const userOf = (actor: string) => actor.replace(/^user /, '')

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

/** PATCH /admin/api/operator/keys/{key_id} */
export function changeOperatorKey({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'renameOperatorKey',
      summary: 'Rename a key of the operator API',
      params: keyPath,
      body: keyChange,
    },
    handler: async ({ params, body: { name }, operator: actor }, reply) => {
      await renameOperatorKey(database, params.keyId, name, { at: new Date(clock()), actor })
      return reply.status(204).send()
    },
  })
}

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
