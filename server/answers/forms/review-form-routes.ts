import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { wasGiven } from '../../asking/rewards/give.ts'
import type { Dependencies } from '../../dependencies.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import { endpoint } from '../../foundation/http/endpoint.ts'
import { linkPath } from '../../foundation/http/input/paths.ts'
import { type SentForm, withSentForm } from '../../foundation/http/input/uploads.ts'
import { formatLongDate } from '../../foundation/lib/time/formatters.ts'
import { PicturesUnavailable } from '../../foundation/storage/pictures/picture-store.ts'
import { receivePicture, smaller, sweepPictures } from '../../foundation/storage/pictures/pictures.ts'
import { PictureRefused } from '../../foundation/storage/pictures/sizes.ts'
import { isVideoOf } from '../../foundation/storage/videos/uploads.ts'
import { networkHash } from '../../foundation/visitors/network.ts'
import { withdrawReview } from '../reviews/moderate.ts'
import { picturesInUse } from '../reviews/reviews.ts'
import { PictureGone, writeReviews } from '../reviews/writing.ts'
import { displayNames } from './display-names.ts'
import { formConsent, grantOf } from './form-consent.ts'
import { createOpenings } from './links/openings.ts'
import { freshCards, ownerOf, type ReviewLink, readReviewLink } from './links/review-link.ts'
import { draftName, sendPage } from './pages/page.ts'
import { type Say, sayIn } from './pages/say.ts'
import {
  type Card,
  isTouched,
  pictureLimits,
  type ReceivePicture,
  readCard,
  refuseUnread,
  sayRefused,
  toSentReview,
  withoutMedia,
} from './review-cards.ts'
import { type ShownForm, showReviewForm, stateOf } from './review-form.ts'

// A form that was rendered earlier may have had more products: at most those of the settings, and the store itself.
const places = Array.from({ length: 51 }, (_, index) => index)

const any = z.unknown().optional()

const shownQuery = z.object({ done: any, rating: any, stars: any, product: any })

/**
 * GET /r/:token: the form, or a thank-you page after sending. A star in the mail only preselects the rating. Opening the
 * link changes nothing but the record that it was opened.
 */
export function show(dependencies: Dependencies) {
  const noteOpening = createOpenings(dependencies.database, dependencies.clock)
  return endpoint({
    schema: { hide: true, params: linkPath, querystring: shownQuery },
    handler: async (request, reply) => {
      const link = await readReviewLink(dependencies, request)
      noteOpening(request, link.mailing)
      const say = sayIn(link.context.language)
      const { done } = request.query
      if (link.products.length === 0 && done !== 'withdrawn') return sendMessage(reply, link, 'nothing')
      if (request.query.done === 'sent' && link.reviews.size > 0)
        return showThanks(
          reply,
          link,
          say,
          await wasGiven(dependencies.database, link.store.store_id, link.mailing),
        )
      if (request.query.done === 'withdrawn') return sendMessage(reply, link, 'withdrawn')
      const [review] = link.reviews.values()
      const cards = preselect(freshCards(link), link, request.query)
      const asked = await formConsent(dependencies, link)
      const consent = asked && { ...asked, isAgreed: false }
      return showReviewForm(reply, link, { cards, display: review?.display_name, consent })
    },
  })
}

/** POST /r/:token: saves the reviews. If there are problems, displays the form again with everything that was typed. */
export function send(dependencies: Dependencies) {
  return endpoint({
    schema: { hide: true, params: linkPath },
    handler: async (request, reply) => {
      const link = await readReviewLink(dependencies, request)
      if (link.products.length === 0) return sendMessage(reply, link, 'nothing')
      const fields = places.map(index => `pictures-${index}`)
      const count = dependencies.countPictureBytes(request)
      return await withSentForm(request, { ...pictureLimits, fields, count }, async form => {
        const objection = await receiveReviews(dependencies, request, link, form)
        if (!objection) return reply.redirect(`/r/${link.token}?done=sent`, 303)
        const { status, ...shown } = objection
        return showReviewForm(reply, link, shown, status)
      })
    },
  })
}

/** POST /r/:token/pictures: takes a picture before the form is sent, for the script that displays the progress. */
export function sendPicture(dependencies: Dependencies) {
  return endpoint({
    schema: { hide: true, params: linkPath },
    handler: async (request, reply) => {
      const link = await readReviewLink(dependencies, request)
      const say = sayIn(link.context.language)
      const take = takerOf(dependencies, link)
      return await withSentForm(
        request,
        {
          ...pictureLimits,
          perField: 1,
          fields: ['picture'],
          count: dependencies.countPictureBytes(request),
        },
        async form => {
          if (form.isCutShort) throw new ApiError('request_timeout')
          const [file] = form.files('picture')
          if (!file) throw new ApiError('body_invalid')
          try {
            const name = (await take(file)) ?? ''
            return reply.send({ name, url: `/pictures/${smaller(name, 160)}` })
          } catch (error) {
            if (error instanceof PicturesUnavailable)
              return reply.status(503).send({ problem: say('picture_failed') })
            return reply.status(statusOf(error)).send({ problem: sayRefused(error, file.filename, say) })
          }
        },
      )
    },
  })
}

