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
import {
  type Change,
  changeOne,
  decide,
  decideForReason,
  type Managed,
  type OfOne,
} from '../content-changes.ts'
import { filterOf, idPath, replyBody } from '../content-schemas.ts'
import { withEtag } from '../etags.ts'
import { post } from '../post.ts'
import { newQuestion, question, questionPage, questionQuery } from '../question-schemas.ts'
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

/** GET /manage/v1/questions/{id} */
export function managedQuestion({ database }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'getQuestion',
      summary: 'Read a question',
      params: idPath,
      response: { 200: question },
    },
    config: { errors: ['question_unknown'] },
    handler: async ({ apiKey, params }, reply) =>
      withEtag(reply, present(await readListedQuestion(database, apiKey.storeId, params.id))),
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

/** POST /manage/v1/questions/{id}/publish */
export function publishOneQuestion(deps: Dependencies) {
  const act = publishQuestion
  return decide(deps, managed, { name: 'publish', summary: 'Publish a question', act })
}

/** POST /manage/v1/questions/{id}/restore */
export function restoreOneQuestion(deps: Dependencies) {
  const act = restoreQuestion
  return decide(deps, managed, { name: 'restore', summary: 'Restore a removed question', act })
}

/** POST /manage/v1/questions/{id}/reject */
export function rejectOneQuestion(deps: Dependencies) {
  const act = rejectQuestion
  return decideForReason(deps, managed, { name: 'reject', summary: 'Reject a question', act })
}

/** POST /manage/v1/questions/{id}/remove */
export function removeOneQuestion(deps: Dependencies) {
  const act = removeQuestion
  return decideForReason(deps, managed, { name: 'remove', summary: 'Remove a question', act })
}

/** PUT /manage/v1/questions/{id}/answer */
export function answerOneQuestion(deps: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'answerQuestion',
      summary: 'Answer a question',
      description: 'An answer publishes a pending question. The first one is mailed to its author.',
      params: idPath,
      body: replyBody,
      response: { 200: question },
    },
    config: { errors: ['question_unknown', 'state_wrong', 'body_stale'] },
    handler: async (request, reply) => withEtag(reply, await setAnswer(deps, request, request.body.body)),
  })
}

/** DELETE /manage/v1/questions/{id}/answer */
export function withdrawAnswer(deps: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'withdrawAnswer',
      summary: 'Withdraw the store’s answer',
      params: idPath,
      response: { 200: question },
    },
    config: { errors: ['question_unknown', 'state_wrong', 'body_stale'] },
    handler: async (request, reply) => withEtag(reply, await setAnswer(deps, request, null)),
  })
}

async function setAnswer(deps: Dependencies, request: OfOne, text: string | null) {
  const act: Change = (tx, storeId, id, by) => answerQuestion(tx, storeId, id, text, by)
  return await deps.database.transaction(tx => changeOne(deps, managed, tx, request, act))
}

const managed: Managed<typeof question> = {
  ...{ noun: 'Question', answer: question, unknown: 'question_unknown' },
  lock: (tx, storeId, id) => readQuestion(tx, storeId, id, true),
  read: async (db, storeId, id) => present(await readListedQuestion(db, storeId, id)),
}

function present(listed: ListedQuestion) {
  const { reply, reply_created_at, ...fields } = listed
  return { ...fields, answer: reply === null ? null : { body: reply, created_at: reply_created_at } }
}
