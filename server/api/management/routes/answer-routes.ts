import { datedReport } from '../../../answers/moderation/reports/reports.ts'
import {
  type ListedAnswer,
  listAnswers,
  listChangedAnswers,
  readListedAnswer,
} from '../../../answers/questions/answers/list-answers.ts'
import {
  lockAnswer,
  publishAnswer,
  rejectAnswer,
  removeAnswer,
  restoreAnswer,
} from '../../../answers/questions/answers/moderate.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { answer, answerPage, answerQuery } from '../answer-schemas.ts'
import { filterOf } from '../content-schemas.ts'
import { decisionRoutes } from '../routes-of-content.ts'

/** GET /manage/v1/answers */
export function managedAnswers({ database }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'listAnswers',
      summary: 'List answers of shoppers of every state',
      description: 'Newest first. The store’s own answer is the `answer` of its question.',
      querystring: answerQuery,
      response: { 200: answerPage },
    },
    handler: async ({ apiKey: { storeId }, query }) => {
      const { limit, cursor: after, question_id: questionId, updated_since: since } = query
      const filter = { ...filterOf(query), ...(questionId !== undefined && { questionId }) }
      const { result, next } = since
        ? await listChangedAnswers(database, storeId, filter, { since, after, limit })
        : await listAnswers(database, storeId, filter, { after, limit })
      return { data: result.map(present), next_cursor: next }
    },
  })
}

/** The routes of /manage/v1/answers/{id}. */
export function oneAnswer(deps: Dependencies) {
  return decisionRoutes(deps, {
    ...{ noun: 'Answer', answer, unknown: 'answer_unknown' },
    lock: lockAnswer,
    read: async (db, storeId, id) => present(await readListedAnswer(db, storeId, id)),
    decide: { publish: publishAnswer, restore: restoreAnswer },
    decideForReason: { reject: rejectAnswer, remove: removeAnswer },
  })
}

const present = (listed: ListedAnswer) => ({ ...listed, reports: listed.reports.map(datedReport) })
