import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen } from '../network/listen.ts'

/** Judge.me's API, written from its documents: the reviews of one shop, newest first, in pages. */
export type JudgeMe = {
  url: string
  /** The paths and queries that were requested. */
  asked: URL[]
  reviews: object[]
  /** Handles a request instead. Returns false to leave it to the API. */
  interfere: (handle: Interference) => void
  close: () => Promise<void>
}

type Interference = (url: URL, response: ServerResponse, request: IncomingMessage) => boolean

export const judgeMeShop = { shop: 'moka.myshopify.com', token: 'private-token-7001' }

export async function startJudgeMe(reviews: object[] = []): Promise<JudgeMe> {
  let interfere: Interference = () => false
  const asked: URL[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://judge.me')
    asked.push(url)
    if (!interfere(url, response, request)) answer(url, it.reviews, response)
  })
  const { url, close } = await listen(server)
  const it: JudgeMe = {
    url: `${url}/api/v1/`,
    asked,
    reviews,
    interfere: handle => {
      interfere = handle
    },
    close,
  }
  return it
}

function answer({ pathname, searchParams }: URL, reviews: object[], response: ServerResponse): void {
  const send = (status: number, json: object) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
  if (searchParams.get('api_token') !== judgeMeShop.token) send(401, { error: 'Unauthorized' })
  else if (searchParams.get('shop_domain') !== judgeMeShop.shop) send(404, { error: 'Not found' })
  else if (pathname === '/api/v1/reviews/count') send(200, { count: reviews.length })
  else if (pathname === '/api/v1/reviews') {
    const page = Number(searchParams.get('page') ?? 1)
    const size = Math.min(Number(searchParams.get('per_page') ?? 10), 100)
    const shown = reviews.slice((page - 1) * size, page * size)
    send(200, { current_page: page, per_page: size, reviews: shown })
  } else send(404, { error: 'Not found' })
}

/** A review as the API describes it. */
export function aJudgeMeReview(id: number, change: object = {}): object {
  return {
    id,
    title: `Number ${id}`,
    body: 'Heats fast and does not leak.',
    rating: 1 + (id % 5),
    product_external_id: 7001,
    product_title: 'Moka pot',
    product_handle: 'moka-pot',
    reviewer: { id: 1, email: 'ana@example.com', name: 'Ana P.', phone: null },
    source: 'email',
    curated: 'ok',
    hidden: false,
    published: true,
    verified: 'buyer',
    featured: false,
    created_at: '2025-03-02T10:12:00+00:00',
    updated_at: '2025-03-02T10:12:00+00:00',
    pictures: [],
    ...change,
  }
}

/** Reviews with the ids from 1 on, the newest first. */
export function someJudgeMeReviews(count: number): object[] {
  return Array.from({ length: count }, (_, index) => aJudgeMeReview(count - index))
}
