import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Dependencies } from '../../dependencies.ts'
import { encodeAnswer } from '../../foundation/http/encoding/encode-answer.ts'
import { maskContacts } from '../../foundation/personal-data/contacts/mask-contacts.ts'
import { sendAnswer } from '../questions/answers/answering.ts'
import { assetUrl } from './pages/assets.ts'
import { sendPage } from './pages/page.ts'
import { sayIn } from './pages/say.ts'
import { sentPage } from './pages/sent-page.ts'
import { fieldsOf, type Objection, readValues, receiveValues, type Values } from './question-values.ts'
import { readVisitOfQuestion, type VisitOfQuestion } from './visitor-query.ts'

/** GET /embed/answer: the form that answers a published question, in the frame of the questions widget. */
export function show(dependencies: Dependencies) {
  return {
    schema: { hide: true },
    onSend: encodeAnswer,
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const visit = await readVisitOfQuestion(dependencies.database, request)
      return await showForm(dependencies, reply, visit, { values: nothing }, 200)
    },
  }
}

/** POST /embed/answer: stores the answer as unconfirmed. */
export function send(dependencies: Dependencies) {
  return {
    schema: { hide: true },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const visit = await readVisitOfQuestion(dependencies.database, request)
      const values = readValues(request.body)
      const objection = await receiveValues(dependencies, request, visit, {
        ...{ form, values },
        store: (sent, sending) =>
          sendAnswer(dependencies.database, visit.store, visit.question, sent, sending),
      })
      if (objection) {
        const { status, ...shown } = objection
        return await showForm(dependencies, reply, visit, { values, ...shown }, status)
      }
      const { config } = dependencies
      const page = sentPage(config, visit, 'answer', values.email, { event: 'answer_sent' })
      return sendPage(reply, visit.context, page)
    },
  }
}

const form = 'answer'

const nothing: Values = { name: '', email: '', body: '' }

type Shown = Omit<Objection, 'status'> & { values: Values }

async function showForm(
  { challenges, clock }: Dependencies,
  reply: FastifyReply,
  { store, context, product, query, question }: VisitOfQuestion,
  { values, problems = {}, notice }: Shown,
  status: number,
): Promise<FastifyReply> {
  const say = sayIn(context.language)
  return sendPage(
    reply,
    context,
    {
      template: 'answer',
      title: say('answer_title'),
      scripts: ['form.js'],
      data: {
        ...{ problems, notice, product },
        question: maskContacts(question.body, store),
        action: `/embed/answer?${query}`,
        challenge: await challenges.issue(store.store_id, form, clock()),
        solver: assetUrl('solve.js'),
        fields: fieldsOf(form, values, say),
      },
    },
    status,
  )
}
