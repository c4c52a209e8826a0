import type { z } from 'zod'
import type { Dependencies } from '../../dependencies.ts'
import type { By } from '../../foundation/audit/audit.ts'
import type { Connection } from '../../foundation/database/connect.ts'
import { byProgram } from './by-program.ts'
import { decision, idPath } from './content-schemas.ts'
import { requireMatch } from './etags.ts'
import { post } from './post.ts'

type AnsweredRecord = z.ZodType<unknown, { id: string }>

/** Reviews or questions: how the API names, locks and answers them. */
export type Managed<Answer extends AnsweredRecord> = {
  noun: 'Review' | 'Question'
  answer: Answer
  unknown: 'review_unknown' | 'question_unknown'
  lock: (tx: Connection, storeId: string, id: string) => Promise<unknown>
  /** The record as it is answered. */
  read: (db: Connection, storeId: string, id: string) => Promise<z.input<Answer> & object>
}

/** A change of one record. */
export type Change = (tx: Connection, storeId: string, id: string, by: By) => Promise<unknown>

/** POST …/{id}/publish and …/restore */
export function decide<Answer extends AnsweredRecord>(
  deps: Dependencies,
  kind: Managed<Answer>,
  { name, summary, act }: { name: string; summary: string; act: Change },
) {
  return post<{ id: string }, unknown, Answer>(deps, {
    schema: { operationId: `${name}${kind.noun}`, summary, params: idPath },
    status: 200,
    answer: kind.answer,
    idOf: ({ id }) => id,
    errors: [kind.unknown, 'state_wrong', 'body_stale'],
    handler: async (tx, request) => await changeOne(deps, kind, tx, request, act),
  })
}

type Reason = z.output<typeof decision>['reason']
type ChangeForReason = (
  tx: Connection,
  storeId: string,
  id: string,
  reason: Reason,
  by: By,
) => Promise<unknown>

/** POST …/{id}/reject and …/remove */
export function decideForReason<Answer extends AnsweredRecord>(
  deps: Dependencies,
  kind: Managed<Answer>,
  { name, summary, act }: { name: string; summary: string; act: ChangeForReason },
) {
  return post<{ id: string }, z.output<typeof decision>, Answer>(deps, {
    schema: { operationId: `${name}${kind.noun}`, summary, params: idPath, body: decision },
    status: 200,
    answer: kind.answer,
    idOf: ({ id }) => id,
    errors: [kind.unknown, 'state_wrong', 'body_stale'],
    handler: async (tx, request) =>
      await changeOne(deps, kind, tx, request, (own, storeId, id, by) =>
        act(own, storeId, id, request.body.reason, by),
      ),
  })
}

/** A request about one record. */
export type OfOne = Parameters<typeof requireMatch>[0] & {
  apiKey: { storeId: string }
  params: { id: string }
}

/** Changes the record of the request if its If-Match is the current ETag, and returns it as it is answered. */
export async function changeOne<Answer extends AnsweredRecord>(
  { clock }: Dependencies,
  { lock, read }: Managed<Answer>,
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
