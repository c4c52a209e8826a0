import type { FastifyRequest, FastifySchema } from 'fastify'
import { z } from 'zod'
import type { Dependencies } from '../../dependencies.ts'
import type { Connection } from '../../foundation/database/connect.ts'
import type { ErrorName } from '../../foundation/errors/codes.ts'
import type { Endpoint } from '../../foundation/http/endpoint.ts'
import { leavingOf } from '../../foundation/http/leaving.ts'
import { inTurn } from '../../upkeep/people/turns.ts'
import { answerPost } from './idempotent.ts'

type Posted<Params, Body> = FastifyRequest<{ Params: Params }> & { body: Body }

type Post<Params, Body, Answer extends z.ZodType> = {
  schema: Omit<FastifySchema, 'params' | 'body' | 'response' | 'headers'> & {
    operationId: string
    summary: string
    description?: string
    params?: z.ZodType<Params>
    body?: z.ZodType<Body>
  }
  status: 200 | 201 | 202
  answer: Answer
  errors?: readonly ErrorName[]
  /** The id of the record that the request made or changed. */
  idOf?: (answer: z.input<Answer>) => string
  /** The answer holds a secret or a person's data, and is not kept for a repeated request. */
  isSecret?: true
  /** It exports or erases a person: it waits for the store's turn without a connection. */
  isInTurn?: true
  /** Runs in a transaction, which commits with the row of the Idempotency-Key. */
  handler: (tx: Connection, request: Posted<Params, Body>) => Promise<z.input<Answer> & object>
}

/** A POST of the management API: with an optional Idempotency-Key, checked before the body. */
export function post<Params, Body, Answer extends z.ZodType>(
  places: Pick<Dependencies, 'database' | 'secrets' | 'clock' | 'draining'>,
  { schema, status, answer, errors = [], idOf, isSecret, isInTurn, handler }: Post<Params, Body, Answer>,
): Endpoint {
  return {
    schema: { ...schema, headers: idempotencyHeader, response: { [status]: answer } },
    config: { checksBodyLater: true, errors: [...errors, ...idempotencyErrors] },
    attachValidation: true,
    handler: async (request, reply) => {
      const answer = () =>
        answerPost(places, request, reply, {
          status,
          isSecret: isSecret === true,
          act: async tx => {
            const made = await handler(tx, request as Posted<Params, Body>)
            return { answer: made, id: idOf?.(made) ?? null }
          },
        })
      if (!isInTurn) return await answer()
      const leaving = leavingOf(reply, places.draining)
      return await inTurn(places.database, request.apiKey.storeId, answer, leaving)
    },
  }
}

// Loose: other headers, such as Accept-Language, must stay.
const idempotencyHeader = z.looseObject({
  'idempotency-key': z.string().optional().meta({
    pattern: '^[\\x21-\\x7e]{1,255}$',
    description:
      'For 24 hours, the same request with the same key gets the same answer, and changes nothing more',
  }),
})

const idempotencyErrors = ['request_running', 'request_differs', 'answer_gone'] as const
