import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Dependencies } from '../../dependencies.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import { encodeAnswer } from '../../foundation/http/encoding/encode-answer.ts'
import { type SentForm, withSentForm } from '../../foundation/http/input/uploads.ts'
import { comparableAddress } from '../../foundation/lib/text/email-address.ts'
import { PicturesUnavailable } from '../../foundation/storage/pictures/picture-store.ts'
import { receivePicture, smaller } from '../../foundation/storage/pictures/pictures.ts'
import type { Proof } from '../../foundation/visitors/challenge.ts'
import { networkHash } from '../../foundation/visitors/network.ts'
import type { Attribute } from '../../tenants/stores/settings/attribute-rules.ts'
import { questionsAbout } from '../reviews/attributes/questions.ts'
import { sendOpenReview } from '../reviews/open-reviews.ts'
import { PictureGone } from '../reviews/writing.ts'
import { shownQuestions } from './answer-fields.ts'
import { assetUrl } from './pages/assets.ts'
import { draftName, type Page, sendPage, webAddress } from './pages/page.ts'
import { sayIn } from './pages/say.ts'
import { sentPage } from './pages/sent-page.ts'
import { createPayment, type Payment } from './payment.ts'
import {
  type Card,
  longestBody,
  longestHeading,
  noValues,
  pictureLimits,
  problemsOf,
  type ReceivePicture,
  readCard,
  refuseUnread,
  toSentReview,
  withoutMedia,
} from './review-cards.ts'
import { readVisit, type Visit } from './visitor-query.ts'

/** GET /write: the form for a review without an order, if the store accepts those. */
export function show(dependencies: Dependencies) {
  return {
    schema: { hide: true },
    onSend: encodeAnswer,
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const visit = await readOpenVisit(dependencies, request)
      return await showForm(dependencies, reply, visit, { card: emptyCard(visit), name: '', email: '' }, 200)
    },
  }
}

/** POST /write: stores the review as unconfirmed. */
export function send(dependencies: Dependencies) {
  return {
    schema: { hide: true },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const visit = await readOpenVisit(dependencies, request)
      const payment = createPayment(dependencies, request, visit.store.store_id, form)
      // Decoding pictures is the most expensive step, so no byte of a picture is stored before the proof is spent.
      const admit = async (before: SentForm) =>
        (await payment.check(before.text('proof'))) !== undefined && (await payment.spend())
      const count = dependencies.countPictureBytes(request)
      const limits = { ...pictureLimits, fields: ['pictures-0'], admit, count }
      return await withSentForm(request, limits, async sent => {
        const objection = await receiveReview(dependencies, request, visit, sent, payment)
        if (!objection)
          return sendPage(reply, visit.context, sentReview(dependencies, visit, sent.text('email')))
        const { status, ...shown } = objection
        return await showForm(dependencies, reply, visit, shown, status)
      })
    },
  }
}

const form = 'review'
const longestName = 80 // characters

type Shown = {
  card: Card
  name: string
  email: string
  problems?: Record<string, string>
  /** A message about the whole form. */
  notice?: string
}

type OpenVisit = Visit & { questions: Attribute[] }

async function readOpenVisit({ database }: Dependencies, request: FastifyRequest): Promise<OpenVisit> {
  const visit = await readVisit(database, request, { isFramed: false })
  if (!visit.store.open_reviews) throw new ApiError('route_unknown')
  const { product_id } = visit.product
  const questions = (await questionsAbout(database, visit.store, [product_id]))(product_id)
  return { ...visit, questions }
}

/** Stores the review. Returns the form to display instead if that is not possible. */
async function receiveReview(
  dependencies: Dependencies,
  request: FastifyRequest,
  visit: OpenVisit,
  sent: SentForm,
  payment: Payment,
): Promise<(Shown & { status: number }) | undefined> {
  const { context } = visit
  const say = sayIn(context.language)
  const [name, email] = [sent.text('name').replace(/\s+/g, ' '), sent.text('email')]
  const proof = await payment.check(sent.text('proof'))
  const { card, isDown } = await readOneCard(dependencies, request, visit, sent)
  const shown = { card, name, email }
  if (isDown) return { ...shown, notice: say('pictures_down'), status: 503 }
  if (sent.isCutShort) return { ...shown, notice: say('too_slow_form'), status: 408 }
  if (!proof) return { ...shown, notice: say('challenge_wrong'), status: 422 }
  const problems = findProblems(visit, shown)
  if (Object.keys(problems).length > 0) {
    // If another submission spent the proof, no picture was stored.
    const paid = (await payment.spend()) ? {} : { notice: say('challenge_wrong') }
    return { ...shown, ...paid, problems, status: 422 }
  }
  return await saveReview(dependencies, request, visit, shown, { payment, proof })
}

