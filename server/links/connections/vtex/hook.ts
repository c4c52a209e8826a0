import type { Finding, Shop } from '../platform.ts'
import { sentence } from '../sentences.ts'
import { type HookConfiguration, vtexApi } from './api.ts'

/**
 * VTEX reports changes of the status (`FromWorkflow`) or changes of the order's document (`FromOrders`). A delivery does
 * not change the status, which ends with `invoiced`. So only `FromOrders` reports it, and only if VTEX may report an
 * order more than once: `disableSingleFire`.
 */
const filter = {
  type: 'FromOrders',
  expression: 'status = "invoiced" or status = "canceled" or $count(packageAttachment.packages) > 0',
  disableSingleFire: true,
}

/** Checks that the app key reads orders, and that its hook leads here. */
export async function test(shop: Shop, webhookUrl: string): Promise<Finding[]> {
  const api = vtexApi(shop)
  const { now } = shop
  const { total } = await api.invoicedOrders({ from: now - 30 * 24 * 3_600_000, to: now, page: 1 })
  return [
    { ok: true, what: sentence('vtexAnswers', { count: total }) },
    checkHook(await api.hook(), shop, webhookUrl),
  ]
}

/** Sets the app key's hook, unless it leads to another system, which would lose its orders. */
export async function repair(shop: Shop, webhookUrl: string): Promise<Finding[]> {
  const api = vtexApi(shop)
  const found = await api.hook()
  if (found && !isRealword(found.hook.url, webhookUrl)) return [checkHook(found, shop, webhookUrl)]
  const finding = checkHook(found, shop, webhookUrl)
  if (finding.ok) return [finding]
  await api.setHook({
    filter,
    hook: { url: webhookUrl, headers: { 'X-Realword-Secret': shop.settings.secret } },
  })
  return [checkHook(await api.hook(), shop, webhookUrl)]
}

function checkHook(found: HookConfiguration | undefined, { settings }: Shop, webhookUrl: string): Finding {
  if (!found) return { ok: false, what: sentence('vtexNoHook'), mend: sentence('runRepair') }
  if (!isRealword(found.hook.url, webhookUrl))
    return {
      ok: false,
      what: sentence('vtexElsewhere', { host: hostOf(found.hook.url) }),
      mend: sentence('vtexElsewhereMend'),
    }
  const isRight =
    found.hook.url === webhookUrl &&
    found.filter.type === filter.type &&
    found.filter.expression === filter.expression &&
    found.filter.disableSingleFire === true &&
    sendsSecret(found.hook.headers, settings.secret)
  return isRight
    ? { ok: true, what: sentence('vtexHook') }
    : { ok: false, what: sentence('vtexHookWrong'), mend: sentence('runRepair') }
}

/** Of this installation, perhaps of a connection that was removed. */
function isRealword(url: string, webhookUrl: string): boolean {
  const prefix = new URL('/connect/vtex/', webhookUrl).href
  return url.startsWith(prefix)
}

/** VTEX may leave the headers out of its answer. */
function sendsSecret(headers: Record<string, string> | null | undefined, secret: string): boolean {
  const sent = Object.entries(headers ?? {})
  if (sent.length === 0) return true
  return sent.some(([name, value]) => name.toLowerCase() === 'x-realword-secret' && value === secret)
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : [sentence('anotherSystem')])
