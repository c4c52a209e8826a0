import type { z } from 'zod'
import type { Dependencies } from '../../dependencies.ts'
import type { Connection } from '../../foundation/database/connect.ts'
import type { ErrorName } from '../../foundation/errors/codes.ts'
import type { By } from '../../foundation/events/audit/audit.ts'
import { type Endpoint, endpoint } from '../../foundation/http/endpoint.ts'
import { byProgram } from './by-program.ts'
import { decision, idPath, replyBody } from './content-schemas.ts'
import { requireMatch, withEtag } from './etags.ts'
import { post } from './post.ts'

type AnsweredRecord = z.ZodType<object, { id: string }>

type Change = (tx: Connection, storeId: string, id: string, by: By) => Promise<unknown>

type ChangeForReason = (
  tx: Connection,
  storeId: string,
  id: string,
  reason: z.output<typeof decision>['reason'],
  by: By,
) => Promise<unknown>

/** How the API names, locks, reads and decides about a record. */
export type Decided<Answer extends AnsweredRecord> = {
  noun: 'Review' | 'Question' | 'Answer'
  answer: Answer
  unknown: 'review_unknown' | 'question_unknown' | 'answer_unknown'
  lock: (tx: Connection, storeId: string, id: string) => Promise<unknown>
  /** The record as it is answered. */
  read: (db: Connection, storeId: string, id: string) => Promise<z.input<Answer> & object>
  decide: { publish: Change; restore: Change }
  decideForReason: { reject: ChangeForReason; remove: ChangeForReason }
}

/** Reviews or questions, which the store can reply to. */
export type Managed<Answer extends AnsweredRecord> = Decided<Answer> & {
  /** Sets what the store says publicly; null withdraws it. */
  reply: (tx: Connection, storeId: string, id: string, text: string | null, by: By) => Promise<unknown>
  texts: {
    reply: { operationId: string; summary: string; description: string }
    withdraw: { operationId: string; summary: string }
  }
}

/** The routes that read and decide about one record: GET …/{id}, POST …/{id}/publish and so on. */
export function decisionRoutes<Answer extends AnsweredRecord>(deps: Dependencies, kind: Decided<Answer>) {
  const { noun, answer, unknown } = kind
  const errors = errorsOf(kind)
  const thing = noun.toLowerCase()
  const one = /^[AEIOU]/.test(noun) ? `an ${thing}` : `a ${thing}`

  const decide = (name: string, summary: string, act: Change, more: readonly ErrorName[] = []) =>
    post<{ id: string }, unknown, Answer>(deps, {
      schema: { operationId: `${name}${noun}`, summary, params: idPath },
      ...{ status: 200, answer, errors: [...errors, ...more] },
      idOf: ({ id }) => id,
      handler: async (tx, request) => await changeOne(deps, kind, tx, request, act),
    })

  const decideForReason = (name: string, summary: string, act: ChangeForReason) =>
    post<{ id: string }, z.output<typeof decision>, Answer>(deps, {
      schema: { operationId: `${name}${noun}`, summary, params: idPath, body: decision },
      ...{ status: 200, answer, errors: [...errors] },
      idOf: ({ id }) => id,
      handler: async (tx, request) =>
        await changeOne(deps, kind, tx, request, (own, storeId, id, by) =>
          act(own, storeId, id, request.body.reason, by),
        ),
    })

  const change = (request: OfOne) => async (act: Change) =>
    await deps.database.transaction(tx => changeOne(deps, kind, tx, request, act))

  return {
    decide,
    /** Changes the record of the request by another verb. */
    change,
    read: endpoint({
      schema: {
        ...{ operationId: `get${noun}`, summary: `Read ${one}` },
        params: idPath,
        response: { 200: answer as z.ZodType<object, object> },
      },
      config: { errors: [unknown] },
      handler: async ({ apiKey, params }, reply) =>
        withEtag(reply, await kind.read(deps.database, apiKey.storeId, params.id)),
    }),
    publish: decide('publish', `Publish ${one}`, kind.decide.publish),
    restore: decide('restore', `Restore a removed ${thing}`, kind.decide.restore),
    reject: decideForReason('reject', `Reject ${one}`, kind.decideForReason.reject),
    remove: decideForReason('remove', `Remove ${one}`, kind.decideForReason.remove),
  } satisfies Record<string, Endpoint | typeof decide | typeof change>
}

/** The routes of one review or question: those of its decisions, PUT and DELETE of the reply. */
export function contentRoutes<Answer extends AnsweredRecord>(deps: Dependencies, kind: Managed<Answer>) {
  const { answer, texts } = kind
  const errors = errorsOf(kind)
  const routes = decisionRoutes(deps, kind)
  const setReply = async (request: OfOne, text: string | null) =>
    await routes.change(request)((tx, storeId, id, by) => kind.reply(tx, storeId, id, text, by))
  return {
    ...routes,
    reply: endpoint({
      schema: {
        ...texts.reply,
        params: idPath,
        body: replyBody,
        response: { 200: answer as z.ZodType<object, object> },
      },
      config: { errors: [...errors] },
      handler: async (request, reply) => withEtag(reply, await setReply(request, request.body.body)),
    }),
    withdrawReply: endpoint({
      schema: { ...texts.withdraw, params: idPath, response: { 200: answer as z.ZodType<object, object> } },
      config: { errors: [...errors] },
      handler: async (request, reply) => withEtag(reply, await setReply(request, null)),
    }),
  }
}

const errorsOf = <Answer extends AnsweredRecord>({ unknown }: Decided<Answer>) =>
  [unknown, 'state_wrong', 'body_stale'] as const

type OfOne = Parameters<typeof requireMatch>[0] & { apiKey: { storeId: string }; params: { id: string } }

// Changes the record of the request if its If-Match is the current ETag, and returns it as it is answered.
async function changeOne<Answer extends AnsweredRecord>(
  { clock }: Dependencies,
  { lock, read }: Decided<Answer>,
  tx: Connection,
  request: OfOne,
  act: Change,
): Promise<z.input<Answer> & object> {
  const { storeId } = request.apiKey
  const { id } = request.params
  await requireMatch(request, async () => {
    await lock(tx, storeId, id)
    return await read(tx, storeId, id)
  })
  await act(tx, storeId, id, byProgram(clock))
  return await read(tx, storeId, id)
}
