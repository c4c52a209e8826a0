import { html } from 'lit/html.js'
import type { Source } from '../../config.ts'
import { isMarked } from './cards/card.ts'
import type { Additions, Adorned } from './extras/additions.ts'
import type { ReviewList } from './wire.ts'

/** What was added to the reviews of one source, whose code is loaded when it is needed. */
export type Adding = {
  added: Additions
  /** Adds what a list needs besides its reviews, which would push them down later: the list waits for it. */
  addFor: (list: ReviewList) => Promise<void>
  /** Adds what the (i) says, and topics. After a failure it tries again. */
  explain: () => Promise<void>
}

export function createAdding(element: Adorned, source: Source): Adding {
  let isExplaining = false
  // In another language, the former texts stay until the new ones are there.
  const add = async (list?: ReviewList) => {
    const { addTo } = await import('./extras/additions.ts')
    adding.added = await addTo(adding.added, element, source, list)
  }
  const adding: Adding = {
    added: {},
    addFor: async list => {
      const { machine, attributes } = list.meta
      if (adding.added.locale || machine || attributes || list.result.some(isMarked))
        await add(list).catch(() => {})
    },
    explain: async () => {
      if (isExplaining) return
      isExplaining = true
      await add().catch(() => {
        const about: Additions['about'] = (_review, { texts }) => html`<p>${texts.failed}</p>`
        adding.added = { ...adding.added, about, hasTopics: true }
      })
      isExplaining = false
      element.requestUpdate()
    },
  }
  return adding
}
