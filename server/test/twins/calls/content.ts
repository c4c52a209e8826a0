import sql from 'sql-template-tag'
import { reportedKinds } from '../../../answers/moderation/reports/tables.ts'
import { answerContent } from '../../../answers/questions/answers/answers.ts'
import { questionContent } from '../../../answers/questions/questions.ts'
import { reviewContent } from '../../../answers/reviews/reviews.ts'
import type { KnownRows } from '../known-rows.ts'
import { buyer, productId } from '../seeded.ts'
import {
  after,
  at,
  by,
  type Calls,
  type Each,
  inStatements,
  later,
  newId,
  page,
  person,
  pure,
  since,
  span,
} from './call.ts'

export const names = { names: ['Zulmira Reis'], phones: ['+55 11 90000-0001'] }

const anonymous = { recommended: null, verified_purchase: false, pictures: [], votes: 0, language: 'en' }

const written = {
  ...{ product_id: productId, body: 'A new text', display_name: 'Zulmira', email: buyer, address: buyer },
  ...{ state: 'published', moderation_reason: null, language: 'en', created_at: at, published_at: at },
  ...{ reply: null, reply_created_at: null },
}

export const aNewReview = (id: string) => ({
  ...{ ...written, ...anonymous, id, rating: 2, title: 'New', order_id: 'due', purchased_at: null },
})

const until = { takenDown: later, unconfirmed: later }

const wrongCounts = sql`update question_counts set published = published + 7`

/** A verb that takes the kind of content: called for a review, a question and an answer, each pending. */
function ofPending(rest: (pending: { id: string }) => unknown[]): Each {
  return {
    each: [
      ({ pending }) => [reviewContent, ...rest({ id: pending })],
      ({ pendingQuestion }) => [questionContent, ...rest({ id: pendingQuestion })],
      ({ pendingAnswer }) => [answerContent, ...rest({ id: pendingAnswer })],
    ],
  }
}

const publishedOf = (rows: KnownRows) => ({
  review: rows.published,
  question: rows.publishedQuestion,
  answer: rows.publishedAnswer,
})

/** The same, each published. */
function ofPublished(rest: (published: { id: string }) => unknown[]): Each {
  const kinds = [reviewContent, questionContent, answerContent]
  return { each: kinds.map(kind => rows => [kind, ...rest({ id: publishedOf(rows)[kind.name] })]) }
}

const reporter = { email: 'relator@correio.example', language: 'en' }

