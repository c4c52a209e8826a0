import type { FastifyReply } from 'fastify'
import { textsFor } from '../../asking/mail/composing/mail-texts.ts'
import { firstName } from '../../asking/mail/composing/safe-text.ts'
import { offerIn } from '../../asking/mail/composing/view.ts'
import { smaller } from '../../foundation/storage/pictures/pictures.ts'
import { largestVideo, posterOf, readVideoName } from '../../foundation/storage/videos/names.ts'
import { reasonIn } from '../moderation/reasons.ts'
import type { Review } from '../reviews/reviews.ts'
import { isOpen } from '../reviews/writing.ts'
import { shownQuestions } from './answer-fields.ts'
import { displayNames } from './display-names.ts'
import type { FormConsent } from './form-consent.ts'
import type { ReviewLink } from './links/review-link.ts'
import { draftName, sendPage } from './pages/page.ts'
import { type Say, sayIn } from './pages/say.ts'
import { type Card, longestBody, longestHeading, problemsOf } from './review-cards.ts'

/** The review form's content besides its cards. */
export type ShownForm = {
  cards: Card[]
  /** One of displayNames; undefined selects the first. */
  display?: string | undefined
  /** A message about the whole form. */
  notice?: string | undefined
  problems?: Record<string, string>
  /** The channel that the form asks about, and whether the buyer agreed to it. */
  consent?: (FormConsent & { isAgreed: boolean }) | undefined
}

/** Sends the form for all products of a review request. */
export function showReviewForm(
  reply: FastifyReply,
  link: ReviewLink,
  { cards, display, notice, problems = {}, consent }: ShownForm,
  status = 200,
): FastifyReply {
  const { context, store, mailing, reviews, token, takesPictures } = link
  const takesVideos = store.videos && takesPictures
  const say = sayIn(context.language)
  const names = displayNames(mailing.name, say('anonymous'), context.language)
  const first = names.find(({ choice }) => choice === 'short')?.name ?? names[0]?.name
  const hello = firstName(mailing.name ?? '', context.language)
  return sendPage(
    reply,
    context,
    {
      template: 'review',
      title: say('review_title'),
      scripts: ['form.js', 'review.js', ...(takesVideos ? ['video.js'] : [])],
      images: cards.map(({ product }) => product.picture),
      data: {
        lead: hello
          ? say('review_lead', { name: hello, store: store.name })
          : say('review_lead_nameless', { store: store.name }),
        offer: link.offer && offerIn(textsFor(context.language), link.offer, store.name),
        action: `/r/${token}`,
        draft: draftName(`/r/${token}`),
        uploadUrl: `/r/${token}/pictures`,
        videoUrl: takesVideos ? `/r/${token}/videos` : undefined,
        hidesPictures: !takesPictures,
        largestVideo,
        posterOf: (name: string) => smaller(posterOf(readVideoName(name) ?? {}) ?? '', 160),
        withdrawUrl: `/r/${token}/withdraw`,
        cards: cards.map(card => {
          const review = reviews.get(card.product.product_id)
          const questions = shownQuestions(card.questions, { store, language: context.language })
          return {
            ...card,
            questions,
            ...stateOf(review, link, say),
            isOfBefore: review && isOfBefore(review, link),
            canRewrite: link.isTaken(card.product.product_id),
          }
        }),
        problems: { ...problems, ...problemsOf(cards) },
        notice,
        names,
        display: names.some(({ name }) => name === display) ? display : first,
        consent,
        isEdit: [...reviews.values()].some(({ state }) => state !== 'removed'),
        longestHeading,
        longestBody,
        smaller,
      },
    },
    status,
  )
}

function isOfBefore(review: Review, { mailing }: ReviewLink): boolean {
  return mailing.requests.every(({ order_id }) => order_id !== review.order_id)
}

/** Describes the state of a review to its author. */
export function stateOf(review: Review | undefined, { store, context }: ReviewLink, say: Say) {
  if (!review) return { isOpen: true }
  const { state, moderation_reason } = review
  const words = { store: store.name, reason: reasonIn(moderation_reason, context.language) }
  const isWithdrawn = state === 'removed' && isOpen(review)
  if (isWithdrawn || state === 'unconfirmed') return { isOpen: true }
  return {
    isOpen: isOpen(review),
    canWithdraw: state !== 'removed',
    state,
    stateText: say(`state_${state}`, words),
  }
}
