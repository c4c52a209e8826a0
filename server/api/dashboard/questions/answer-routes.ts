import { listAnswers } from '../../../answers/questions/answers/list-answers.ts'
import { publishAnswer, rejectAnswer } from '../../../answers/questions/answers/moderate.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { storeItemPath, storePath } from '../../../foundation/http/input/paths.ts'
import { answerPage, decidedAnswer } from './answer-schemas.ts'
import { decide } from './decide.ts'
import { presentContent } from './present.ts'
import { filterOf, questionQuery } from './question-filters.ts'
import { questionDecision } from './question-schemas.ts'

/** GET /admin/api/stores/{store_id}/answers: a page of shoppers' answers by date, with the filters of questions. */
export function answersForModeration({ database }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'listAnswers',
      summary: 'List answers of shoppers',
      params: storePath,
      querystring: questionQuery,
      response: { 200: answerPage },
    },
    handler: async ({ params, query }) => {
      const { storeId } = params
      const { limit, after, oldest, ...wanted } = query
      const { unanswered: _, ...filter } = await filterOf(database, storeId, wanted)
      const page = await listAnswers(database, storeId, filter, { limit, after, oldestFirst: oldest })
      return { ...page, result: await presentContent(database, storeId, page.result) }
    },
  })
}

/** POST /admin/api/stores/{store_id}/answers/{id}/decision */
export function decideAnswer(deps: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'decideAnswer',
      summary: 'Publish or reject an answer of a shopper',
      params: storeItemPath,
      body: questionDecision,
      response: { 200: decidedAnswer },
    },
    handler: async request => await decide(deps, request, { publish: publishAnswer, reject: rejectAnswer }),
  })
}
