import type { Catalogues } from '../../../../build/texts/catalogues.ts'
import { directionOf } from '../../../../texts/direction.ts'
import type { Language } from '../../../foundation/http/language.ts'
import { inSlices } from '../../../foundation/lib/in-slices.ts'
import { type Html, html, nothing } from '../../../foundation/lib/text/html.ts'
import { boundsOf } from '../../../foundation/lib/time/days.ts'
import { formatLongDate, formatNumber } from '../../../foundation/lib/time/formatters.ts'
import { textsIn } from '../../../foundation/texts/texts.ts'
import type { Subject } from '../../../tenants/products/store-itself.ts'
import type { showAnswers } from '../attributes/present.ts'
import { digestHtml } from '../machine/digest-html.ts'
import type { Digest } from '../machine/digests.ts'
import { lengthOfReview, type showReview, sizedOf, smallOf } from './shown.ts'
import { clock, describe, player, type Video, videoStyle } from './video-html.ts'

/**
 * `variant` is the name of the reviewed product, if it is not the product of the page; `product` in a row of all
 * products.
 */
type Review = ReturnType<typeof showReview> & {
  variant?: string | undefined
  product?: { name: string; url?: string | undefined } | undefined
  answers?: ReturnType<typeof showAnswers>
}

type Texts = Catalogues['html']

/**
 * All of a review, one below the other; its pictures alone; a row that scrolls; those of products or of the store
 * itself, with links between the two; or the rating of the store itself, without a review.
 */
export const views = ['list', 'gallery', 'carousel', 'store', 'badge'] as const

export type ReviewList = {
  language: Language
  view?: (typeof views)[number] | undefined
  /** `about`: the address of the page that says how its reviews are collected. */
  store: { name: string; time_zone: string; about: string }
  reviews: Review[]
  /** The rating of the whole product or store, regardless of filters; null without reviews. */
  rating: { average: number; total: number } | null
  /** Addresses of the previous and the next page; null if there is none. */
  previous: string | null
  next: string | null
  /** Of the view store. */
  subjects?: SubjectLink[] | undefined
  digest?: Digest | undefined
}

/** The list of reviews of products, or of the store itself. `url`: null for the one on the page. */
export type SubjectLink = { subject: Subject; total: number; url: string | null }

/** Renders the list as an HTML fragment without scripts. Styles apply only to its own classes. Texts are escaped. */
export async function renderReviewList(list: ReviewList): Promise<string> {
  const texts = textsIn('html', list.language)
  const isGallery = list.view === 'gallery'
  const items = isGallery
    ? list.reviews.flatMap(one => tiles(one, list, texts))
    : await inSlices(list.reviews, lengthOfShown, one => item(one, list, texts))
  return sectionOf(
    list,
    html`<h2 class="rw-heading">${isGallery ? texts.pictures : texts.heading}</h2>
${subjectLinks(list, texts)}${isGallery ? nothing : summary(list, texts)}${list.digest ? digestHtml(list.digest, texts) : nothing}
${list.reviews.some(({ videos }) => videos) ? html`<style>${videoStyle}</style>` : nothing}${items.length === 0 ? html`<p class="rw-none">${texts.none}</p>` : listOf(items, list, texts)}
${pages(list, texts)}`,
  )
}

/** Renders one line: the rating of the store itself, as a link where the page of all reviews has an address. */
export function renderBadge(list: Pick<ReviewList, 'language' | 'rating'> & { url: string | null }): string {
  const texts = textsIn('html', list.language)
  const line = list.rating ? summary(list, texts) : html`<p class="rw-none">${texts.none}</p>`
  return sectionOf(list, list.url ? html`<a class="rw-badge" href="${list.url}">${line}</a>` : line)
}

function sectionOf({ language }: Pick<ReviewList, 'language'>, content: Html): string {
  return html`<section class="rw-list" lang="${language}" dir="${directionOf(language)}"><style>${style}</style>${fiveStars}
${content}</section>
`.html
}

