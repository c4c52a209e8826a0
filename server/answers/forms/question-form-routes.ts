import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Dependencies } from '../../dependencies.ts'
import type { Database } from '../../foundation/database/connect.ts'
import { encodeAnswer } from '../../foundation/http/encoding/encode-answer.ts'
import { readField } from '../../foundation/http/input/form-body.ts'
import { maskContacts } from '../../foundation/personal-data/contacts/mask-contacts.ts'
import { askQuestion } from '../questions/asking.ts'
import { findSimilarQuestions, type SimilarQuestion } from '../questions/similar.ts'
import { assetUrl } from './pages/assets.ts'
import { type Page, sendPage, sendPart } from './pages/page.ts'
import { sayIn } from './pages/say.ts'
import { sentPage } from './pages/sent-page.ts'
import { fieldsOf, type Objection, readValues, receiveValues, type Values } from './question-values.ts'
import { readVisit, type Visit } from './visitor-query.ts'

/** GET /embed/question: the form in the frame of the questions widget. */
export function show(dependencies: Dependencies) {
  return {
    schema: { hide: true },
    onSend: encodeAnswer,
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const visit = await readVisit(dependencies.database, request, { isFramed: true })
      return await showForm(dependencies, reply, visit, nothingShown, 200)
    },
  }
}

/** POST /embed/question: offers similar questions first, then stores the question as unconfirmed. */
export function send(dependencies: Dependencies) {
  return {
    schema: { hide: true },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const visit = await readVisit(dependencies.database, request, { isFramed: true })
      const sent = { values: readValues(request.body), isSeen: readField(request.body, 'seen') === 'yes' }
      const objection = await receiveQuestion(dependencies, request, visit, sent)
      if (!objection)
        return sendPage(reply, visit.context, sentQuestion(dependencies, visit, sent.values.email))
      const { status, ...shown } = objection
      return await showForm(dependencies, reply, visit, { ...nothingShown, ...sent, ...shown }, status)
    },
  }
}

/** GET /embed/question/similar: similar questions, as a fragment of the page. */
export function similar({ database }: Dependencies) {
  return {
    schema: { hide: true },
    onSend: encodeAnswer,
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const visit = await readVisit(database, request, { isFramed: true })
      const similar = await findSimilar(database, visit, readField(request.query, 'text'))
      return sendPart(reply, visit.context, 'similar', { similar })
    },
  }
}

const form = 'question'

type Sent = {
  values: Values
  /** Whether the visitor saw the similar questions and still wants to ask. */
  isSeen: boolean
}

type Shown = Sent & Omit<Objection, 'status'> & { similar: SimilarQuestion[] }

const nothingShown: Shown = {
  values: { name: '', email: '', body: '' },
  problems: {},
  similar: [],
  isSeen: false,
}

/** Stores the question. Returns the form to display instead if that is not possible. */
async function receiveQuestion(
  dependencies: Dependencies,
  request: FastifyRequest,
  visit: Visit,
  { values, isSeen }: Sent,
): Promise<(Partial<Shown> & { status: number }) | undefined> {
  const { database } = dependencies
  const { store, product } = visit
  return await receiveValues(dependencies, request, visit, {
    ...{ form, values },
    store: (sent, sending) =>
      askQuestion(database, store, { ...sent, productId: product.product_id }, sending),
    // With scripts, similar questions were offered while the visitor typed.
    offer: async () => {
      const similar = isSeen ? [] : await findSimilar(database, visit, values.body)
      return similar.length > 0 ? { similar, isSeen: true, status: 200 } : undefined
    },
  })
}

async function findSimilar(database: Database, visit: Visit, text: string): Promise<SimilarQuestion[]> {
  const { store, product, context } = visit
  const found = await findSimilarQuestions(
    database,
    store.store_id,
    product.product_id,
    text,
    context.language,
  )
  return found.map(({ id, body, reply }) => ({
    id,
    body: maskContacts(body, store),
    reply: reply && maskContacts(reply, store),
  }))
}

async function showForm(
  { challenges, clock }: Dependencies,
  reply: FastifyReply,
  { store, context, product, query }: Visit,
  { values, ...shown }: Shown,
  status: number,
): Promise<FastifyReply> {
  const say = sayIn(context.language)
  return sendPage(
    reply,
    context,
    {
      template: 'question',
      title: say('question_title'),
      scripts: ['form.js', 'question.js'],
      data: {
        ...shown,
        product,
        action: `/embed/question?${query}`,
        similarUrl: `/embed/question/similar?${query}`,
        challenge: await challenges.issue(store.store_id, form, clock()),
        solver: assetUrl('solve.js'),
        fields: fieldsOf(form, values, say),
      },
    },
    status,
  )
}

function sentQuestion({ config }: Dependencies, visit: Visit, email: string): Page {
  const label = sayIn(visit.context.language)('question_again')
  return sentPage(config, visit, 'question', email, {
    event: 'question_sent',
    next: { url: `/embed/question?${visit.query}`, label },
  })
}
