import sql from 'sql-template-tag'
import { answerContent } from '../../../answers/questions/answers/answers.ts'
import { questionContent } from '../../../answers/questions/questions.ts'
import { hashOf } from '../../../answers/reviews/copies/copies.ts'
import { reviewContent } from '../../../answers/reviews/reviews.ts'
import { buyer, otherProductId, productId } from '../seed.ts'
import {
  after,
  at,
  by,
  type Calls,
  type Each,
  inStatements,
  later,
  never,
  newId,
  page,
  person,
  pure,
  since,
  span,
} from './call.ts'

const names = { names: ['Zulmira Reis'], phones: ['+55 11 90000-0001'] }
const anonymous = { recommended: null, verified_purchase: false, pictures: [], votes: 0, language: 'en' }
const written = {
  ...{ product_id: productId, body: 'A new text', display_name: 'Zulmira', email: buyer, address: buyer },
  ...{ state: 'published', moderation_reason: null, language: 'en', created_at: at, published_at: at },
  ...{ reply: null, reply_created_at: null },
}
const aNewReview = (id: string) => ({
  ...{ ...written, ...anonymous, id, rating: 2, title: 'New', order_id: 'due', purchased_at: null },
})
const pageOfProduct = {
  ...{ productIds: [productId], ratings: [1, 2, 3, 4, 5], order: 'most_recent', terms: '' },
  ...{ limit: 10, offset: 0 },
}
const texts = { title: '', body: '', reply: null, address: null }
const machineTexts = sql`
  with translated as (
    insert into review_translations (
      store_id, review_id, language, text_hash, title, body, model, made_at
    )
    select store_id, id, 'de', '\\x00', 'Gut', 'Gut', 'small', ${at}
    from reviews
  )
  insert into review_digests (store_id, product_id, language, body, review_ids)
  select store_id, product_id, 'de', 'Gut', array_agg(id)
  from reviews
  group by store_id, product_id`
const until = { takenDown: later, unconfirmed: later }
const sevenEach = {
  ...{ one: 7, two: 7, three: 7, four: 7, five: 7 },
  ...{ recommended: 7, not_recommended: 7 },
}
const wrongCounts = sql`update question_counts set published = published + 7`
const wrongSummaries = sql`update rating_summaries set one = one + 7`

const anAnswerSum = sql`
  insert into attribute_sums (store_id, product_id, attribute_id, value, count)
  select store_id, product_id, 'fit', '3', 7
  from products
  where product_id = ${productId}`

const oldAddress = 'http://127.0.0.1/pictures/old.jpg'
const hasOldAddress = sql`update reviews set pictures = ${JSON.stringify([oldAddress])}::jsonb where pictures <> '[]'`
const aCopy = (state = 'waiting') => sql`
  insert into picture_copies (store_id, address_hash, address, host, state, due_at)
  select store_id, ${hashOf(oldAddress)}, ${oldAddress}, '127.0.0.1', ${state}, ${at}
  from stores`
const usedCopy = sql`
  with own as (
    update reviews
    set pictures = jsonb_build_array('http://127.0.0.1/pictures/' || (pictures ->> 0))
    where pictures <> '[]'
    returning store_id, pictures ->> 0 as address
  )
  insert into picture_copies (store_id, address_hash, address, host, state, due_at)
  select store_id, sha256(convert_to(address, 'UTF8')), address, '127.0.0.1', 'waiting', ${at}
  from own`

/** A verb that takes the kind of content: called for a review, a question and an answer, each pending. */
function ofBoth(rest: (pending: { id: string }) => unknown[]): Each {
  return {
    each: [
      ({ pending }) => [reviewContent, ...rest({ id: pending })],
      ({ pendingQuestion }) => [questionContent, ...rest({ id: pendingQuestion })],
      ({ pendingAnswer }) => [answerContent, ...rest({ id: pendingAnswer })],
    ],
  }
}

/** Reviews and questions. */
const wordless = { title: '', body: '', address: null, state: 'published' }