function findProblems({ context, product }: Visit, { card, name, email }: Shown): Record<string, string> {
  const say = sayIn(context.language)
  return {
    ...(card.values.rating === 0 && { 'rating-0': say('rating_missing', { product: product.name }) }),
    ...problemsOf([card]),
    ...(name === '' && { name: say('name_missing') }),
    ...([...name].length > longestName && { name: say('name_long') }),
    ...(comparableAddress(email) === undefined && { email: say('email_wrong') }),
    ...(email === '' && { email: say('email_missing') }),
  }
}

async function saveReview(
  { database, clock, secrets }: Dependencies,
  request: FastifyRequest,
  { store, context }: Visit,
  shown: Shown,
  { payment, proof: checked }: { payment: Payment; proof: Proof },
): Promise<(Shown & { status: number }) | undefined> {
  const { card, name, email } = shown
  const say = sayIn(context.language)
  const network = networkHash(secrets.current, store.store_id, request.ip)
  const proof = await payment.left(checked)
  const review = { ...toSentReview(card), name, email, language: context.language }
  try {
    const sending = { proof, network, at: new Date(clock()) }
    const result = await sendOpenReview(database, store, review, sending)
    if (result === 'proof_spent') return { ...shown, notice: say('challenge_wrong'), status: 422 }
    if (result === 'mailed_often') return { ...shown, problems: { email: say('mail_often') }, status: 429 }
  } catch (error) {
    if (!(error instanceof PictureGone)) throw error
    await payment.spend()
    return { ...shown, card: withoutMedia(card), notice: say('picture_gone'), status: 422 }
  }
}

async function readOneCard(
  { config, database, clock, pictures }: Dependencies,
  request: FastifyRequest,
  visit: OpenVisit,
  sent: SentForm,
): Promise<{ card: Card; isDown: boolean }> {
  let isDown = false
  // Half of the limit: the other half is reserved for buyers with a link from a mail.
  const mostUnused = config.WAITING_PICTURES_LIMIT * 500_000
  const take: ReceivePicture = async file => {
    refuseUnread(file)
    if (isDown) return undefined
    try {
      return await receivePicture(
        database,
        pictures,
        visit.store.store_id,
        file.path,
        new Date(clock()),
        mostUnused,
      )
    } catch (error) {
      if (!(error instanceof PicturesUnavailable)) throw error
      request.log.warn({ err: error.cause }, 'pictures could not be stored')
      isDown = true
      return undefined
    }
  }
  const speaking = { store: visit.store, language: visit.context.language }
  const card = await readCard(sent, emptyCard(visit), speaking, { take, isOwnVideo: () => false })
  return { card, isDown }
}

function emptyCard({ product, questions }: OpenVisit): Card {
  const { product_id, name, pictures } = product
  return {
    index: 0,
    product: { product_id, name, picture: pictures.map(webAddress).find(Boolean) },
    questions,
    values: noValues,
    problems: {},
  }
}

async function showForm(
  { challenges, clock }: Dependencies,
  reply: FastifyReply,
  { store, context, query }: Visit,
  { card, name, email, problems = {}, notice }: Shown,
  status: number,
): Promise<FastifyReply> {
  const say = sayIn(context.language)
  const rating = problems['rating-0'] ?? card.problems.rating
  return sendPage(
    reply,
    context,
    {
      template: 'write',
      title: say('write_title'),
      scripts: ['form.js', 'review.js', ...(context.frame ? ['steps.js'] : [])],
      images: [card.product.picture],
      data: {
        card: {
          ...card,
          questions: shownQuestions(card.questions, { store, language: context.language }),
          problems: { ...card.problems, ...(rating && { rating }) },
          isOpen: true,
        },
        problems,
        notice,
        action: `/write?${query}`,
        draft: draftName(`/write?${query}`),
        challenge: await challenges.issue(store.store_id, form, clock()),
        solver: assetUrl('solve.js'),
        unrated: say('rating_missing', { product: card.product.name }),
        fields: {
          name: {
            name: 'name',
            value: name,
            most: longestName,
            label: say('name'),
            hint: say('write_name_hint'),
            autocomplete: 'name',
            required: true,
          },
          email: {
            name: 'email',
            value: email,
            most: 254,
            type: 'email',
            label: say('email'),
            hint: say('write_email_hint'),
            autocomplete: 'email',
            required: true,
          },
        },
        longestHeading,
        longestBody,
        smaller,
      },
    },
    status,
  )
}

function sentReview({ config }: Dependencies, visit: Visit, email: string): Page {
  const page = sentPage(config, visit, 'write', email, {
    event: 'review_sent',
    sent: draftName(`/write?${visit.query}`),
  })
  return { ...page, scripts: ['review.js'] }
}
