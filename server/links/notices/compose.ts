import sql, { raw } from 'sql-template-tag'
import type { Catalogues, Languages } from '../../../build/texts/catalogues.ts'
import { languageFinder } from '../../../texts/match.ts'
import type { Connection } from '../../foundation/database/connect.ts'
import { inOneLine } from '../../foundation/lib/text/in-one-line.ts'
import { maskContacts } from '../../foundation/personal-data/contacts/mask-contacts.ts'
import { languagesIn, textsIn } from '../../foundation/texts/texts.ts'
import type { Store } from '../../tenants/stores/stores.ts'
import { contentFacts, type Facts, type ProblemText, type Some } from './facts.ts'

export type StaffLanguage = Languages['staff']

/** One line about a record. `label` and `text` may be a stranger's words: each dialect escapes them. */
export type Entry = { label: string; text: string }

/** A message before it is written in the dialect of a channel. */
export type Message = {
  language: StaffLanguage
  title: string
  sections: { heading: string; entries: Entry[]; more: string | undefined; link: string | undefined }[]
  link: { label: string; url: string }
}

type Texts = Catalogues['staff']

const nearest = languageFinder(languagesIn('staff'))

/** The language of the team that is nearest to the first known tag; English without one. */
export function staffLanguage(...tags: (string | null | undefined)[]): StaffLanguage {
  for (const tag of tags) {
    const found = tag && nearest(tag)
    if (found) return found
  }
  return 'en'
}

/** The list of a store's screen that shows the records. */
const screens = { reviews: 'reviews', questions: 'questions', answers: 'questions' } as const

/**
 * Writes a message from the current records. Undefined: everything that it is about is gone. It has no address, no order
 * and no contact of a person, and at most `quotes` records of each kind.
 */
export async function composeMessage(
  db: Connection,
  store: Store,
  facts: Facts,
  { language, address, quotes = 5 }: { language: StaffLanguage; address: string; quotes?: number },
): Promise<Message | undefined> {
  const texts = textsIn('staff', language)
  const dashboard = `${address}/admin/${store.store_id}`
  const link = { label: texts.open, url: dashboard }
  const name = shortened(store.name, 100)
  if (facts.test) {
    const title = texts.testSubject({ store: name })
    const entries = [{ label: '', text: texts.test({ store: name }) }]
    return {
      language,
      title,
      sections: [{ heading: title, entries, more: undefined, link: undefined }],
      link,
    }
  }
  const content = await Promise.all(
    contentFacts.map(async kind => {
      const some = facts[kind]
      const found = some ? await readEntries(db, store, kind, some, texts) : { entries: [], count: 0 }
      return { kind, ...found }
    }),
  )
  const sections = [
    ...content
      .filter(({ count }) => count > 0)
      .map(({ kind, entries, count }) => ({
        heading: texts.counts[kind]({ count }),
        entries: entries.slice(0, quotes),
        more: moreThan(Math.min(entries.length, quotes), count, texts),
        link: `${dashboard}/${screens[kind]}`,
      })),
    ...otherSections(facts, texts, dashboard, Math.max(quotes, 1) * 2),
  ]
  const [only, ...others] = sections
  if (!only) return undefined
  const what = new Intl.ListFormat(language, { type: 'conjunction' }).format(
    sections.map(({ heading }) => heading),
  )
  const title = shortened(texts.subject({ store: name, what }), 250)
  return {
    language,
    title,
    sections,
    link: others.length === 0 ? { ...link, url: only.link ?? dashboard } : link,
  }
}

function otherSections(facts: Facts, texts: Texts, dashboard: string, most: number): Message['sections'] {
  const { imports, pending, problems } = facts
  const sections: Message['sections'] = []
  if (imports) {
    const entries = imports.first.map(({ outcome, ...counts }) => ({
      label: '',
      text: outcome === 'failed' ? texts.importFailed({ kind: counts.kind }) : texts.imported(counts),
    }))
    const more = moreThan(entries.length, imports.count, texts)
    sections.push({
      heading: texts.counts.imports({ count: imports.count }),
      entries,
      more,
      link: `${dashboard}/data`,
    })
  }
  if (pending) {
    const some = contentFacts.filter(kind => pending[kind] > 0)
    const count = some.reduce((sum, kind) => sum + pending[kind], 0)
    const entries = some.map(kind => ({ label: '', text: texts.pending[kind]({ count: pending[kind] }) }))
    const link = `${dashboard}/${some[0] === 'reviews' ? 'reviews' : 'questions'}`
    sections.push({ heading: texts.counts.pending({ count }), entries, more: undefined, link })
  }
  if (problems) {
    const entries = problems
      .slice(0, most)
      .map(problem => ({ label: '', text: problemIn(texts.problems, problem) }))
    const heading = texts.counts.problems({ count: problems.length })
    sections.push({
      heading,
      entries,
      more: moreThan(entries.length, problems.length, texts),
      link: undefined,
    })
  }
  return sections
}

const moreThan = (shown: number, count: number, texts: Texts) =>
  shown > 0 && count > shown ? texts.more({ count: count - shown }) : undefined

type Row = {
  id: string
  product: string | null
  rating: number | null
  title: string
  body: string
  display_name: string
  state: string
}

const tables = {
  reviews: raw('rating, title'),
  questions: raw("null::integer as rating, '' as title"),
  answers: raw("null::integer as rating, '' as title"),
}

async function readEntries(
  db: Connection,
  store: Store,
  kind: (typeof contentFacts)[number],
  { ids, count }: Some,
  texts: Texts,
): Promise<{ entries: Entry[]; count: number }> {
  const rows = await db.query<Row>(sql`
    select record.id, product.name as product, ${tables[kind]}, body, display_name, state
    from ${raw(kind)} as record
    left join products as product
      on product.store_id = record.store_id and product.product_id = record.product_id
    where record.store_id = ${store.store_id} and record.id = any(${ids}::uuid[])`)
  const entries = ids.flatMap(id => {
    const row = rows.find(one => one.id === id)
    return row ? [entryOf(store, row, texts)] : []
  })
  return { entries, count: count - (ids.length - entries.length) }
}

const longest = 280 // characters of a quote

function entryOf(store: Store, row: Row, texts: Texts): Entry {
  const said = [row.title, row.body].filter(text => text.trim() !== '').join(' – ')
  const stars = row.rating === null ? '' : '★'.repeat(row.rating) + '☆'.repeat(5 - row.rating)
  const masked = (text: string, most: number) => shortened(maskContacts(text, store), most)
  const label = [
    stars,
    shortened(row.product ?? store.name, 80),
    masked(row.display_name, 60),
    row.state === 'pending' ? texts.isPending : '',
  ]
  return { label: label.filter(part => part !== '').join(' · '), text: masked(said, longest) }
}

/** One line of at most `most` characters, in which no emoji is cut. */
function shortened(text: string, most: number): string {
  const characters = [...inOneLine(text)]
  return characters.length <= most
    ? characters.join('')
    : `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
}

function problemIn(texts: Texts['problems'], problem: ProblemText): string {
  return problem.name === 'codes'
    ? texts.codes(problem.values)
    : texts[problem.name]({ name: shortened(problem.values.name, 100) })
}