function statusOf(error: unknown): number {
  return error instanceof PictureRefused && error.why === 'budget' ? 429 : 422
}

const withdrawal = z.object({ product: any }).nullish()

/** POST /r/:token/withdraw: withdraws a review for its author. */
export function withdraw(dependencies: Dependencies) {
  const { database, clock, pictures } = dependencies
  return endpoint({
    schema: { hide: true, params: linkPath, body: withdrawal },
    handler: async (request, reply) => {
      const link = await readReviewLink(dependencies, request)
      const review = link.reviews.get(String(request.body?.product))
      if (review && review.state !== 'removed') {
        await database.transaction(tx =>
          withdrawReview(tx, link.store.store_id, review.id, new Date(clock())),
        )
        const swept = sweepPictures(
          database,
          pictures,
          link.store.store_id,
          { names: review.pictures },
          picturesInUse,
        )
        // The pictures are no longer displayed. If their storage is unavailable now, a later sweep deletes them.
        await swept.catch(error => request.log.warn({ err: error }, 'pictures were not deleted'))
      }
      return reply.redirect(`/r/${link.token}?done=withdrawn`, 303)
    },
  })
}

function preselect(cards: Card[], { reviews }: ReviewLink, query: z.infer<typeof shownQuery>): Card[] {
  const stars = Number(query.rating ?? query.stars)
  if (![1, 2, 3, 4, 5].includes(stars)) return cards
  return cards.map(card => {
    const { product, values } = card
    const isChosen = product.product_id === query.product && !reviews.has(product.product_id)
    return isChosen ? { ...card, values: { ...values, rating: stars } } : card
  })
}

type Objection = ShownForm & { status: number }

/** Saves the reviews. Returns the form to display instead if that is not possible. */
async function receiveReviews(
  dependencies: Dependencies,
  request: FastifyRequest,
  link: ReviewLink,
  form: SentForm,
): Promise<Objection | undefined> {
  const { database, clock, secrets } = dependencies
  const { store, mailing, context, products } = link
  const say = sayIn(context.language)
  const names = displayNames(mailing.name, say('anonymous'), context.language)
  const chosen = form.text('display')
  const display = names.find(({ choice }) => choice === chosen)?.name ?? names[0]?.name ?? ''
  const { cards, notice } = await readCards(dependencies, request, link, form)
  // Before the question is read, so that a stop from now on counts.
  const at = new Date(clock())
  const asked = await formConsent(dependencies, link)
  const consent = asked && { ...asked, isAgreed: form.text('consent') === asked.answer }
  const kept = { cards, display, consent }
  if (notice) return { ...kept, notice, status: 503 }
  if (form.isCutShort) return { ...kept, notice: say('too_slow_form'), status: 408 }
  const touched = cards.filter(isTouched)
  // The form has no place for it any more: say so before anything is thanked for.
  const lost = lostIn(form, link, say)
  if (lost) return { ...kept, notice: lost, status: 422 }
  if (touched.length === 0) return { ...kept, problems: { 'rating-0': say('rating_none') }, status: 422 }
  if (touched.some(({ problems }) => Object.keys(problems).length > 0)) return { ...kept, status: 422 }
  const network = networkHash(secrets.current, store.store_id, request.ip)
  const writing = {
    mailing,
    products,
    displayName: display,
    language: context.language,
    network,
    consents: consent?.isAgreed ? [grantOf(consent, at)] : [],
    at,
  }
  try {
    await writeReviews(database, store, writing, touched.map(toSentReview))
  } catch (error) {
    if (!(error instanceof PictureGone)) throw error
    return { ...kept, cards: cards.map(withoutMedia), notice: say('picture_gone'), status: 422 }
  }
}

/** What to tell a buyer who reviewed a product that the form no longer accepts: its time is over, or it was returned. */
function lostIn(form: SentForm, link: ReviewLink, say: Say): string | undefined {
  const shown = new Set(link.products.map(({ product_id }) => product_id))
  const isFilled = (index: number) =>
    ['rating', 'heading', 'body'].some(name => !['', '0'].includes(form.text(`${name}-${index}`).trim()))
  const lost = places
    .filter(isFilled)
    .map(index => form.text(`product-${index}`))
    .filter(id => !shown.has(id))
  if (lost.length === 0) return undefined
  const [ended] = lost.flatMap(id => link.ends.get(id) ?? [])
  return ended ? lateIn(link, say, ended) : say('form_changed')
}

