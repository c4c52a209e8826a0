import { type ShopFetch, ShopProblem } from '../../connections/platform.ts'

/** Requests to a fake shop, without any patience: 5xx and lost connections are temporary problems. */
export const plainFetch: ShopFetch = async ({ method = 'GET', url, headers = {}, body }) => {
  const answer = await fetch(url, {
    method,
    redirect: 'manual',
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(cause => {
    throw new ShopProblem('The shop cannot be reached.', 'Try again.', { isTemporary: true, cause })
  })
  if (answer.status >= 500)
    throw new ShopProblem(`The shop answered with ${answer.status}.`, 'Try again.', { isTemporary: true })
  const text = await answer.text()
  return {
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    json: text ? JSON.parse(text) : undefined,
  }
}