export const content: Calls = {
  'foundation/visitors/challenge.ts': { spendProof: () => [{ nonce: 'new', expiresAt: later }, at] },
  'answers/forms/payment.ts': { createPayment: { exempt: 'Calls spendProof, which is tested here.' } },
  'foundation/visitors/used-once.ts': {
    isFirstTime: () => ['a form that was sent', later, at],
    allowAgain: () => ['a form that is open'],
    forgetUsed: () => [at],
  },
  'answers/moderation/content/lookups.ts': {
    readContent: ofBoth(({ id }) => [id]),
    lockContent: ofBoth(({ id }) => [id]),
    everyContent: ofBoth(() => []),
    countContent: ofBoth(() => []),
    countPendingContent: ofBoth(() => [10]),
    countUnconfirmedContent: ofBoth(() => [buyer, since]),
    existingContent: ofBoth(({ id }) => [[id]]),
  },
  'answers/moderation/content-changes.ts': {
    notifyContentChanged: { exempt: 'Only notifies, with the store in the message.' },
  },
  'answers/moderation/content/list.ts': {
    listContent: ofBoth(() => [{}, page, { conditions: [] }]),
    listChangedContent: ofBoth(() => [{}, { since, limit: 2 }, { conditions: [] }]),
    countByState: ofBoth(() => [{}, []]),
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
  'answers/moderation/content/delete.ts': { deleteContent: ofBoth(({ id }) => [[id], by]) },
  'answers/moderation/content/person.ts': {
    contentOfPerson: ofBoth(() => [person]),
    erasePersonFromContent: ofBoth(() => [person, names, by]),
  },
  'answers/moderation/content/purge.ts': { purgeContent: ofBoth(() => [until, at]) },
  'answers/moderation/content/stem-again.ts': { stemAgain: ofBoth(() => [null, 10]) },
  'answers/moderation/content/writing.ts': {
    insertContent: {
      each: [
        () => [reviewContent, [aNewReview(newId)], { ...by, action: 'create' }],
        () => [questionContent, [{ ...written, id: newId }], { ...by, action: 'create' }],
      ],
    },
    changeContent: ofBoth(({ id }) => [
      id,
      { ...by, action: 'publish' },
      () => ({ state: 'published', published_at: at, product_id: productId }),
    ]),
  },
  'answers/moderation/flags.ts': {
    readFlags: ({ pending }) => ['review', pending],
    flagsOf: inStatements,
    saveFlags: ({ pending }) => ['review', pending, [{ check: 'link', field: 'body', start: 0, end: 1 }]],
    forgetFlags: ({ pending }) => ['review', [pending]],
    markFlagged: ({ pending }) => ['review', pending, false],
  },
  'answers/moderation/same-text.ts': { hasSameText: ({ reviewText }) => [reviewText, newId] },
  'answers/moderation/moderation.ts': { forgetNetworks: () => [at] },
  'foundation/visitors/network.ts': { networkHash: pure },
  'api/dashboard/content-filters.ts': { boundsOfDates: () => [{ from: '2026-03-01', to: '2026-03-02' }] },
  'api/dashboard/questions/question-filters.ts': {
    filterOf: () => [{ from: '2026-03-01', to: '2026-03-02' }],
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
  'answers/reviews/list-reviews.ts': {
    listReviews: () => [{}, page],
    listChangedReviews: () => [{}, { since, limit: 2 }],
    readListedReview: ({ pending }) => [pending],
    countReviewsByState: () => [{}],
  },
  'answers/reviews/moderate.ts': {
    publishReview: ({ pending }) => [pending, by],
    rejectReview: ({ pending }) => [pending, 'spam', by],
    removeReview: ({ published }) => [published, 'spam', by],
    restoreReview: ({ removed }) => [removed, by],
    withdrawReview: ({ published }) => [published, at],
    replyToReview: ({ published }) => [published, 'Another answer', by],
  },
  'answers/reviews/captions.ts': {
    setCaptions: {
      exempt: 'Its caller opens the transaction; captions.test.ts tries the video of another store.',
    },
    removeCaptions: { exempt: 'Likewise.' },
  },
  'answers/reviews/pins.ts': {
    pinReview: ({ published }) => [published, by],
    unpinReview: ({ published }) => [published, by],
  },
  'asking/dispatch/reviewed-before.ts': {
    reviewedBefore: () => [{ addresses: [buyer], productIds: [productId, otherProductId] }],
  },
  'answers/reviews/complete.ts': {
    completeReview: {
      with: ({ published }) => ({
        args: [published, { ...wordless, reply: 'R', reply_created_at: at, verified_purchase: true }, at],
        first: sql`update reviews set title = '', body = '', address = null, email = null, reply = null, reply_created_at = null where state = 'published'`,
      }),
    },
  },
  'answers/reviews/person.ts': {
    erasePersonFromReviews: () => [person, names, by],
  },
  'answers/reviews/storefront/pictured-pages.ts': {
    readPicturedPage: () => [{ productIds: [productId], limit: 10, offset: 0 }],
  },
  'answers/reviews/storefront/ratings.ts': {
    readRatings: () => [
      { by: 'product_id', values: [productId] },
      { limit: 10, offset: 0 },
    ],
    countReviews: () => [[productId], [3]],
    countStars: () => [undefined],
    starsOf: () => [[productId]],
    readStoreSummary: () => [],
  },
  'answers/reviews/fates.ts': { countFates: () => [since] },
  'answers/reviews/storefront/pinned-reviews.ts': {
    readPinnedPage: () => [{ ...pageOfProduct, count: 1 }],
    readPinned: () => [pageOfProduct],
  },
  'answers/reviews/recount.ts': {
    rebuildSummaries: after(wrongSummaries, [productId]),
    hasReviewsWithoutProduct: after(
      sql`update reviews set product_id = 'gone' where product_id = ${productId}`,
    ),
  },
  'answers/reviews/reports.ts': {
    reportReview: ({ otherPublished }) => [otherPublished, { reason: 'spam', text: 'Look', at }],
    countReportedReviews: () => [since, 100],
    reportsOf: inStatements,
  },
  'answers/reviews/review-days.ts': { countReviewDays: () => [[span]] },
  'answers/reviews/reviews.ts': {
    insertReviews: () => [[aNewReview(newId)], { ...by, action: 'create' }],
    changeReview: ({ pending }) => [
      pending,
      { ...by, action: 'publish' },
      () => ({ state: 'published', published_at: at, rating: 1 }),
    ],
    readReview: ({ pending }) => [pending],
    reviewsOfOrders: () => [['asked'], buyer],
    reviewsOfOrder: () => ['asked'],
    lastReviewsOf: () => [buyer, [productId]],
    reviewsWithoutOrder: ({ pending }) => [{ product_id: productId, address: buyer, id: pending }],
    picturesInUse: ({ usedPicture }) => [[usedPicture]],
    hasBuyersReviews: () => [],
  },
  'answers/reviews/group-sums.ts': {
    changeGroupSums: () => [[{ product_id: productId, ...sevenEach }]],
    lockGroupSums: after(sql`delete from group_summaries`, [productId]),
    rebuildGroupSums: after(wrongSummaries, [productId]),
    moveGroupSums: {
      with: ({ group }) => ({ args: [[group]], first: wrongSummaries }),
    },
    sumAllGroups: after(wrongSummaries),
  },
  'answers/reviews/attributes/sums.ts': {
    changeAnswerSums: () => [
      [{ before: null, after: { product_id: productId, attributes: { fit: 3 }, state: 'published' } }],
    ],
    readAnswerSums: { with: () => ({ args: [[productId]], first: anAnswerSum }) },
    rebuildAnswerSums: after(anAnswerSum, [productId]),
  },
  'answers/reviews/summaries.ts': {
    changeSummaries: () => [
      [
        {
          before: null,
          after: { product_id: productId, rating: 5, recommended: true, state: 'published' },
        },
      ],
    ],
    lockSummaries: { exempt: 'Only locks.' },
  },
  'answers/reviews/copies/copies.ts': {
    planCopies: () => [[oldAddress], { at }],
    planAllCopies: after(hasOldAddress, at),
    countCopies: after(aCopy()),
    retryCopies: {
      with: ({ doneImport }) => ({
        args: [doneImport, at],
        first: sql`
          insert into picture_copies (store_id, address_hash, address, host, import_id, state, due_at)
          select store_id, ${hashOf(oldAddress)}, ${oldAddress}, '127.0.0.1', ${doneImport}, 'failed', ${at}
          from stores`,
      }),
    },
    forgetCopies: after(aCopy('failed'), [oldAddress]),
    tidyCopies: after(aCopy('failed'), at),
  },
  'answers/reviews/copies/copy-pictures.ts': {
    copyPictures: { with: () => ({ args: [never()], first: usedCopy }) },
  },
  'answers/reviews/copies/replace-in-reviews.ts': {
    isUsed: after(hasOldAddress, oldAddress),
    replaceInReviews: {
      with: ({ usedPicture }) => ({
        args: [{ address: oldAddress, name: usedPicture }, at, () => false],
        first: hasOldAddress,
      }),
    },
    settleCopy: after(aCopy(), { address_hash: hashOf(oldAddress), address: oldAddress, name: null }),
  },
  'answers/reviews/machine/forget-texts.ts': {
    forgetMachineTexts: {
      with: ({ published }) => ({
        args: [[{ before: { id: published, ...texts, state: 'published' }, after: null }]],
        first: machineTexts,
      }),
    },
    forgetUnused: after(machineTexts, { translate_reviews: false, summarize_reviews: false }),
  },
  'answers/reviews/machine/digests.ts': {
    readDigest: () => [{ productId, language: 'de', count: 20 }],
  },
  'answers/reviews/machine/write-digests.ts': {
    // Of a product with few reviews, whose summary is no longer wanted.
    writeDigests: {
      with: () => ({
        args: [never()],
        first: sql`
          with used as (
            update stores
            set model_url = 'http://127.0.0.1:9/v1', model_name = 'small', summarize_reviews = true
            returning store_id
          )
          insert into review_digests (store_id, product_id, language, due_at)
          select store_id, ${productId}, 'de', '-infinity'
          from used`,
      }),
    },
  },
  'answers/reviews/unproven.ts': {
    noteUnproven: ({ pending }) => [pending],
    clearUnproven: ({ published }) => [published],
    forgetUnproven: ({ published }) => [[published]],
  },
  'answers/reviews/votes.ts': {
    vote: ({ published }) => [{ reviewId: published, visitorId: 'visitor-1', at }],
    withdrawVote: ({ published }) => [{ reviewId: published, visitorId: 'visitor-9', at }],
  },
  'answers/reviews/published.ts': { readPublished: () => [{ after: null, until: null, limit: 10 }] },
}
