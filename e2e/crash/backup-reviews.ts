import { unescapeHtml } from '../../server/test/forms.ts'
import { decode, formLinkIn } from '../../server/test/mail/decoded-mails.ts'
import { type MailServer, startMailServer } from '../../server/test/mail/mail-server.ts'
import { aPicture } from '../../server/test/media/pictures.ts'
import { onCleanUp, type Service, waitFor } from '../service.ts'
import { orderText, post, query, type Store } from '../store.ts'

const buyers = 40 // each receives one mail, and writes one review with a picture

export async function startBuyersMail(): Promise<MailServer> {
  const server = await startMailServer()
  onCleanUp(server.close)
  return server
}

/** Orders whose requests are due at once. Resolves with the links to the forms, once all mails have arrived. */
export async function receiveLinks(service: Service, store: Store, mail: MailServer): Promise<string[]> {
  for (let number = 0; number < buyers; number++) {
    const customers = [{ name: 'Ana', email: `buyer.${number}@example.com`, phone: '' }]
    const order = orderText(`asked-${number}`, { customers, request_review_at: '2026-01-01T00:00:00Z' })
    const { status } = await post(service.url, store, order)
    if (status !== 201) throw new Error(`an order got ${status}`)
  }
  await waitFor('all mails', () => mail.received.length >= buyers, 300_000)
  return mail.received.map(({ raw }) => formLinkIn(decode(raw)))
}

/** Writes a review with a picture through one link after another. `written` counts those that were answered. */
export function startReviewing(links: string[]) {
  const state = { written: 0, stopping: false }
  const writing = (async () => {
    for (const link of links) {
      if (state.stopping) return
      await writeReview(link, state.written)
      state.written++
    }
  })()
  writing.catch(() => {}) // rethrown by `stop`
  return {
    written: () => state.written,
    stop: async () => {
      state.stopping = true
      await writing
    },
  }
}

async function writeReview(link: string, number: number): Promise<void> {
  const page = await (await fetch(link)).text()
  const [, product = ''] = /name="product-0" value="([^"]*)"/.exec(page) ?? []
  const body = new FormData()
  body.append('product-0', unescapeHtml(product))
  body.append('rating-0', '5')
  body.append('body-0', `Review ${number}`)
  body.append('pictures-0', await aPicture())
  body.append('display', 'short')
  const { status } = await fetch(link, { method: 'POST', body, redirect: 'manual' })
  if (status !== 303) throw new Error(`A review got ${status}.`)
}

/** Throws unless the copy has the first reviews with pictures that open, and every link opens its form. */
export async function proveReviews(copy: Service, links: string[], written: number): Promise<void> {
  const rows = await query<{ body: string; pictures: string[] }>(
    copy.dataDir,
    'select body, pictures from reviews',
  )
  const pictures = new Map(rows.map(row => [row.body, row.pictures]))
  for (let number = 0; number < written; number++)
    if (pictures.get(`Review ${number}`)?.length !== 1)
      throw new Error(`Lost: review ${number} was answered before the backup's end.`)
  for (const name of [...pictures.values()].flat()) {
    const shown = await fetch(`${copy.url}/pictures/${name}`)
    const { byteLength } = await shown.arrayBuffer()
    if (shown.status !== 200 || byteLength < 1_000) throw new Error(`A picture is lost: ${shown.status}`)
  }
  for (const link of links) {
    const opened = await fetch(copy.url + new URL(link).pathname)
    if (opened.status !== 200 || !(await opened.text()).includes('name="rating-0"'))
      throw new Error(`A link in a sent email does not open: ${opened.status}`)
  }
}