function subjectLinks({ subjects, language }: ReviewList, texts: Texts): Html {
  if (!subjects) return nothing
  const links = subjects.map(({ subject, total, url }) => {
    const name = html`${subject === 'store' ? texts.ofStore : texts.ofProducts} (${formatNumber(total, language)})`
    return url
      ? html`<a href="${url}" rel="nofollow">${name}</a> `
      : html`<strong aria-current="page">${name}</strong> `
  })
  return html`<nav class="rw-pages" aria-label="${texts.heading}">${links}</nav>
`
}

function listOf(items: Html[], { view = 'list' }: ReviewList, texts: Texts): Html {
  if (view === 'list' || view === 'store') return html`<ol class="rw-items">${items}</ol>`
  if (view === 'gallery') return html`<style>${galleryStyle}</style><ul class="rw-tiles">${items}</ul>`
  return html`<style>${rowStyle}</style><ol class="rw-items rw-row" tabindex="0" aria-label="${texts.heading}">${items}</ol>`
}

/** The pictures of a review, each with its author's name, stars and marks. */
function tiles(review: Review, { language }: ReviewList, texts: Texts): Html[] {
  const { pictures, rating, display_name } = review
  const author = display_name.trim() || texts.anonymous
  const by = [
    author,
    texts.stars({ rating: formatNumber(rating, language) }),
    ...marksOf(review, language),
  ].join(', ')
  return pictures.map(url => {
    const video = videoOf(review, url)
    const alt = video ? `${by}, ${describe(video, language)}` : by
    return html`<li><a href="${video?.url ?? url}" rel="nofollow ugc"><img src="${sizedOf(url, 640)}" alt="${alt}" width="160" height="160" loading="lazy" decoding="async">${video ? clock(video) : nothing}</a></li>`
  })
}

function lengthOfShown({ title, body, reply }: Review): number {
  return lengthOfReview({ title, body, reply: reply?.body ?? null })
}

function summary({ rating, language }: Pick<ReviewList, 'rating' | 'language'>, texts: Texts): Html {
  if (!rating) return nothing
  const average = formatNumber(rating.average, language, 1)
  const total = texts.count({ count: rating.total })
  return html`<p class="rw-summary">${stars(rating.average, texts.stars({ rating: average }))} <strong>${average}</strong> <span>${total}</span></p>`
}

function item(review: Review, { language, store }: ReviewList, texts: Texts): Html {
  return html`<li class="rw-item"><article>
${stars(review.rating, texts.stars({ rating: formatNumber(review.rating, language) }))}
${review.title ? html`<h3 class="rw-title" dir="auto">${review.title}</h3>` : nothing}
<p class="rw-meta"><bdi class="rw-author">${review.display_name.trim() || texts.anonymous}</bdi> ${date(review.created_at, language, store.time_zone)}${
    review.verified_purchase ? html` <span class="rw-verified">${texts.verified}</span>` : nothing
  }${marksOf(review, language).map(mark => html` <span>${mark}</span>`)}</p>
${review.variant ? html`<p class="rw-variant">${texts.variant({ name: review.variant })}</p>` : nothing}
${review.product?.name ? productLink(review.product) : nothing}
${review.body ? html`<p class="rw-body" dir="auto">${linesOf(review.body)}</p>` : nothing}
${review.answers?.length ? html`<dl class="rw-answers">${review.answers.map(answer)}</dl>` : nothing}
${review.is_recommended ? html`<p class="rw-recommended">${texts.recommended}</p>` : nothing}
${review.pictures.length > 0 ? html`<p class="rw-pictures">${review.pictures.map((url, index) => picture(url, videoOf(review, url), texts.picture({ number: formatNumber(index + 1, language) }), language))}</p>` : nothing}
${review.reply ? reply(review.reply, language, store, texts) : nothing}
${about(review, language, store)}
</article></li>`
}

