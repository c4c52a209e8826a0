import type { FastifyReply, FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import type { Dependencies } from '../../dependencies.ts'
import type { Connection } from '../../foundation/database/connect.ts'
import { toApiError } from '../../foundation/errors/error-answers.ts'
import { ApiError, errorBody, errorLanguageOf } from '../../foundation/errors/errors.ts'
import {
  findAnswer,
  type KeptAnswer,
  type KeptRequest,
  saveAnswer,
} from '../../tenants/stores/kept-answers.ts'

type Places = Pick<Dependencies, 'database' | 'secrets' | 'clock'>

type Operation = {
  status: 200 | 201 | 202
  /** Of an answer with a secret or a person's data, only the status and the id are kept. */
  isSecret: boolean
  /** `id`: of what the request made or changed; null if it is not one record. */
  act: (tx: Connection) => Promise<{ answer: object; id: string | null }>
}

/**
 * Answers a POST. With an Idempotency-Key, the same request within 24 hours gets the same answer, and its row commits with
 * the change. Throws `request_running`, `request_differs` and `answer_gone`.
 */
export async function answerPost(
  places: Places,
  request: FastifyRequest,
  reply: FastifyReply,
  operation: Operation,
) {
  const idempotencyKey = request.headers['idempotency-key']
  const { database } = places
  if (idempotencyKey === undefined) {
    refuseInvalid(request)
    const { answer } = await database.transaction(operation.act)
    return reply.status(operation.status).send(answer)
  }
  const kept = keptRequest(request, String(idempotencyKey))
  const answered = await database.transaction(tx =>
    answerOnce(tx, places, { request, reply, kept, operation }),
  )
  if (answered instanceof Error) throw answered
  const { status, text, isReplay } = answered
  if (isReplay) reply.header('idempotent-replayed', 'true')
  return reply
    .status(status)
    .header('content-type', 'application/json; charset=utf-8')
    .serializer(String)
    .send(text ?? '')
}

type Answered = { status: number; text: string | null; isReplay: boolean }
type Once = { request: FastifyRequest; reply: FastifyReply; kept: KeptRequest; operation: Operation }

async function answerOnce(
  tx: Connection,
  { secrets, clock }: Places,
  { request, reply, kept, operation }: Once,
): Promise<Answered | Error> {
  const at = new Date(clock())
  const known = await findAnswer(tx, secrets, kept, at)
  // Returned, as are all failures: a transaction that throws loses its connection, and the lock may outlive the answer.
  if (known === 'running') return new ApiError('request_running', { headers: { 'retry-after': '1' } })
  if (known === 'differs') return new ApiError('request_differs')
  if (known !== 'new') return replay(known)
  try {
    await tx.query(sql`savepoint change`)
    refuseInvalid(request)
    const { status, isSecret, act } = operation
    const { answer, id } = await act(tx)
    const text = reply.serializeInput({ ...answer }, String(status)) as string
    await saveAnswer(tx, secrets, kept, { status, text: isSecret ? null : text, id }, at)
    return { status, text, isReplay: false }
  } catch (error) {
    await tx.query(sql`rollback to savepoint change`).catch(() => {
      throw error
    })
    const refusal = toApiError(error)
    if (refusal.status >= 500) return error as Error
    // A limit may be over when the request is repeated.
    if (refusal.status === 429) return refusal
    const text = JSON.stringify(bodyOf(refusal, request))
    await saveAnswer(tx, secrets, kept, { status: refusal.status, text, id: null }, at)
    return refusal
  }
}

function replay({ status, text, id }: KeptAnswer): Answered | ApiError {
  if (text === null) return new ApiError('answer_gone', id === null ? {} : { moreInfo: { id } })
  return { status, text, isReplay: true }
}

function bodyOf({ errorName, problems, moreInfo }: ApiError, { headers }: FastifyRequest) {
  return errorBody(errorName, {
    problems,
    moreInfo,
    language: errorLanguageOf(headers['accept-language']),
  })
}

function keptRequest(request: FastifyRequest, idempotencyKey: string): KeptRequest {
  if (!/^[\x21-\x7e]{1,255}$/.test(idempotencyKey))
    throw new ApiError('body_invalid', { problems: [{ path: 'Idempotency-Key', problem: 'format' }] })
  const { storeId, keyId } = request.apiKey
  const body = request.laterBody?.bytes.toString('base64') ?? ''
  return { storeId, keyId, idempotencyKey, bytes: `${request.method} ${request.url}\n${body}` }
}

function refuseInvalid({ laterBody, validationError }: FastifyRequest): void {
  const fault = laterBody?.fault ?? validationError
  if (fault) throw fault
}
