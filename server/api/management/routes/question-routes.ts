import { datedReport } from '../../../answers/moderation/reports/reports.ts'
import { addExternalQuestion } from '../../../answers/questions/external-questions.ts'
import {
  type ListedQuestion,
  listChangedQuestions,
  listQuestions,
  readListedQuestion,
} from '../../../answers/questions/list-questions.ts'
import {
  answerQuestion,
  publishQuestion,
  rejectQuestion,
  removeQuestion,
  restoreQuestion,
} from '../../../answers/questions/moderate.ts'
import { readQuestion } from '../../../answers/questions/questions.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { readStore } from '../../../tenants/stores/stores.ts'
import { byProgram } from '../by-program.ts'
import { filterOf } from '../content-schemas.ts'
import { post } from '../post.ts'
import { newQuestion, question, questionPage, questionQuery } from '../question-schemas.ts'
import { contentRoutes } from '../routes-of-content.ts'
import { writtenAt } from '../written-at.ts'

/** GET /manage/v1/questions */
export function managedQuestions({ database }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'listQuestions',
      summary: 'List questions of every state',
      description: 'Newest first.',
      querystring: questionQuery,
      response: { 200: questionPage },
    },
    handler: async ({ apiKey: { storeId }, query }) => {
      const { limit, cursor: after, updated_since: since } = query
      const filter = filterOf(query)
      const { result, next } = since
        ? await listChangedQuestions(database, storeId, filter, { since, after, limit })
        : await listQuestions(database, storeId, filter, { after, limit })
      return { data: result.map(one => present(one)), next_cursor: next }
    },
  })
}

/** POST /manage/v1/questions */
export function addQuestion(deps: Dependencies) {
  return post(deps, {
    schema: {
      operationId: 'createQuestion',
      summary: 'Add a question from elsewhere',
      description: 'The store’s rule of moderation decides whether it is published.',
      body: newQuestion,
    },
    status: 201,
    answer: question,
    idOf: ({ id }) => id,
    errors: ['question_duplicate'],
    handler: async (tx, { apiKey: { storeId }, body }) => {
      const store = await readStore(tx, storeId)
      const by = byProgram(deps.clock)
      const { created_at, language = store.locale, ...given } = body
      const at = writtenAt(created_at, by.at)
      const id = await addExternalQuestion(tx, store, { ...given, language, created_at: at }, by)
      return present(await readListedQuestion(tx, storeId, id))
    },
  })
}

/** The routes of /manage/v1/questions/{id}; a reply is called the answer there. */
export function oneQuestion(deps: Dependencies) {
  return contentRoutes(deps, {
    ...{ noun: 'Question', answer: question, unknown: 'question_unknown' },
    lock: (tx, storeId, id) => readQuestion(tx, storeId, id, true),
    read: async (db, storeId, id) => present(await readListedQuestion(db, storeId, id)),
    decide: { publish: publishQuestion, restore: restoreQuestion },
    decideForReason: { reject: rejectQuestion, remove: removeQuestion },
    reply: answerQuestion,
    texts: {
      reply: {
        operationId: 'answerQuestion',
        summary: 'Answer a question',
        description: 'An answer publishes a pending question. The first one is mailed to its author.',
      },
      withdraw: { operationId: 'withdrawAnswer', summary: 'Withdraw the store’s answer' },
    },
  })
}

function present(listed: ListedQuestion) {
  const { reply, reply_created_at, reports, ...fields } = listed
  const answer = reply === null ? null : { body: reply, created_at: reply_created_at }
  return { ...fields, answer, reports: reports.map(datedReport) }
}