function answer({ label, type, value, value_label }: NonNullable<Review['answers']>[number]): Html {
  const isOutOfFive = (type === 'rating' || type === 'scale') && String(value) === value_label
  return html`<div><dt dir="auto">${label}</dt> <dd dir="auto">${isOutOfFive ? `${value_label}/5` : value_label}</dd></div>`
}

function productLink({ name, url }: { name: string; url?: string | undefined }): Html {
  return html`<p class="rw-variant" dir="auto">${url ? html`<a href="${url}">${name}</a>` : name}</p>`
}

// The words of the widgets, so that a review says the same wherever it is displayed.
function marksOf({ insider, incentivized, pinned }: Review, language: Language): string[] {
  const { details } = textsIn('widgets', language)
  return [
    ...(insider ? [details.insider] : []),
    ...(incentivized ? [details.incentivized] : []),
    ...(pinned ? [details.chosen] : []),
  ]
}

function about(review: Review, language: Language, { time_zone, about }: ReviewList['store']): Html {
  const { details, elements } = textsIn('widgets', language)
  const { origin, origin_name, purchased_on } = review
  const isNamed = origin === 'import' && origin_name
  const collected = isNamed ? details.importFrom({ service: origin_name }) : details[origin ?? 'unknown']
  const on =
    purchased_on &&
    formatLongDate(new Date(boundsOf(purchased_on, { time_zone }).begins), language, time_zone)
  return html`<details class="rw-about"><summary>${elements.about}</summary><p>${collected} ${on ? details.purchased({ date: on }) : ''} <a rel="nofollow" href="${about}?locale=${language}">${details.collected}</a></p></details>`
}

// A poster leads to its video.
function videoOf({ videos }: Review, poster: string): Video | undefined {
  return videos?.find(video => video.poster === poster)
}

// The link to a video has no place for captions, so one with captions has a player. Nothing is loaded before it is
// played.
function picture(url: string, video: Video | undefined, called: string, language: Language): Html {
  if (video?.captions) return player(video, language)
  const alt = video ? `${called}, ${describe(video, language)}` : called
  return html`<a href="${video?.url ?? url}" rel="nofollow ugc"><img src="${smallOf(url)}" alt="${alt}" width="96" height="96" loading="lazy" decoding="async">${video ? clock(video) : nothing}</a>`
}

function reply(
  { body, created_at }: NonNullable<Review['reply']>,
  language: Language,
  store: ReviewList['store'],
  texts: Texts,
): Html {
  return html`<blockquote class="rw-reply"><p class="rw-meta"><strong>${texts.replyOf({ store: store.name })}</strong> ${date(created_at, language, store.time_zone)}</p><p class="rw-body" dir="auto">${linesOf(body)}</p></blockquote>`
}

// As elements: html-minifier-terser and minify-html join lines that only "white-space: pre-line" divides.
function linesOf(text: string): Html[] {
  return text.split(/\r\n?|\n/).map((line, index) => (index === 0 ? html`${line}` : html`<br>${line}`))
}

function pages({ previous, next }: ReviewList, texts: Texts): Html {
  if (!previous && !next) return nothing
  return html`<nav class="rw-pages" aria-label="${texts.pages}">${
    previous ? html`<a rel="prev nofollow" href="${previous}">${texts.previous}</a>` : nothing
  } ${next ? html`<a rel="next nofollow" href="${next}">${texts.next}</a>` : nothing}</nav>
`
}

function date(at: string, language: Language, timeZone: string): Html {
  return html`<time datetime="${at}">${formatLongDate(new Date(at), language, timeZone)}</time>`
}

// Draws the stars, because fonts without the character show a box. A partial star is filled by its share of the width.
function stars(value: number, called: string): Html {
  const width = Math.round(value * 20 * 10) / 10
  const use = html`<use href="#rw-five-stars" width="100" height="20"/>`
  return html`<svg class="rw-stars" role="img" aria-label="${called}" viewBox="0 0 100 20" width="90" height="18"><g class="rw-empty">${use}</g><svg class="rw-full" aria-hidden="true" width="${width}" height="20" viewBox="0 0 ${width} 20">${use}</svg></svg>`
}

