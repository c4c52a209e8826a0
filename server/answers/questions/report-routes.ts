import type { Dependencies } from '../../dependencies.ts'
import { reporting } from '../moderation/reports/reporting.ts'
import { answerContent } from './answers/answers.ts'
import { questionContent } from './questions.ts'

/** POST /api/v1/questions/:id/reports. Source: docs/reference/api.md, "Visitors". */
export function reportQuestion(dependencies: Dependencies) {
  return reporting(dependencies, questionContent, {
    operationId: 'reportQuestion',
    summary: 'Report a question',
    description:
      "Tells the store that something is wrong with a question, or with the store's answer to it. It changes nothing by itself.",
  })
}

/** POST /api/v1/answers/:id/reports. Source: docs/reference/api.md, "Visitors". */
export function reportAnswer(dependencies: Dependencies) {
  return reporting(dependencies, answerContent, {
    operationId: 'reportAnswer',
    summary: 'Report an answer of a shopper',
    description:
      'Tells the store that something is wrong with an answer of a shopper. It changes nothing by itself.',
  })
}
