import { html, nothing, type TemplateResult } from 'lit/html.js'
import { read } from '../../../api.ts'
import type { Source } from '../../../config.ts'
import type { Conventions } from '../../../locale.ts'
import { dress } from '../../dress.ts'
import type { Say } from '../../say.ts'
import type { Review } from '../wire.ts'
import { styles } from './details.styles.ts'
import { type Details, type DetailTexts, loadDetails, loadDetailTexts, marksOf } from './details.ts'

/** What some reviews need, and the others when a shopper asks for it. */
export type Extras = Details & {
  /** Buttons that search for a topic; `terms` are the present ones. */
  hasTopics?: boolean
  topics?: (say: Say, terms: string, search: (terms: string) => void) => unknown
}

/** Where extras are displayed. */
type Place = { source: Source; conventions: Conventions; root: ShadowRoot; hasTopics: boolean }

type Topic = { topic: string; count: number }

const sheet = [styles]

/** The marks of reviews outside of a list of cards. */
export async function loadMarks(root: ShadowRoot, say: Say): Promise<(review: Review) => unknown> {
  const texts = await loadDetailTexts(say)
  return review => {
    // With each rendering, because a new design replaces the sheets.
    dress(root, sheet)
    return marksOf(review, texts)
  }
}

/** Loads the texts of the details and, if the store displays them, the topics of the product. */
export async function loadExtras({ root, conventions, source, hasTopics }: Place): Promise<Extras> {
  const { name, value } = source.product
  const [details, found] = await Promise.all([
    loadDetails(conventions, source),
    hasTopics
      ? read<{ result: Topic[] }>(source, 'topics', { [name]: value }).catch(() => undefined)
      : undefined,
  ])
  return {
    ...details,
    hasTopics,
    topics: (say, terms, search) => {
      // With each rendering, because a new design replaces the sheets.
      dress(root, sheet)
      return chips(found?.result ?? [], details.texts, say, terms, search)
    },
  }
}

function chips(
  topics: Topic[],
  texts: DetailTexts,
  say: Say,
  terms: string,
  search: (terms: string) => void,
): TemplateResult | typeof nothing {
  if (topics.length === 0) return nothing
  return html`<div part="topics" class="topics" role="group" aria-label=${texts.topics}>
    <span aria-hidden="true">${texts.topics}</span>
    ${topics.map(
      ({ topic, count }) =>
        html`<button
          type="button"
          class="pill chip"
          aria-pressed=${terms === topic}
          @click=${() => search(terms === topic ? '' : topic)}
        >
          <span class="unseen"><bdi>${topic}</bdi>, ${say.texts.reviewCount({ count })}</span>
          <span aria-hidden="true"><bdi>${topic}</bdi> ${say.number(count)}</span>
        </button>`,
    )}
  </div>`
}
