import { z } from 'zod'
import type { Reason } from '../../../answers/moderation/reasons.ts'
import { contentStates } from '../../../answers/moderation/states.ts'
import {
  countQuestionsByState,
  listQuestions,
  type QuestionFilter,
} from '../../../answers/questions/list-questions.ts'
import { answerQuestion, publishQuestion, rejectQuestion } from '../../../answers/questions/moderate.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { Connection } from '../../../foundation/database/connect.ts'
import { listChanges } from '../../../foundation/events/audit/audit.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { text } from '../../../foundation/http/input/fields.ts'
import { readPage, truthy } from '../../../foundation/http/input/list-query.ts'
import { storeItemPath, storePath } from '../../../foundation/http/input/paths.ts'
import { isUuid } from '../../../foundation/lib/ids/uuid.ts'
import { byOf, nameActors } from '../../../tenants/accounts/actors.ts'
import { productNames } from '../../../tenants/products/products.ts'
import { boundsOfDates, sharedFilters } from '../content-filters.ts'
import { change, reply, stateCounts } from '../content-schemas.ts'
import { decidedQuestion, questionDecision, questionPage } from './question-schemas.ts'

const filters = z.object({
  state: z.enum(contentStates).optional(),
  product_id: text(255).optional(),
  flagged: truthy,
  language: text(35).optional(),
  text: text(200).trim().optional(),
  ...sharedFilters,
})

const pageQuery = z.object({ ...filters.shape, ...readPage.shape })

/** GET /admin/api/stores/{store_id}/questions: a page by date. */
export function questionsForModeration({ database }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'listQuestions',
      summary: 'List questions',
      params: storePath,
      querystring: pageQuery,
      response: { 200: questionPage },
    },
    handler: async ({ params, query }) => {
      const { storeId } = params
      const { limit, after, oldest, ...wanted } = query
      const filter = await filterOf(database, storeId, wanted)
      const page = await listQuestions(database, storeId, filter, { limit, after, oldestFirst: oldest })
      const ids = page.result.map(({ product_id }) => product_id)
      const names = await productNames(database, storeId, ids)
      const result = page.result.map(one => ({ ...one, product_name: names.get(one.product_id) ?? null }))
      return { ...page, result }
    },
  })
}

/** GET /admin/api/stores/{store_id}/questions/counts: how many questions of each state the filters find. */
export function questionCounts({ database }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'countQuestions',
      summary: 'The number of questions in each state, up to 1,000',
      params: storePath,
      querystring: filters,
      response: { 200: stateCounts },
    },
    handler: async ({ params: { storeId }, query }) => {
      const wanted = await filterOf(database, storeId, query)
      return { counts: await countQuestionsByState(database, storeId, wanted) }
    },
  })
}

/** GET /admin/api/stores/{store_id}/questions/{id}/history */
export function questionHistory({ database }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'listQuestionChanges',
      summary: 'What was done with a question',
      params: storeItemPath,
      response: { 200: z.object({ result: z.array(change) }) },
    },
    handler: async ({ params }) => {
      const { storeId, id } = params
      const changes = isUuid(id) ? await listChanges(database, storeId, 'question', id) : []
      return { result: await nameActors(database, changes) }
    },
  })
}

/** POST /admin/api/stores/{store_id}/questions/{id}/decision */
export function decideQuestion({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'decideQuestion',
      summary: 'Publish or reject a question',
      params: storeItemPath,
      body: questionDecision,
      response: { 200: decidedQuestion },
    },
    handler: async ({ params, body, user }) => {
      const { storeId, id } = params
      const decision = body
      const by = byOf(user, clock)
      return await database.transaction(tx =>
        decision.action === 'publish'
          ? publishQuestion(tx, storeId, id, by)
          : rejectQuestion(tx, storeId, id, decision.reason as Reason, by),
      )
    },
  })
}

/**
 * PUT /admin/api/stores/{store_id}/questions/{id}/reply: answers, which publishes a pending question. null removes
 * the answer.
 */
export function replyToQuestion({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'replyToQuestion',
      summary: 'Answer a question',
      params: storeItemPath,
      body: reply,
    },
    handler: async ({ params, body, user }, answer) => {
      const { storeId, id } = params
      const by = byOf(user, clock)
      const { body: text } = body
      await database.transaction(tx => answerQuestion(tx, storeId, id, text, by))
      return answer.status(204).send()
    },
  })
}

async function filterOf(
  db: Connection,
  storeId: string,
  { state, product_id, flagged, unanswered, language, text, from, to }: z.infer<typeof filters>,
): Promise<QuestionFilter> {
  return {
    ...(state && { state }),
    ...(product_id !== undefined && { productId: product_id }),
    ...(flagged && { flagged }),
    ...(unanswered && { unanswered }),
    ...(language !== undefined && { language }),
    ...(text && { text }),
    ...(await boundsOfDates(db, storeId, { from, to })),
  }
}