/** What reviews and questions share, and questions. */
export const content: Calls = {
  'foundation/visitors/challenge.ts': { spendProof: () => [{ nonce: 'new', expiresAt: later }, at] },
  'answers/forms/payment.ts': { createPayment: { exempt: 'Calls spendProof, which is tested here.' } },
  'foundation/visitors/used-once.ts': {
    isFirstTime: () => ['a form that was sent', later, at],
    allowAgain: () => ['a form that is open'],
    forgetUsed: () => [at],
  },
  'answers/moderation/content/lookups.ts': {
    readContent: ofPending(({ id }) => [id]),
    lockContent: ofPending(({ id }) => [id]),
    everyContent: ofPending(() => []),
    countContent: ofPending(() => []),
    countPendingContent: ofPending(() => [10]),
    countUnconfirmedContent: ofPending(() => [buyer, since]),
    existingContent: ofPending(({ id }) => [[id]]),
  },
  'answers/moderation/content-changes.ts': {
    notifyContentChanged: { exempt: 'Only notifies, with the store in the message.' },
  },
  'answers/moderation/content/list.ts': {
    listContent: ofPending(() => [{}, page, { conditions: [] }]),
    listChangedContent: ofPending(() => [{}, { since, limit: 2 }, { conditions: [] }]),
    countByState: ofPending(() => [{}, []]),
  },
  'answers/moderation/content/external.ts': {
    isNewId: {
      each: [reviewContent, questionContent].map(kind => ({
        with: () => ({ args: [kind, 'known'], idle: 'The id is known, and nothing is written.' }),
      })),
    },
    nameContent: {
      each: [
        ({ pending }) => [reviewContent, { id: pending, externalId: 'ours-1' }],
        ({ pendingQuestion }) => [questionContent, { id: pendingQuestion, externalId: 'ours-1' }],
      ],
    },
  },
  'answers/moderation/content/delete.ts': { deleteContent: ofPending(({ id }) => [[id], by]) },
  'answers/moderation/content/person.ts': {
    contentOfPerson: ofPending(() => [person]),
    erasePersonFromContent: ofPending(() => [person, names, by]),
  },
  'answers/moderation/content/purge.ts': { purgeContent: ofPending(() => [until, at]) },
  'answers/moderation/content/stem-again.ts': { stemAgain: ofPending(() => [null, 10]) },
  'answers/moderation/content/writing.ts': {
    insertContent: {
      each: [
        () => [reviewContent, [aNewReview(newId)], { ...by, action: 'create' }],
        () => [questionContent, [{ ...written, id: newId }], { ...by, action: 'create' }],
      ],
    },
    changeContent: ofPending(({ id }) => [
      id,
      { ...by, action: 'publish' },
      () => ({ state: 'published', published_at: at, product_id: productId }),
    ]),
  },
  'answers/moderation/reports/reports.ts': {
    reportContent: ofPublished(({ id }) => [id, { reason: 'spam', text: 'Look', at, reporter }]),
    countReported: ofPending(() => [since, 100]),
    reportsColumn: inStatements,
  },
  'answers/moderation/reports/receipts.ts': {
    keepReporter: {
      each: reportedKinds.map(kind => rows => [
        { kind, recordId: publishedOf(rows)[kind], id: newId, at },
        reporter,
      ]),
    },
    closeReports: ofPublished(({ id }) => [id, by]),
    readReported: {
      with: ({ published }) => ({
        args: [published],
        first: sql`update review_reports set decided_at = at, automated = true`,
      }),
    },
    requireShown: {
      each: reportedKinds.map(kind => ({
        with: rows => ({
          args: [kind, publishedOf(rows)[kind]],
          idle: 'Returns nothing unless the record is hidden.',
        }),
      })),
    },
    forgetReporters: () => [later],
  },
  'answers/moderation/reports/decide.ts': {
    decideContent: ofPublished(({ id }) => [
      id,
      { ...by, action: 'reject' },
      () => ({ state: 'rejected', moderation_reason: 'spam' }),
    ]),
  },
  'answers/moderation/reports/person.ts': {
    reportsOfPerson: () => [person],
    erasePersonFromReports: () => [person, names],
  },
  'answers/moderation/flags.ts': {
    readFlags: ({ pending }) => ['review', pending],
    flagsOf: inStatements,
    saveFlags: ({ pending }) => ['review', pending, [{ check: 'link', field: 'body', start: 0, end: 1 }]],
    forgetFlags: ({ pending }) => ['review', [pending]],
    markFlagged: ({ pending }) => ['review', pending, false],
  },
  'answers/moderation/same-text.ts': { hasSameText: ({ reviewText }) => [reviewText, newId] },
  'answers/moderation/moderation.ts': {
    forgetNetworks: () => [at],
    isManyFromNetwork: () => [{ network: Buffer.alloc(32, 1), at }],
  },
  'foundation/visitors/network.ts': { networkHash: pure },
  'api/dashboard/content-filters.ts': { boundsOfDates: () => [{ from: '2026-03-01', to: '2026-03-02' }] },
  'api/dashboard/questions/question-filters.ts': {
    filterOf: () => [{ from: '2026-03-01', to: '2026-03-02' }],
  },
  'api/dashboard/questions/present.ts': {
    presentContent: () => [[{ product_id: productId, reports: [] }]],
  },
  'answers/questions/list-questions.ts': {
    listQuestions: () => [{}, page],
    listChangedQuestions: () => [{}, { since, limit: 2 }],
    readListedQuestion: ({ pendingQuestion }) => [pendingQuestion],
    countQuestionsByState: () => [{}],
  },
  'answers/questions/moderate.ts': {
    publishQuestion: ({ pendingQuestion }) => [pendingQuestion, by],
    rejectQuestion: ({ pendingQuestion }) => [pendingQuestion, 'spam', by],
    removeQuestion: ({ pendingQuestion }) => [pendingQuestion, 'spam', by],
    restoreQuestion: {
      with: ({ pendingQuestion }) => ({
        args: [pendingQuestion, by],
        first: sql`update questions set state = 'removed', moderation_reason = 'spam' where id = ${pendingQuestion}`,
      }),
    },
    answerQuestion: ({ pendingQuestion }) => [pendingQuestion, 'An answer', by],
  },
  'answers/questions/question-counts.ts': {
    countQuestionsOf: () => [[productId]],
    changeCounts: () => [[{ before: null, after: { product_id: productId, state: 'published' } }]],
  },
  'answers/questions/question-days.ts': { countQuestionDays: () => [[span]] },
  'answers/questions/questions.ts': {
    insertQuestions: () => [[{ ...written, id: newId }], { ...by, action: 'create' }],
    changeQuestion: ({ pendingQuestion }) => [
      pendingQuestion,
      { ...by, action: 'publish' },
      () => ({ state: 'published', published_at: at, product_id: productId }),
    ],
    readQuestion: ({ pendingQuestion }) => [pendingQuestion],
  },
  'answers/questions/recount.ts': {
    rebuildCounts: after(wrongCounts, [productId]),
  },
  'answers/questions/answers/answers.ts': {
    insertAnswers: ({ publishedQuestion }) => [
      [{ ...written, verified_purchase: false, question_id: publishedQuestion, id: newId }],
      { ...by, action: 'create' },
    ],
    changeAnswer: ({ pendingAnswer }) => [
      pendingAnswer,
      { ...by, action: 'publish' },
      () => ({ state: 'published', published_at: at }),
    ],
    readAnswer: ({ pendingAnswer }) => [pendingAnswer],
    deleteAnswers: ({ pendingAnswer }) => [[pendingAnswer], { ...by, action: 'replace' }],
    forgetAnswersTo: ({ publishedQuestion }) => [[publishedQuestion], by],
  },
  'answers/questions/answers/answer-counts.ts': {
    changeAnswerCounts: ({ publishedQuestion }) => [
      [{ before: null, after: { question_id: publishedQuestion, state: 'published' } }],
    ],
    rebuildAnswerCounts: after(sql`update questions set answers = answers + 7`, [productId]),
    hasAnswersWithoutQuestion: after(sql`delete from questions`),
  },
  'answers/questions/answers/list-answers.ts': {
    listAnswers: () => [{}, page],
    listChangedAnswers: () => [{}, { since, limit: 2 }],
    readListedAnswer: ({ pendingAnswer }) => [pendingAnswer],
    countAnswersByState: () => [{}],
  },
  'answers/questions/answers/moderate.ts': {
    lockAnswer: ({ pendingAnswer }) => [pendingAnswer],
    publishAnswer: ({ pendingAnswer }) => [pendingAnswer, by],
    rejectAnswer: ({ publishedAnswer }) => [publishedAnswer, 'spam', by],
    removeAnswer: ({ publishedAnswer }) => [publishedAnswer, 'spam', by],
    restoreAnswer: {
      with: ({ pendingAnswer }) => ({
        args: [pendingAnswer, by],
        first: sql`update answers set state = 'removed', moderation_reason = 'spam' where id = ${pendingAnswer}`,
      }),
    },
  },
  'answers/questions/answers/shown-answers.ts': {
    readShownAnswers: ({ publishedQuestion }) => [[{ id: publishedQuestion, answers: 1 }]],
  },
  'answers/questions/similar.ts': { findSimilarQuestions: () => [productId, 'heats fast', 'en'] },
}