const star = 'M10 1.5l2.6 5.4 5.9.8-4.3 4.1 1.1 5.9L10 14.8l-5.3 2.9 1.1-5.9L1.5 7.7l5.9-.8z'

// Defined once per page and referenced by every rating.
const fiveStars = html`<svg class="rw-drawing" width="0" height="0" aria-hidden="true"><symbol id="rw-five-stars" viewBox="0 0 100 20">${[0, 1, 2, 3, 4].map(index => html`<path transform="translate(${index * 20})" d="${star}"/>`)}</symbol></svg>`

const style = {
  html: `.rw-list{font:inherit;line-height:1.5;max-width:60rem}
.rw-list[dir=rtl] .rw-stars{transform:scaleX(-1)}
.rw-list .rw-drawing{position:absolute}
.rw-list .rw-items{list-style:none;margin:0;padding:0}
.rw-list .rw-item{border-top:1px solid var(--rw-border-color,#d9d9d9);padding:1rem 0}
.rw-list .rw-summary{align-items:center;display:flex;flex-wrap:wrap;gap:.5rem}
.rw-list .rw-title{font-size:1.05em;margin:.25rem 0}
.rw-list .rw-meta{font-size:.875em;margin:.25rem 0;opacity:.8}
.rw-list .rw-meta>*+*::before{content:'· '}
.rw-list .rw-verified{font-weight:600}
.rw-list .rw-about{font-size:.875em}
.rw-list .rw-about summary{cursor:pointer;opacity:.8;width:fit-content}
.rw-list .rw-about p{margin:.25rem 0}
.rw-list .rw-variant{font-size:.875em;margin:.25rem 0;opacity:.8}
.rw-list .rw-body{margin:.25rem 0;overflow-wrap:anywhere}
.rw-list .rw-answers{font-size:.875em;margin:.5rem 0}
.rw-list .rw-answers div{display:flex;flex-wrap:wrap;gap:0 .5rem}
.rw-list .rw-answers dt{opacity:.8}
.rw-list .rw-answers dd{font-weight:600;margin:0}
.rw-list .rw-pictures{display:flex;flex-wrap:wrap;gap:.5rem}
.rw-list .rw-pictures img{border-radius:4px;object-fit:cover}
.rw-list .rw-reply{border-inline-start:3px solid var(--rw-border-color,#d9d9d9);margin:.75rem 0 0;padding-inline-start:1rem}
.rw-list .rw-empty{fill:var(--rw-star-empty,#d5d5d5);stroke:color-mix(in srgb,currentColor 65%,transparent)}
.rw-list .rw-full{fill:var(--rw-star-color,#ffc107);stroke:color-mix(in srgb,var(--rw-star-color,#ffc107) 40%,currentColor)}
.rw-list .rw-pages{display:flex;gap:1.5rem;padding:1rem 0}
.rw-list .rw-pages a,.rw-list .rw-pages strong{display:inline-block;padding:.5rem 0}
.rw-list .rw-badge{color:inherit;display:inline-block}`,
}

const galleryStyle = {
  html: `.rw-list .rw-tiles{display:grid;gap:.5rem;grid-template-columns:repeat(auto-fill,minmax(min(9rem,30%),1fr));list-style:none;margin:0;padding:0}
.rw-list .rw-tiles img{aspect-ratio:1;border-radius:8px;display:block;height:auto;object-fit:cover;width:100%}`,
}

const rowStyle = {
  html: `.rw-list .rw-row{align-items:stretch;display:flex;gap:1rem;overflow-x:auto;overscroll-behavior-x:contain;scroll-snap-type:x mandatory}
.rw-list .rw-row .rw-item{border:1px solid var(--rw-border-color,#d9d9d9);border-radius:12px;box-sizing:border-box;flex:0 0 min(85%,20rem);padding:1rem;scroll-snap-align:start}`,
}
