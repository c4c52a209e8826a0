import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Dependencies } from '../../dependencies.ts'
import { encodeAnswer } from '../../foundation/http/encoding/encode-answer.ts'
import { readField } from '../../foundation/http/input/form-body.ts'
import { maskContacts } from '../../foundation/personal-data/contacts/mask-contacts.ts'
import { spendProof } from '../../foundation/visitors/challenge.ts'
import { networkHash } from '../../foundation/visitors/network.ts'
import { sendAnswer } from '../questions/answers/answering.ts'
import { assetUrl } from './assets.ts'
import { sendPage } from './page.ts'
import { fieldOf, findProblems, readValues, type Values } from './question-values.ts'
import { sayIn } from './say.ts'
import { sentPage } from './sent-page.ts'
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
      const objection = await receiveAnswer(dependencies, request, visit, values)
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

type Shown = {
  values: Values
  /** Problems by field. */
  problems?: Partial<Record<keyof Values, string>>
  /** A message about the whole form. */
  notice?: string
}

/** Stores the answer. Returns the form to display instead if that is not possible. */
async function receiveAnswer(
  dependencies: Dependencies,
  request: FastifyRequest,
  { store, context, question }: VisitOfQuestion,
  values: Values,
): Promise<(Omit<Shown, 'values'> & { status: number }) | undefined> {
  const say = sayIn(context.language)
  const { database, clock, secrets } = dependencies
  const problems = findProblems(values, say, { missing: 'answer_body_missing', long: 'answer_body_long' })
  const sent = readField(request.body, 'proof')
  const proof = await dependencies.challenges.check(sent, store.store_id, form, clock())
  if (Object.keys(problems).length > 0) {
    // A failed submission spends its proof too.
    if (proof) await spendProof(database, store.store_id, proof, new Date(clock()))
    return { problems, status: 422 }
  }
  if (!proof) return { notice: say('challenge_wrong'), status: 422 }
  if (proof === 'none') await dependencies.countUnproven(request)
  const network = networkHash(secrets.current, store.store_id, request.ip)
  const answer = { ...values, language: context.language }
  const sending = { proof, network, at: new Date(clock()) }
  const result = await sendAnswer(database, store, question, answer, sending)
  if (result === 'proof_spent') return { notice: say('challenge_wrong'), status: 422 }
  if (result === 'mailed_often') return { problems: { email: say('mail_often') }, status: 429 }
}

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
        fields: {
          body: { ...fieldOf('body', values), label: say('answer'), hint: say('answer_hint'), rows: 4 },
          name: {
            ...fieldOf('name', values),
            ...{ label: say('name'), hint: say('answer_name_hint'), autocomplete: 'name' },
          },
          email: {
            ...fieldOf('email', values),
            ...{ type: 'email', label: say('email'), hint: say('answer_email_hint'), autocomplete: 'email' },
          },
        },
      },
    },
    status,
  )
}
