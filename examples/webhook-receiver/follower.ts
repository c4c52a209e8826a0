import type { createManagementClient } from '@realword/sdk'
import type { Tables } from './tables.ts'

const reviewUnknown = 804043 // Realword's code: the store has no such review

type Realword = ReturnType<typeof createManagementClient>

/**
 * Reads what events are about, one after another. An event says which review changed; the API says what the review is now.
 * So the order of events does not matter, nor that some are shortened, or hold ids alone because a person was erased.
 */
export function createFollower(tables: Tables, realword: Realword) {
  let isWorking = false

  /** Stores an event, and starts to work on it. An event that came before is ignored. */
  function follow(eventId: string, reviewId: string | null): void {
    tables.addEvent(eventId, reviewId)
    void work()
  }

  /** Reads the whole list: events may have been missed, and reviews whose time has run out are deleted without one. */
  function followAll(): void {
    tables.forgetOldEvents()
    follow(`all ${new Date().toISOString()}`, null)
  }

  async function work(): Promise<void> {
    if (isWorking) return
    isWorking = true
    try {
      for (let event = tables.nextEvent(); event; event = tables.nextEvent()) {
        if (event.review_id === null) await readAll(tables, realword, event.event_id)
        else await readOne(tables, realword, event.event_id, event.review_id)
      }
    } catch (error) {
      // The event is still stored. Try again, also if the service is away for long.
      console.error(error)
      setTimeout(() => void work(), 5_000)
    } finally {
      isWorking = false
    }
  }

  return { follow, followAll }
}

async function readOne(tables: Tables, realword: Realword, eventId: string, id: string): Promise<void> {
  const { data, error } = await realword.request('GET /manage/v1/reviews/{id}', { path: { id } })
  // Any other 404 is of a proxy, or of a wrong address.
  if (error && error.error_code !== reviewUnknown) throw error
  tables.finish(eventId, () => {
    if (data) tables.write(data, eventId)
    else tables.delete(id)
  })
}

async function readAll(tables: Tables, realword: Realword, eventId: string): Promise<void> {
  for await (const review of realword.each('GET /manage/v1/reviews', { query: { limit: 100 } }))
    tables.write(review, eventId)
  tables.finish(eventId, () => tables.deleteOthers(eventId))
}
