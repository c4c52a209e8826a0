import type { Source } from '../../../config.ts'
import { conventionsOf, languageOf } from '../../../locale.ts'
import type { Answers } from '../attributes/load.ts'
import type { Machine } from '../machine/machine.ts'
import type { ReviewList } from '../wire.ts'
import { type Extras, loadExtras } from './load.ts'

/**
 * What only some lists need, each in code of its own. Whatever is not needed, or cannot be loaded, is absent: without
 * it the reviews are complete.
 */
export type Additions = Extras & {
  /** The language of them all. */
  locale?: string
  /** Texts of the store's language model. */
  machine?: Machine | undefined
  /** The answers to the store's own questions. */
  answers?: Answers | undefined
}

/** The element that displays them. */
export type Adorned = Element & { renderRoot: ShadowRoot; topics: boolean; requestUpdate: () => void }

/**
 * Adds the notes and what a list needs to `before`, which is replaced if it is in another language. Without a list,
 * rejects if the notes cannot be loaded.
 */
export async function addTo(
  before: Additions,
  element: Adorned,
  source: Source,
  list?: ReviewList,
): Promise<Additions> {
  const { renderRoot: root, topics: hasTopics } = element
  const conventions = conventionsOf(languageOf(element))
  const place = { source, conventions, root, hasTopics }
  const draw = () => element.requestUpdate()
  const { locale } = conventions
  const kept = before.locale === locale ? before : {}
  const { machine: offer, attributes } = list?.meta ?? {}
  const [extras, machine, answers] = await Promise.all([
    kept.marks && (kept.hasTopics || !hasTopics)
      ? kept
      : loadExtras(place).catch(error => (list ? {} : Promise.reject(error))),
    kept.machine ??
      (offer &&
        import('../machine/machine.ts')
          .then(({ createMachine }) => createMachine(source, { ...conventions, offer, root, draw }))
          .catch(nothing)),
    kept.answers ??
      (attributes &&
        import('../attributes/load.ts')
          .then(({ loadAnswers }) => loadAnswers(source, locale, root))
          .catch(nothing)),
  ])
  return { ...extras, locale, machine, answers }
}

const nothing = () => undefined
