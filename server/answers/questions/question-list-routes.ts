import { z } from 'zod'
import { endpoint } from '../../foundation/http/endpoint.ts'
import { languageTag, text } from '../../foundation/http/input/fields.ts'
import {
  namesProductOnce,
  oneOf,
  productParameters,
  readProductFilter,
  wholeNumber,
} from '../../foundation/http/input/read-query.ts'
import { jsonPage } from '../../foundation/http/pages/json-page.ts'
import { errorResponses } from '../../foundation/http/reference/api-docs.ts'
import { inSlices } from '../../foundation/lib/in-slices.ts'
import { maskContacts } from '../../foundation/personal-data/contacts/mask-contacts.ts'
import {
  answerRead,
  type Reading,
  readErrors,
  storeKeySecurity,
} from '../../tenants/admission/cached-read.ts'
import { budgetOf } from '../../tenants/admission/read-limits.ts'
import { tagsOf } from '../../tenants/products/invalidation.ts'
import { findProducts } from '../../tenants/products/products.ts'
import type { KnownStore } from '../../tenants/stores/stores.ts'
import { designOf, shownDesign } from '../../tenants/stores/widget-design.ts'
import { showReply } from '../moderation/content/shown.ts'
import { mostShown, readShownAnswers, type ShownAnswer, showAnswer } from './answers/shown-answers.ts'
import { readQuestionPage, type ShownQuestion } from './question-pages.ts'

const query = z
  .object({
    ...productParameters(1),
    terms: text(200).optional().describe('Words that the question has, all of them'),
    locale: languageTag
      .optional()
      .describe('The language of the terms, if it may be another one than the store’s'),
    expand: oneOf(['reply']).describe("reply: with the store's answer, and those of shoppers"),
    limit: wholeNumber(1, 100, 10),
    offset: wholeNumber(0, 10_000, 0),
  })
  .check(namesProductOnce)

const count = z.int().min(0)

const questions = z
  .object({
    result: z.array(
      z
        .object({
          id: z.uuid(),
          body: z.string(),
          display_name: z.string(),
          created_at: z.iso.datetime(),
          reply: z.object({ body: z.string(), created_at: z.iso.datetime() }).nullable().optional(),
          answers: z
            .array(
              z.object({
                id: z.uuid(),
                body: z.string(),
                display_name: z.string(),
                created_at: z.iso.datetime(),
                verified_purchase: z
                  .boolean()
                  .meta({ description: 'Whether their confirmed address has an order with the product' }),
              }),
            )
            .max(mostShown)
            .optional()
            .meta({ description: 'Of shoppers, the oldest first; present with `expand=reply`' }),
        })
        .meta({ title: 'Question' }),
    ),
    count,
    meta: z.object({
      limit: z.number().int(),
      offset: z.number().int(),
      count,
      query: z.record(z.string(), z.unknown()).meta({ description: 'The filters in use' }),
      store_name: z.string().meta({ description: 'Who answers' }),
      buyer_answers: z
        .literal(true)
        .optional()
        .meta({ description: 'Present if shoppers may answer: the form is `/embed/answer`' }),
      design: shownDesign.optional(),
    }),
  })
  .meta({
    description: 'One page of published questions, the newest first',
    examples: [
      {
        result: [
          {
            id: '01999c53-5a4f-7c7e-9d57-0e3a6d2f8b12',
            body: 'Does it work on induction?',
            display_name: 'Bia',
            created_at: '2026-03-10T12:00:00.000Z',
            reply: { body: 'Yes, from 12 cm on.', created_at: '2026-03-11T09:00:00.000Z' },
            answers: [
              {
                id: '01999c53-5a4f-7c7e-9d57-0e3a6d2f8b13',
                body: 'It does on mine.',
                display_name: 'Rui',
                created_at: '2026-03-12T18:00:00.000Z',
                verified_purchase: true,
              },
            ],
          },
        ],
        count: 1,
        meta: {
          limit: 10,
          offset: 0,
          count: 1,
          query: { product_id: 'P-1' },
          store_name: 'Casa da Serra',
        },
      },
    ],
  })

/** GET /api/v1/questions.json. Source: section 4.5 of the specification, and docs/reference/api.md. */
export function listQuestions(reading: Reading) {
  return endpoint({
    schema: {
      operationId: 'listQuestions',
      summary: 'Read questions and answers',
      description: 'A page of the published questions about a product, or about all of the store.',
      tags: ['Reads'],
      security: storeKeySecurity,
      querystring: query,
      response: { 200: questions, ...errorResponses([...readErrors]) },
    },
    handler: async (request, reply) => {
      const asked = readQuery(request.query)
      const { products, limit, offset, withReply, filters } = asked
      const { store_id } = request.store
      return await answerRead(reading, request, reply, {
        query: asked,
        tags: tagsOf(store_id, products),
        budget: budgetOf(asked),
        create: async store => {
          const productIds = await findProducts(reading.database.pipeline, store_id, products)
          const page = await readQuestionPage(reading.database, store, { ...asked, productIds })
          const answers = withReply
            ? await readShownAnswers(reading.database, store_id, page.questions)
            : undefined
          const result = await inSlices(page.questions, lengthOf(answers), question =>
            JSON.stringify(showQuestion(question, store, answers)),
          )
          return jsonPage(result, {
            count: page.count,
            meta: {
              ...{ limit, offset, count: page.count, query: filters, store_name: store.name },
              ...(store.buyer_answers && { buyer_answers: true }),
              ...designOf(store),
            },
          })
        },
      })
    },
  })
}

function readQuery(sent: z.infer<typeof query>) {
  const products = readProductFilter(sent)
  const terms = sent.terms?.trim() ?? ''
  return {
    products,
    terms,
    locale: terms === '' ? undefined : sent.locale,
    withReply: sent.expand === 'reply',
    limit: Number(sent.limit ?? 10),
    offset: Number(sent.offset ?? 0),
    filters: {
      ...(products && { [products.by]: products.values[0] }),
      ...(terms !== '' && { terms }),
    },
  }
}

/** The answers of shoppers by question; undefined: not asked for. */
type Answers = Map<string, ShownAnswer[]> | undefined

function lengthOf(answers: Answers) {
  return ({ id, body, reply }: ShownQuestion): number => {
    const ofShoppers = (answers?.get(id) ?? []).reduce((sum, answer) => sum + answer.body.length, 0)
    return body.length + (reply?.length ?? 0) + ofShoppers
  }
}

function showQuestion(question: ShownQuestion, store: KnownStore, answers: Answers) {
  return {
    id: question.id,
    body: maskContacts(question.body, store),
    display_name: maskContacts(question.display_name, store),
    created_at: question.created_at.toISOString(),
    ...(answers && {
      reply: showReply(question, store),
      answers: (answers.get(question.id) ?? []).map(answer => showAnswer(answer, store)),
    }),
  }
}
