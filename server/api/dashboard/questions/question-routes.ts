import { z } from 'zod'
import type { StateCount } from '../../../answers/moderation/content/list.ts'
import { countAnswersByState } from '../../../answers/questions/answers/list-answers.ts'
import { countQuestionsByState, listQuestions } from '../../../answers/questions/list-questions.ts'
import { answerQuestion, publishQuestion, rejectQuestion } from '../../../answers/questions/moderate.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { listChanges } from '../../../foundation/events/audit/audit.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { storeItemPath, storePath } from '../../../foundation/http/input/paths.ts'
import { isUuid } from '../../../foundation/lib/ids/uuid.ts'
import { byOf, nameActors } from '../../../tenants/accounts/actors.ts'
import { change, reply, stateCounts } from '../content-schemas.ts'
import { decide } from './decide.ts'
import { presentContent } from './present.ts'
import { filterOf, questionFilters, questionQuery } from './question-filters.ts'
import { decidedQuestion, questionDecision, questionPage } from './question-schemas.ts'

/** GET /admin/api/stores/{store_id}/questions: a page by date. */
export function questionsForModeration({ database }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'listQuestions',
      summary: 'List questions',
      params: storePath,
      querystring: questionQuery,
      response: { 200: questionPage },
    },
    handler: async ({ params, query }) => {
      const { storeId } = params
      const { limit, after, oldest, ...wanted } = query
      const filter = await filterOf(database, storeId, wanted)
      const page = await listQuestions(database, storeId, filter, { limit, after, oldestFirst: oldest })
      return { ...page, result: await presentContent(database, storeId, page.result) }
    },
  })
}

/** GET /admin/api/stores/{store_id}/questions/counts: how many questions and answers of each state the filters find. */
export function questionCounts({ database }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'countQuestions',
      summary: 'The number of questions and of shoppers’ answers in each state, up to 1,000',
      params: storePath,
      querystring: questionFilters,
      response: { 200: stateCounts },
    },
    handler: async ({ params: { storeId }, query }) => {
      const wanted = await filterOf(database, storeId, query)
      const counts = await countQuestionsByState(database, storeId, wanted)
      // The store has given no answer to an answer: that filter concerns questions alone.
      const answers = wanted.unanswered ? null : await countAnswersByState(database, storeId, wanted)
      return { counts: counts && answers ? sumOf(counts, answers) : counts }
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
export function decideQuestion(deps: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'decideQuestion',
      summary: 'Publish or reject a question',
      params: storeItemPath,
      body: questionDecision,
      response: { 200: decidedQuestion },
    },
    handler: async request =>
      await decide(deps, request, { publish: publishQuestion, reject: rejectQuestion }),
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

type Counts = NonNullable<Awaited<ReturnType<typeof countQuestionsByState>>>

const mostCounted = 1_000

function sumOf(some: Counts, others: Counts): Counts {
  const add = (one: StateCount, other: StateCount): StateCount => ({
    count: Math.min(one.count + other.count, mostCounted),
    more: one.more || other.more || one.count + other.count > mostCounted,
  })
  const names = Object.keys(some) as (keyof Counts)[]
  return Object.fromEntries(names.map(name => [name, add(some[name], others[name])])) as Counts
}
