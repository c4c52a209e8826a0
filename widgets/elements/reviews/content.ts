import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Say } from '../say.ts'
import type { CardView } from './cards/card.ts'
import type { FeedState, Query } from './feed.ts'
import { header, headerTypes } from './header.ts'
import { empty, list } from './list.ts'
import type { Summary } from './summary.ts'
import { tools } from './tools.ts'

// Up to this many reviews are read faster than searched, and fit on two screens of a phone: they get no tools.
const few = 5

/** What the element knows besides its reviews. */
export type Surroundings = {
  headerType: string
  listType: string
  /** The text of the search field, which may not have been searched yet. */
  typed: string
  areToolsOpen: boolean
}

export type Acts = {
  find: (change: Partial<Query>) => void
  search: (terms: string) => void
  clear: () => void
  more: () => void
  retry: () => void
}

/**
 * All of the element, around its content. `said` is the text of the live region. That has no role, because Orca reads an empty
 * status as "statusbar".
 */
export function root(content: TemplateResult, said: Text | '', say?: Say): TemplateResult {
  return html`<div class="root" lang=${say?.locale ?? nothing} dir=${say?.dir ?? nothing}>
    <slot name="heading"></slot>
    ${content}
    <p class="unseen" aria-live="polite">${said}</p>
  </div>`
}

/** The summary, the tools and the list of a product; a message if it has no reviews. */
export function content(
  around: Surroundings,
  state: FeedState & { summary: Summary },
  cards: CardView,
  acts: Acts,
): TemplateResult {
  const { say } = cards
  const { machine, answers, topics } = cards.added
  const { query, summary, writeUrl } = state
  if (summary.total === 0) return empty(say, writeUrl)
  const isFew = summary.total <= few
  const type = headerTypes.find(name => name === around.headerType) ?? 'default'
  const isOpen = around.areToolsOpen
  const toggleStars = (stars: number) => {
    const { ratings } = query
    acts.find({
      ratings: ratings.includes(stars) ? ratings.filter(one => one !== stars) : [...ratings, stars],
    })
  }
  const view = { ...acts, say, query, isFew, isHidden: type === 'minimal' && !isOpen }
  return html`${header(type, {
    ...view,
    summary,
    writeUrl,
    ratings: query.ratings,
    isOpen,
    toggleStars,
    toggleTools: () => {
      around.areToolsOpen = !isOpen
    },
  })}
  ${machine?.summary(say)} ${answers?.summary(view)}
  ${
    isFew
      ? nothing
      : tools({
          ...view,
          toggleStars,
          typed: around.typed,
          counts: type === 'histogram' ? undefined : summary.stars,
        })
  }
  ${topics?.(say, query.terms, acts.search)}
  ${list({ ...view, state, isGrid: around.listType !== 'list', cards })}`
}
