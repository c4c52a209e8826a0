import { DatabaseSync } from 'node:sqlite'
import type { Management } from '@realword/sdk'

export type StoredEvent = { event_id: string; review_id: string | null }

export type Tables = ReturnType<typeof openTables>

/**
 * Two tables of SQLite. `reviews` has each review of the store as it was last read, with the event that read it. `events`
 * has the events received; without a `review_id`, one is about all reviews.
 */
export function openTables(file: string) {
  const db = new DatabaseSync(file)
  db.exec(`
    pragma journal_mode = wal;
    create table if not exists reviews (
      id text primary key,
      product_id text not null,
      rating integer not null,
      title text not null,
      body text not null,
      display_name text not null,
      state text not null,
      reply text,
      created_at text not null,
      updated_at text not null,
      read_by text not null
    ) strict;
    create table if not exists events (
      event_id text primary key,
      review_id text,
      received_at text not null default current_timestamp,
      is_done integer not null default 0
    ) strict;
    create index if not exists waiting_events on events (is_done) where is_done = 0;`)
  const add = db.prepare('insert into events (event_id, review_id) values (?, ?) on conflict do nothing')
  const next = db.prepare(`
    select event_id, review_id
    from events
    where is_done = 0
    order by rowid
    limit 1`)
  const done = db.prepare('update events set is_done = 1 where event_id = ?')
  // Deliveries can be replayed for 30 days.
  const forget = db.prepare(`
    delete from events
    where is_done = 1 and received_at < datetime('now', '-31 days')`)
  const write = db.prepare(`
    insert or replace into reviews (
      id, product_id, rating, title, body, display_name, state, reply, created_at, updated_at, read_by
    )
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  const remove = db.prepare('delete from reviews where id = ?')
  const removeOthers = db.prepare('delete from reviews where read_by <> ?')

  return {
    addEvent: (eventId: string, reviewId: string | null) => void add.run(eventId, reviewId),
    nextEvent: () => next.get() as StoredEvent | undefined,
    forgetOldEvents: () => void forget.run(),
    /** Commits the change together with the end of its event. */
    finish: (eventId: string, change: () => void) => {
      db.exec('begin immediate')
      try {
        change()
        done.run(eventId)
        db.exec('commit')
      } catch (error) {
        db.exec('rollback')
        throw error
      }
    },
    write: (review: Management.Review, eventId: string) => {
      const { id, product_id, rating, title, body, display_name, state, reply } = review
      const { created_at, updated_at } = review
      const replied = reply?.body ?? null
      const texts = [title, body, display_name, state, replied, created_at, updated_at]
      write.run(id, product_id, rating, ...texts, eventId)
    },
    delete: (id: string) => void remove.run(id),
    deleteOthers: (eventId: string) => void removeOthers.run(eventId),
  }
}