function lateIn({ store, context }: ReviewLink, say: Say, ended: Date): string {
  // The last day, which ended then.
  const date = formatLongDate(new Date(ended.getTime() - 1), context.language, store.time_zone)
  return say('late_text', { store: store.name, date })
}

/** Reads the submitted cards. Adds a notice if pictures cannot be stored now. */
async function readCards(
  dependencies: Dependencies,
  request: FastifyRequest,
  link: ReviewLink,
  form: SentForm,
): Promise<{ cards: Card[]; notice?: string }> {
  const say = sayIn(link.context.language)
  const take = takerOf(dependencies, link)
  let isDown = false
  const receiveOrNote: ReceivePicture = async file => {
    // Of five pictures, each would wait for a scanner or bucket that does not answer.
    if (isDown) return undefined
    try {
      return await take(file)
    } catch (error) {
      if (!(error instanceof PicturesUnavailable)) throw error
      request.log.warn({ err: error.cause }, 'pictures could not be stored')
      isDown = true
      return undefined
    }
  }
  const speaking = { store: link.store, language: link.context.language }
  const cards: Card[] = []
  for (const fresh of freshCards(link)) {
    // The number in a field's name belongs to the product that was at this position when the form was rendered.
    const at = places.findIndex(index => form.text(`product-${index}`) === fresh.product.product_id)
    const media = { take: receiveOrNote, isOwnVideo: (name: string) => isOwnVideo(link, name) }
    const sent = await readCard(form, { ...fresh, index: at }, speaking, media)
    cards.push({ ...sent, index: fresh.index })
  }
  return isDown ? { cards, notice: say('pictures_down') } : { cards }
}

// Uploaded with this link, or in a review that it changes, which may be of an earlier order.
function isOwnVideo(link: ReviewLink, name: string): boolean {
  const kept = Array.from(link.reviews.values(), ({ pictures }) => pictures).flat()
  return kept.includes(name) || isVideoOf(link.store.store_id, ownerOf(link), name)
}

function takerOf({ config, database, pictures, clock }: Dependencies, { store }: ReviewLink): ReceivePicture {
  const mostUnused = config.WAITING_PICTURES_LIMIT * 1_000_000
  return async file => {
    refuseUnread(file)
    return await receivePicture(database, pictures, store.store_id, file.path, new Date(clock()), mostUnused)
  }
}

function sendMessage(reply: FastifyReply, link: ReviewLink, what: 'nothing' | 'withdrawn'): FastifyReply {
  const { language } = link.context
  const say = sayIn(language)
  if (what === 'nothing' && link.ended) {
    return sendPage(reply, link.context, {
      template: 'message',
      title: say('late_title'),
      data: { tone: 'problem', text: lateIn(link, say, link.ended) },
    })
  }
  return sendPage(reply, link.context, {
    template: 'message',
    title: say(`${what}_title`),
    data: {
      tone: what === 'withdrawn' ? 'done' : 'problem',
      text: say(`${what}_text`),
      next: link.ended ? undefined : { url: `/r/${link.token}`, label: say(`${what}_next`) },
    },
  })
}

function showThanks(reply: FastifyReply, link: ReviewLink, say: Say, isRewarded: boolean): FastifyReply {
  const all = freshCards(link).map(card => ({
    ...card,
    ...stateOf(link.reviews.get(card.product.product_id), link, say),
  }))
  const cards = all.filter(({ values }) => values.rating > 0)
  const rest = all.filter(({ values, isOpen }) => values.rating === 0 && isOpen)
  return sendPage(reply, link.context, {
    template: 'thanks',
    title: say('thanks_title'),
    scripts: ['review.js'],
    images: all.map(({ product }) => product.picture),
    data: {
      text: say('thanks_text', { store: link.store.name }),
      reward: isRewarded ? say('reward_coming', { store: link.store.name }) : undefined,
      cards,
      rest: rest.map(({ index, product }) => ({ product, stars: starLinks(link.token, product, index) })),
      next: { url: `/r/${link.token}`, label: say('thanks_edit') },
      draft: draftName(`/r/${link.token}`),
    },
  })
}

// As in the mail: a star opens the form with this rating selected.
function starLinks(token: string, { product_id: product }: Card['product'], index: number): string[] {
  return [1, 2, 3, 4, 5].map(
    rating => `/r/${token}?${new URLSearchParams({ product, rating: String(rating) })}#rating-${index}`,
  )
}
