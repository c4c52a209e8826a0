import type { createManagementClient } from '@realword/sdk'
import type { Tables } from './tables.ts'

const reviewUnknown = 804043 // Realword's code: the store has no such review

type Realword = ReturnType<typeof createManagementClient>

/**
 * Reads what events are about, one after another. An event says which review changed; the API says what the review is now.
 * So the order of events does not matter, nor that some are shortened, or hold ids alone because a person was erased.
 */
export class Follower {
  readonly #tables: Tables
  readonly #realword: Realword
  #isWorking = false

  constructor(tables: Tables, realword: Realword) {
    this.#tables = tables
    this.#realword = realword
  }

  /** Stores an event, and starts to work on it. An event that came before is ignored. */
  follow(eventId: string, reviewId: string | null): void {
    this.#tables.addEvent(eventId, reviewId)
    void this.#work()
  }

  /** Reads the whole list: events may have been missed, and reviews whose time has run out are deleted without one. */
  followAll(): void {
    this.#tables.forgetOldEvents()
    this.follow(`all ${new Date().toISOString()}`, null)
  }

  async #work(): Promise<void> {
    if (this.#isWorking) return
    this.#isWorking = true
    try {
      for (let event = this.#tables.nextEvent(); event; event = this.#tables.nextEvent()) {
        if (event.review_id === null) await this.#readAll(event.event_id)
        else await this.#readOne(event.event_id, event.review_id)
      }
    } catch (error) {
      // The event is still stored. Try again, also if the service is away for long.
      console.error(error)
      setTimeout(() => void this.#work(), 5_000)
    } finally {
      this.#isWorking = false
    }
  }

  async #readOne(eventId: string, id: string): Promise<void> {
    const { data, error } = await this.#realword.request('GET /manage/v1/reviews/{id}', { path: { id } })
    // Any other 404 is of a proxy, or of a wrong address.
    if (error && error.error_code !== reviewUnknown) throw error
    this.#tables.finish(eventId, () => {
      if (data) this.#tables.write(data, eventId)
      else this.#tables.delete(id)
    })
  }

  async #readAll(eventId: string): Promise<void> {
    for await (const review of this.#realword.each('GET /manage/v1/reviews', { query: { limit: 100 } }))
      this.#tables.write(review, eventId)
    this.#tables.finish(eventId, () => this.#tables.deleteOthers(eventId))
  }
}
