import sql from 'sql-template-tag'
import { hashOf } from '../../../answers/reviews/copies/copies.ts'
import { buyer, otherProductId, productId } from '../seeded.ts'
import { after, at, by, type Calls, never, newId, page, person, since, span } from './call.ts'
import { aNewReview, names } from './content.ts'

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

const ownDomain = sql`update stores set insider_domains = '{correio.example}'`

const sevenEach = {
  ...{ one: 7, two: 7, three: 7, four: 7, five: 7 },
  ...{ recommended: 7, not_recommended: 7 },
}

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

const wordless = { title: '', body: '', address: null, state: 'published' }

/** Reviews. */
export const reviews: Calls = {
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
  'answers/reviews/insiders/insider-mark.ts': {
    markInsider: ({ published }) => [published, by],
    unmarkInsider: ({ published }) => [published, by],
  },
  'answers/reviews/insiders/insiders.ts': {
    withInsiders: after(ownDomain, [{ address: buyer }]),
    insiderMark: after(ownDomain, { address: buyer }),
    isInsider: after(ownDomain, { address: buyer }),
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
  'answers/reviews/sums/recount.ts': {
    rebuildSummaries: after(wrongSummaries, [productId]),
    hasReviewsWithoutProduct: after(
      sql`update reviews set product_id = 'gone' where product_id = ${productId}`,
    ),
  },
  'answers/reviews/sums/review-days.ts': { countReviewDays: () => [[span]] },
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
  'answers/reviews/sums/group-sums.ts': {
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
  'answers/reviews/sums/summaries.ts': {
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
