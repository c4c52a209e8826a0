import { z } from 'zod'
import { type Shop, ShopProblem } from '../platform.ts'
import { sentence } from '../sentences.ts'

const granted = z.object({
  access_token: z.string().min(1).max(1024),
  user_id: z.union([z.number(), z.string()]).transform(String),
})

/**
 * Exchanges the code with which Nuvemshop sends the merchant back after the installation, and which is valid for five
 * minutes. Returns the access token and the number of the shop. Throws ShopProblem.
 */
export async function authorizeNuvemshop(
  { settings, fetch }: Shop,
  code: string,
): Promise<{ token: string; options: { shop_id: string } }> {
  const { app_id: client_id, api_url = 'https://www.nuvemshop.com.br' } = settings.options
  const { status, json } = await fetch({
    method: 'POST',
    url: new URL('/apps/authorize/token', api_url),
    headers: { 'user-agent': 'Realword (self-hosted reviews)' },
    body: { client_id, client_secret: settings.secret, grant_type: 'authorization_code', code },
  })
  const { data } = granted.safeParse(json)
  if (data) return { token: data.access_token, options: { shop_id: data.user_id } }
  throw new ShopProblem(sentence('nuvemCode', { status }), sentence('nuvemCodeMend'))
}
